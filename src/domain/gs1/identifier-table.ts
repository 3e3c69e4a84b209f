/**
 * GS1 General Specifications, release 26, sections 3.2 and 4.14, and GS1 Digital Link Standard,
 * section 4. Columns: AI (or a range), format, data title, required AIs, excluded AIs, role in a
 * Digital Link (`-` none, `?` query attribute, `key` with its qualifiers, which can be a query
 * attribute beside another key). `ITEM` means every AI of a trade item.
 */
export const TABLE = `
00 | N18:digit,prefix2 | SSCC | | | key
01 | N14:digit,prefix2 | GTIN | | 255,37 | key 22,10,21/235
02 | N14:digit,prefix2 | CONTENT | 37 | 01,03 | ?
03 | N14:digit,prefix2 | MTO GTIN | | 01,02,37,235 | -
10 | X1-20 | BATCH/LOT | ITEM | | ?
11 | N6:date0 | PROD DATE | ITEM | | ?
12 | N6:date0 | DUE DATE | 8020 | | ?
13 | N6:date0 | PACK DATE | ITEM | | ?
15 | N6:date0 | BEST BEFORE or BEST BY | ITEM | | ?
16 | N6:date0 | SELL BY | ITEM | | ?
17 | N6:date0 | USE BY or EXPIRY | 01,02,03,255,8006,8026 | | ?
20 | N2 | VARIANT | ITEM | | ?
21 | X1-20 | SERIAL | 01,03,8006 | 235 | -
22 | X1-20 | CPV | 01 | | -
235 | X1-28 | TPX | 01 | | -
240 | X1-30 | ADDITIONAL ID | ITEM | | ?
241 | X1-30 | CUST. PART No. | ITEM | | ?
242 | N1-6 | MTO VARIANT | 01,02,8006,8026 | | ?
243 | X1-20 | PCN | 01,03 | | ?
250 | X1-30 | SECONDARY SERIAL | 01+21,03+21,8006+21 | | ?
251 | X1-30 | REF. TO SOURCE | 01,03,8006 | | ?
253 | N13:digit,prefix1 X0-17 | GDTI | | | key
254 | X1-20 | GLN EXTENSION COMPONENT | 414 | | -
255 | N13:digit,prefix1 N0-12 | GCN | | 01,02,415,8006,8020,8026 | key
30 | N1-8 | VAR. COUNT | 01,02 | | ?
337n | N6 | KG PER m² | 01 | 337n | ?
37 | N1-8 | COUNT | 00+02,00+8026 | | ?
390n | N1-15 | AMOUNT | 255,8020 | 390n,391n,394n,8111 | ?
391n | N3:currency N1-15 | AMOUNT | 8020 | 391n | ?
392n | N1-15 | PRICE | 01+30,01+31nn,01+32nn,01+35nn,01+36nn | 392n,393n | ?
393n | N3:currency N1-15 | PRICE | 30,31nn,32nn,35nn,36nn | 393n | ?
3940-3943 | N4 | PRCNT OFF | 255 | 394n,8111 | ?
3950-3955 | N6 | PRICE/UoM | 30,31nn,32nn,35nn,36nn | 392n,393n,395n,8005 | ?
400 | X1-30 | ORDER NUMBER | | | ?
401 | X1-30:prefix1 | GINC | | | key
402 | N17:digit,prefix1 | GSIN | | | key
403 | X1-30 | ROUTE | 00 | | ?
410 | N13:digit,prefix1 | SHIP TO LOC | | | ?
411 | N13:digit,prefix1 | BILL TO | | | ?
412 | N13:digit,prefix1 | PURCHASE FROM | | | ?
413 | N13:digit,prefix1 | SHIP FOR LOC | | | ?
414 | N13:digit,prefix1 | LOC No. | | | key 254/7040
415 | N13:digit,prefix1 | PAY TO | 8020 | | key 8020
416 | N13:digit,prefix1 | PROD/SERV LOC | | | ?
417 | N13:digit,prefix1 | PARTY | | | key 7040
420 | X1-20 | SHIP TO POST | | 421 | ?
421 | N3:country X1-9 | SHIP TO POST | | 4307 | ?
422 | N3:country | ORIGIN | ITEM | 426 | ?
423 | N3:country N0~3:country N0~3:country N0~3:country N0~3:country | COUNTRY - INITIAL PROCESS | 01,02,03 | 426 | ?
424 | N3:country | COUNTRY - PROCESS | 01,02,03 | 426 | ?
425 | N3:country N0~3:country N0~3:country N0~3:country N0~3:country | COUNTRY - DISASSEMBLY | 01,02,03 | 426 | ?
426 | N3:country | COUNTRY - FULL PROCESS | 01,02,03 | | ?
427 | X1-3 | ORIGIN SUBDIVISION | 01+422,02+422,03+422 | | ?
4300 | X1-35:percent | SHIP TO COMP | 00 | | ?
4301 | X1-35:percent | SHIP TO NAME | 00 | | ?
4302 | X1-70:percent | SHIP TO ADD1 | 00 | | ?
4303 | X1-70:percent | SHIP TO ADD2 | 4302 | | ?
4304 | X1-70:percent | SHIP TO SUB | 00 | | ?
4305 | X1-70:percent | SHIP TO LOC | 00 | | ?
4306 | X1-70:percent | SHIP TO REG | 00 | | ?
4307 | X2:countryLetters | SHIP TO COUNTRY | 00 | | ?
4308 | X1-30 | SHIP TO PHONE | 00 | | ?
4309 | N10:latitude N10:longitude | SHIP TO GEO | 00 | | ?
4310 | X1-35:percent | RTN TO COMP | 00 | | ?
4311 | X1-35:percent | RTN TO NAME | 00 | | ?
4312 | X1-70:percent | RTN TO ADD1 | 00 | | ?
4313 | X1-70:percent | RTN TO ADD2 | 4312 | | ?
4314 | X1-70:percent | RTN TO SUB | 00 | | ?
4315 | X1-70:percent | RTN TO LOC | 00 | | ?
4316 | X1-70:percent | RTN TO REG | 00 | | ?
4317 | X2:countryLetters | RTN TO COUNTRY | 00 | | ?
4318 | X1-20 | RTN TO POST | 00 | | ?
4319 | X1-30 | RTN TO PHONE | 00 | | ?
4320 | X1-35:percent | SRV DESCRIPTION | 00 | | ?
4321 | N1:flag | DANGEROUS GOODS | 00 | | ?
4322 | N1:flag | AUTH TO LEAVE | 00 | | ?
4323 | N1:flag | SIG REQUIRED | 00 | | ?
4324 | N6:date0 N4:hourMinute | NOT BEF DEL DT | 00 | | ?
4325 | N6:date0 N4:hourMinute | NOT AFT DEL DT | 00 | | ?
4326 | N6:date | REL DATE | 00 | | ?
4330 | N6 X0~1:hyphen | MAX TEMP F. | 00 | 4331 | ?
4331 | N6 X0~1:hyphen | MAX TEMP C. | 00 | 4330 | ?
4332 | N6 X0~1:hyphen | MIN TEMP F. | 00 | 4333 | ?
4333 | N6 X0~1:hyphen | MIN TEMP C. | 00 | 4332 | ?
7001 | N13 | NSN | 01,02,8006,8026 | | ?
7002 | X1-30 | MEAT CUT | 01,02 | | ?
7003 | N6:date N4:hourMinute | EXPIRY TIME | 01,02,03 | | ?
7004 | N1-4 | ACTIVE POTENCY | 01+10,03+10 | | ?
7005 | X1-12 | CATCH AREA | 01,02 | | ?
7006 | N6:date | FIRST FREEZE DATE | 01,02 | | ?
7007 | N6:date N0~6:date | HARVEST DATE | 01,02 | | ?
7008 | X1-3 | AQUATIC SPECIES | 01,02 | | ?
7009 | X1-10 | FISHING GEAR TYPE | 01,02 | | ?
7010 | X1-2 | PROD METHOD | 01,02,03 | | ?
7011 | N6:date N0~4:hourMinute | TEST BY DATE | 01,02,03 | | ?
7020 | X1-20 | REFURB LOT | 01+416,03+416,8006+416 | | ?
7021 | X1-20 | FUNC STAT | 01,03,8006 | | ?
7022 | X1-20 | REV STAT | 01+7021,03+7021,8006+7021 | | ?
7023 | X1-30:prefix1 | GIAI - ASSEMBLY | | | ?
703n | N3:country999 X1-27 | PROCESSOR # n | 01,02 | | ?
7040 | N1 X1 X1 X1:importer | UIC+EXT | | | -
7041 | X1-4:package | UFRGT UNIT TYPE | 00 | | ?
710 | X1-20 | NHRN PZN | 01 | | ?
711 | X1-20 | NHRN CIP | 01 | | ?
712 | X1-20 | NHRN CN | 01 | | ?
713 | X1-20 | NHRN DRN | 01 | | ?
714 | X1-20 | NHRN AIM | 01 | | ?
715 | X1-20 | NHRN NDC | 01 | | ?
716 | X1-20 | NHRN AIC | 01 | | ?
717 | X1-20 | NHRN SRN | 01 | | ?
723n | X2 X1-28 | CERT # n | 01,8004 | | ?
7240 | X1-20 | PROTOCOL | 01,8006 | 03 | ?
7241 | N2:media | AIDC MEDIA TYPE | 8017,8018 | | ?
7242 | X1-25 | VCN | 8017,8018 | | ?
7250 | N8:longDate | DOB | 8018 | 7251 | ?
7251 | N8:longDate N4:hourMinute | DOB TIME | 8018 | 7250 | ?
7252 | N1:sex | BIO SEX | 8018 | | ?
7253 | X1-40:percent | FAMILY NAME | 8017,8018 | 7256,7259 | ?
7254 | X1-40:percent | GIVEN NAME | 8017,8018 | 7256,7259 | ?
7255 | X1-10 | SUFFIX | 8017,8018 | 7256,7259 | ?
7256 | X1-90:percent | FULL NAME | 8017,8018 | | ?
7257 | X1-70:percent | PERSON ADDR | 8018 | | ?
7258 | X3:position | BIRTH SEQUENCE | 8018+7259 | | ?
7259 | X1-40:percent | BABY | 8018 | 7256 | ?
8001 | N4:nonZero N5:nonZero N3:nonZero N1:winding N1 | DIMENSIONS | 01 | | ?
8002 | X1-20 | CMT No. | | | ?
8003 | N1:zero N13:digit,prefix1 X0-16 | GRAI | | | key
8004 | X1-30:prefix1 | GIAI | | | key 7040
8005 | N6 | PRICE PER UNIT | 01,02 | | ?
8006 | N14:digit,prefix2 N4:piece | ITIP | | 01,03,37 | key 22,10,21
8007 | X1-34:iban | IBAN | 415 | | ?
8008 | N6:date N2:hour N0~2:minute N0~2:second | PROD TIME | 01,02,03 | | ?
8009 | X1-50 | OPTSEN | 00,01,03 | | ?
8010 | Y1-30:prefix1 | CPID | | | key 8011
8011 | N1-12:noZeroPrefix | CPID SERIAL | 8010 | | -
8012 | X1-20 | VERSION | 01,03,8006 | | ?
8013 | X1-25:checkPair,prefix1 | GMN | | | key
8014 | X1-25:checkPair,prefix1,letter | MUDI | 01 | | -
8017 | N18:digit,prefix1 | GSRN - PROVIDER | | 8018 | key 8019
8018 | N18:digit,prefix1 | GSRN - RECIPIENT | | 8017 | key 8019
8019 | N1-10 | SRIN | 8017,8018 | | -
8020 | X1-25 | REF No. | 415 | | -
8026 | N14:digit,prefix2 N4:piece | ITIP CONTENT | 37 | 02,03,8006 | ?
8030 | Z1-90 | DIGSIG | 00,01+21,03+21,253,255,8003,8004,8006+21,8010+8011,8017,8018 | | ?
8040 | N15 | IMEI | 01+21 | | -
8041 | N15 | IMEI2 | 01+21+8040 | | -
8042 | N32 | ESIM | 01+21+8040 | | -
8043 | N18 N0-2 | PSIM | 01+21+8040 | | -
8110 | X1-70:coupon | | | | ?
8111 | N4 | POINTS | 255 | | ?
8112 | X1-70:positiveOffer | | | | ?
8200 | X1-70 | PRODUCT URL | 01 | | -
90 | X1-30 | INTERNAL | | | ?
91-99 | X1-90 | INTERNAL | | | ?
`;

/**
 * Measures: AIs 3xx0 to 3xx5, where the last digit is the number of decimals. `01,02` on trade
 * items.
 */
export const ITEM_MEASURES =
  "310 NET WEIGHT (kg)|311 LENGTH (m)|312 WIDTH (m)|313 HEIGHT (m)|314 AREA (m²)|315 NET VOLUME (l)|" +
  "316 NET VOLUME (m³)|320 NET WEIGHT (lb)|321 LENGTH (in)|322 LENGTH (ft)|323 LENGTH (yd)|324 WIDTH (in)|" +
  "325 WIDTH (ft)|326 WIDTH (yd)|327 HEIGHT (in)|328 HEIGHT (ft)|329 HEIGHT (yd)|350 AREA (in²)|351 AREA (ft²)|" +
  "352 AREA (yd²)|356 NET WEIGHT (tr oz)|357 NET VOLUME (oz)|360 NET VOLUME (qt (US))|361 NET VOLUME (gal.)|" +
  "364 NET VOLUME (in³)|365 NET VOLUME (ft³)|366 NET VOLUME (yd³)";

/** The same for logistic units, which require `00,01`. */
export const LOGISTIC_MEASURES =
  "330 GROSS WEIGHT (kg)|331 LENGTH (m), log|332 WIDTH (m), log|333 HEIGHT (m), log|334 AREA (m²), log|" +
  "335 VOLUME (l), log|336 VOLUME (m³), log|340 GROSS WEIGHT (lb)|341 LENGTH (in), log|342 LENGTH (ft), log|" +
  "343 LENGTH (yd), log|344 WIDTH (in), log|345 WIDTH (ft), log|346 WIDTH (yd), log|347 HEIGHT (in), log|" +
  "348 HEIGHT (ft), log|349 HEIGHT (yd), log|353 AREA (in²), log|354 AREA (ft²), log|355 AREA (yd²), log|" +
  "362 VOLUME (qt (US)), log|363 VOLUME (gal (US)), log|367 VOLUME (in³), log|368 VOLUME (ft³), log|369 VOLUME (yd³), log";
