// Compiled by scripts/rules from ubl.sch. License: MIT, see rules/README.md.
export default ({ absoluteOptional, add, castDate, castDecimal, castEach, castInteger, castOptional, checks, compare, compareNumbers, contains, countCodePoints, divide, endsWith, getAttributes, getChildren, getDescendants, getParent, getPrecedingSiblings, getRoot, holds, isCastable, matchesPattern, memoize, multiply, normalizeSpace, once, roundOptional, someTextIs, sortNodes, startsWith, step, substring, subtract, sum, takeAt, toAnyText, toExact, toItems, toNumberOrNaN, toOneText, toRange, toText, tokenize, upperCase, withBoth }) => {
const TEXT_1 = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const TEXT_2 = "#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\\.[0-9]{2})?#$";
const TEXT_3 = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TEXT_4 = "41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105";
const TEXT_5 = "AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT ABU ACF ACG ACH ACI ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ AU CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CAX CAY CAZ CD CG CS CT DAB DAC DAD DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DL EG EP ER FAA FAB FAC FC FH FI GAA HAA HD HH IAA IAB ID IF IR IS KO L1 LA LAA LAB LF MAE MI ML NAA OA PA PAA PC PL PRV RAB RAC RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT TV V1 V2 WH XAA YY ZZZ";
const TEXT_6 = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS XUA YER ZAR ZMW ZWG XXX";
const TEXT_7 = "0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959";
const TEXT_8 = "71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877";
const GLOBAL_1 = memoize((n) => step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:AccountingSupplierParty"), getChildren, "cac:Party"));
const GLOBAL_2 = memoize((n) => step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:AccountingCustomerParty"), getChildren, "cac:Party"));
const GLOBAL_3 = memoize((n) => step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:TaxRepresentativeParty"));
const GLOBAL_4 = memoize((n) => substring(toOneText(step(step(GLOBAL_1(n), getChildren, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")), getChildren, "cbc:CompanyID")), 1, 2));
const GLOBAL_5 = memoize((n) => substring(toOneText(step(step(GLOBAL_2(n), getChildren, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")), getChildren, "cbc:CompanyID")), 1, 2));
const GLOBAL_6 = memoize((n) => substring(toOneText(step(step(GLOBAL_3(n), getChildren, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")), getChildren, "cbc:CompanyID")), 1, 2));
const GLOBAL_7 = memoize((n) => toAnyText(step(step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode")));
const GLOBAL_8 = memoize((n) => toAnyText(step(step(step(GLOBAL_2(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode")));
const GLOBAL_9 = memoize((n) => upperCase(normalizeSpace(GLOBAL_7(n))));
const GLOBAL_10 = memoize((n) => upperCase(normalizeSpace(GLOBAL_8(n))));
const GLOBAL_11 = memoize((n) => ((GLOBAL_4(n) !== "") ? upperCase(normalizeSpace(GLOBAL_4(n))) : GLOBAL_9(n)));
const GLOBAL_12 = memoize((n) => (((GLOBAL_4(n) === "") && (GLOBAL_6(n) !== "")) ? upperCase(normalizeSpace(GLOBAL_6(n))) : GLOBAL_11(n)));
const GLOBAL_13 = memoize((n) => ((GLOBAL_5(n) !== "") ? upperCase(normalizeSpace(GLOBAL_5(n))) : GLOBAL_10(n)));
const GLOBAL_14 = memoize((n) => ((GLOBAL_9(n) === "DE") && (GLOBAL_10(n) === "DE")));
const GLOBAL_15 = memoize((n) => ((GLOBAL_7(n) === "DK") && (GLOBAL_8(n) === "DK")));
const GLOBAL_16 = memoize((n) => ((GLOBAL_12(n) === "GR") || (GLOBAL_12(n) === "EL")));
const GLOBAL_17 = memoize((n) => (GLOBAL_16(n) && ((GLOBAL_13(n) === "GR") || (GLOBAL_13(n) === "EL"))));
const GLOBAL_18 = memoize((n) => GLOBAL_1(n).filter((n) => someTextIs(step(step(getChildren(n, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "SE")));
const GLOBAL_19 = memoize((n) => step(GLOBAL_18(n), getChildren, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")).filter((n) => (substring(toOneText(getChildren(n, "cbc:CompanyID")), 1, 2) === "SE")));
const GLOBAL_20 = memoize((n) => (matchesPattern(normalizeSpace(toOneText(step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:ProfileID"))), "urn:fdc:peppol.eu:2017:poacc:billing:[0-9]{2}:1.0") ? takeAt(tokenize(normalizeSpace(toOneText(step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:ProfileID"))), ":"), (n, index, size) => 7) : [""]));
const GLOBAL_21 = memoize((n) => step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:DocumentCurrencyCode"));
const GLOBAL_22 = memoize((n) => (GLOBAL_9(n) === "NL"));
const GLOBAL_23 = memoize((n) => ((GLOBAL_9(n) === "NL") && (GLOBAL_10(n) === "NL")));
const GLOBAL_24 = memoize((n) => [...["application/pdf"], ...["image/png"], ...["image/jpeg"], ...["text/csv"], ...[TEXT_3], ...["application/vnd.oasis.opendocument.spreadsheet"]]);
const GLOBAL_25 = memoize((n) => tokenize(TEXT_4, " "));
const GLOBAL_26 = memoize((n) => tokenize(TEXT_5, " "));
const GLOBAL_27 = memoize((n) => tokenize(TEXT_6, " "));
const GLOBAL_28 = memoize((n) => tokenize(TEXT_7, " "));
const GLOBAL_29 = memoize((n) => tokenize(TEXT_8, " "));
return [
[
{ matchers: [["*", (n) => !(getChildren(n, "*").length > 0)]], check: (n) => [
[["PEPPOL-EN16931-R008", "fatal", "An element must not be empty."], () => (normalizeSpace(toOneText([n])) !== "")]
] }
],
[
{ matchers: [["cn:CreditNote", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-R080", "fatal", "A credit note has at most one project reference (BT-11)."], () => holds("<=", compareNumbers(getChildren(n, "cac:AdditionalDocumentReference").filter((n) => someTextIs(getChildren(n, "cbc:DocumentTypeCode"), "50")).length, 1))]
] }
],
[
{ matchers: [["ubl:Invoice", (n) => true], ["cn:CreditNote", (n) => true]], check: (n) => {
const $own = once(() => step(getChildren(n, "cac:TaxTotal"), getChildren, "cbc:TaxAmount").filter((n) => someTextIs(getAttributes(n, "currencyID"), normalizeSpace(toOneText(step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:DocumentCurrencyCode"))))));
const $accounting = once(() => step(getChildren(n, "cac:TaxTotal"), getChildren, "cbc:TaxAmount").filter((n) => someTextIs(getAttributes(n, "currencyID"), normalizeSpace(toOneText(step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:TaxCurrencyCode"))))));
return [
[["PEPPOL-EN16931-R001", "fatal", "The business process (BT-23) is missing."], () => (getChildren(n, "cbc:ProfileID").length > 0)],
[["PEPPOL-EN16931-R007", "fatal", "The business process (BT-23) must be urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0, where NN is the number of the process."], () => compare("!=", GLOBAL_20(n), [""])],
[["PEPPOL-EN16931-R002", "fatal", "Only an invoice between German parties may have more than one note (BT-22)."], () => (holds("<=", compareNumbers(getChildren(n, "cbc:Note").length, 1)) || GLOBAL_14(n))],
[["PEPPOL-EN16931-R003", "fatal", "The buyer reference (BT-10) or the purchase order reference (BT-13) is missing."], () => ((getChildren(n, "cbc:BuyerReference").length > 0) || (step(getChildren(n, "cac:OrderReference"), getChildren, "cbc:ID").length > 0))],
[["PEPPOL-EN16931-R004", "fatal", "The specification identifier (BT-24) must be urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0."], () => startsWith(normalizeSpace(toOneText(step(getChildren(n, "cbc:CustomizationID"), getChildren, "text()"))), TEXT_1)],
[["PEPPOL-EN16931-R053", "fatal", "Exactly one total of VAT (BT-110) has the breakdown (BG-23)."], () => holds("=", compareNumbers(getChildren(n, "cac:TaxTotal").filter((n) => (getChildren(n, "cac:TaxSubtotal").length > 0)).length, 1))],
[["PEPPOL-EN16931-R054", "fatal", "An invoice with a VAT accounting currency (BT-6), and no other, has exactly one total of VAT without the breakdown (BT-111)."], () => holds("=", compareNumbers(getChildren(n, "cac:TaxTotal").filter((n) => !(getChildren(n, "cac:TaxSubtotal").length > 0)).length, [n].flatMap((n) => takeAt(getChildren(n, "cbc:TaxCurrencyCode"), (n, index, size) => 1)).length))],
[["PEPPOL-EN16931-R055", "fatal", "The totals of VAT in both currencies (BT-110, BT-111) must have the same sign."], () => ((!(getChildren(n, "cbc:TaxCurrencyCode").length > 0) || (compare("<=", $accounting(), [0]) && compare("<=", $own(), [0]))) || (compare(">=", $accounting(), [0]) && compare(">=", $own(), [0])))]
];
} }
],
[
{ matchers: [["cbc:TaxCurrencyCode", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-R005", "fatal", "The VAT accounting currency (BT-6) must differ from the invoice currency (BT-5)."], () => (normalizeSpace(toOneText(getChildren(n, "text()"))) !== normalizeSpace(toOneText(step(step(getParent(n, "node()"), getChildren, "cbc:DocumentCurrencyCode"), getChildren, "text()"))))]
] },
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingCustomerParty").some((n) => true)]], check: (n) => [
[["PEPPOL-EN16931-R010", "fatal", "The buyer electronic address (BT-49) is missing."], () => (getChildren(n, "cbc:EndpointID").length > 0)]
] },
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true)]], check: (n) => [
[["PEPPOL-EN16931-R020", "fatal", "The seller electronic address (BT-34) is missing."], () => (getChildren(n, "cbc:EndpointID").length > 0)]
] },
{ matchers: [["cac:PaymentMeans", (n) => compare("=", [normalizeSpace(toOneText(getChildren(n, "cbc:PaymentMeansCode")))], [...["49"], ...["59"]])]], check: (n) => [
[["PEPPOL-EN16931-R061", "fatal", "A direct debit needs its mandate reference (BT-89)."], () => (step(getChildren(n, "cac:PaymentMandate"), getChildren, "cbc:ID").length > 0)]
] }
],
[
{ matchers: [["cac:AllowanceCharge", (n) => getParent(n, "ubl:Invoice").some((n) => true) && (getChildren(n, "cbc:MultiplierFactorNumeric").length > 0) && !(getChildren(n, "cbc:BaseAmount").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cn:CreditNote").some((n) => true) && (getChildren(n, "cbc:MultiplierFactorNumeric").length > 0) && !(getChildren(n, "cbc:BaseAmount").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cac:InvoiceLine").some((n) => getParent(n, "ubl:Invoice").some((n) => true)) && (getChildren(n, "cbc:MultiplierFactorNumeric").length > 0) && !(getChildren(n, "cbc:BaseAmount").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cac:CreditNoteLine").some((n) => getParent(n, "cn:CreditNote").some((n) => true)) && (getChildren(n, "cbc:MultiplierFactorNumeric").length > 0) && !(getChildren(n, "cbc:BaseAmount").length > 0)]], check: (n) => [
[["PEPPOL-EN16931-R041", "fatal", "A percentage of an allowance or a charge needs its base amount (BT-93, BT-100, BT-137, BT-142)."], () => false]
] },
{ matchers: [["cac:AllowanceCharge", (n) => getParent(n, "ubl:Invoice").some((n) => true) && (getChildren(n, "cbc:BaseAmount").length > 0) && !(getChildren(n, "cbc:MultiplierFactorNumeric").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cn:CreditNote").some((n) => true) && (getChildren(n, "cbc:BaseAmount").length > 0) && !(getChildren(n, "cbc:MultiplierFactorNumeric").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cac:InvoiceLine").some((n) => getParent(n, "ubl:Invoice").some((n) => true)) && (getChildren(n, "cbc:BaseAmount").length > 0) && !(getChildren(n, "cbc:MultiplierFactorNumeric").length > 0)], ["cac:AllowanceCharge", (n) => getParent(n, "cac:CreditNoteLine").some((n) => getParent(n, "cn:CreditNote").some((n) => true)) && (getChildren(n, "cbc:BaseAmount").length > 0) && !(getChildren(n, "cbc:MultiplierFactorNumeric").length > 0)]], check: (n) => [
[["PEPPOL-EN16931-R042", "fatal", "A base amount of an allowance or a charge needs its percentage (BT-94, BT-101, BT-138, BT-143)."], () => false]
] },
{ matchers: [["cac:AllowanceCharge", (n) => getParent(n, "ubl:Invoice").some((n) => true)], ["cac:AllowanceCharge", (n) => getParent(n, "cn:CreditNote").some((n) => true)], ["cac:AllowanceCharge", (n) => getParent(n, "cac:InvoiceLine").some((n) => getParent(n, "ubl:Invoice").some((n) => true))], ["cac:AllowanceCharge", (n) => getParent(n, "cac:CreditNoteLine").some((n) => getParent(n, "cn:CreditNote").some((n) => true))]], check: (n) => {
const $amount = once(() => ((getChildren(n, "cbc:Amount").length > 0) ? castOptional(castDecimal, getChildren(n, "cbc:Amount")) : 0));
return [
[["PEPPOL-EN16931-R040", "fatal", "The amount of an allowance or a charge must be its percentage of its base amount, to within 0.02."], () => (!(getChildren(n, "cbc:BaseAmount").length > 0) || compare("<=", toItems(absoluteOptional(withBoth(subtract, $amount(), withBoth(divide, withBoth(multiply, castOptional(castDecimal, getChildren(n, "cbc:BaseAmount")), castOptional(castDecimal, getChildren(n, "cbc:MultiplierFactorNumeric"))), 100)))), [toExact("0.02")]))],
[["PEPPOL-EN16931-R043", "fatal", "The indicator of an allowance or a charge must be true or false."], () => compare("=", [normalizeSpace(toOneText(step(getChildren(n, "cbc:ChargeIndicator"), getChildren, "text()")))], [...["true"], ...["false"]])]
];
} },
{ matchers: [["cac:AllowanceCharge", (n) => getParent(n, "cac:Price").some((n) => true)]], check: (n) => [
[["PEPPOL-EN16931-R044", "fatal", "A price has discounts (BT-147) and no charges."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ChargeIndicator"))) === "false")],
[["PEPPOL-EN16931-R046", "fatal", "The net price (BT-146) must be the gross price (BT-148) less the discount (BT-147)."], () => (!(getChildren(n, "cbc:BaseAmount").length > 0) || compare("=", toItems(withBoth(subtract, castOptional(castDecimal, getChildren(n, "cbc:BaseAmount")), castOptional(castDecimal, getChildren(n, "cbc:Amount")))), toItems(castOptional(castDecimal, step(getParent(n, "node()"), getChildren, "cbc:PriceAmount")))))]
] },
{ matchers: [["cbc:Amount", (n) => true], ["cbc:BaseAmount", (n) => true], ["cbc:PriceAmount", (n) => true], ["cbc:TaxAmount", (n) => getParent(n, "cac:TaxTotal").some((n) => (getChildren(n, "cac:TaxSubtotal").length > 0))], ["cbc:TaxAmount", (n) => getParent(n, "cac:TaxSubtotal").some((n) => true)], ["cbc:TaxableAmount", (n) => true], ["cbc:LineExtensionAmount", (n) => true], ["cbc:TaxExclusiveAmount", (n) => true], ["cbc:TaxInclusiveAmount", (n) => true], ["cbc:AllowanceTotalAmount", (n) => true], ["cbc:ChargeTotalAmount", (n) => true], ["cbc:PrepaidAmount", (n) => true], ["cbc:PayableRoundingAmount", (n) => true], ["cbc:PayableAmount", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-R051", "fatal", "Every amount other than the total of VAT in accounting currency (BT-111) must be in the invoice currency (BT-5)."], () => compare("=", getAttributes(n, "currencyID"), GLOBAL_21(n))]
] }
],
[
{ matchers: [["cbc:StartDate", (n) => getParent(n, "cac:InvoicePeriod").some((n) => getParent(n, "cac:InvoiceLine").some((n) => getParent(n, "ubl:Invoice").some((n) => (step(getChildren(n, "cac:InvoicePeriod"), getChildren, "cbc:StartDate").length > 0))))], ["cbc:StartDate", (n) => getParent(n, "cac:InvoicePeriod").some((n) => getParent(n, "cac:CreditNoteLine").some((n) => getParent(n, "cn:CreditNote").some((n) => (step(getChildren(n, "cac:InvoicePeriod"), getChildren, "cbc:StartDate").length > 0))))]], check: (n) => [
[["PEPPOL-EN16931-R110", "fatal", "The period of a line must not start (BT-134) before the invoicing period (BT-73)."], () => compare(">=", castEach(castDate, getChildren(n, "text()")), castEach(castDate, step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:InvoicePeriod"), getChildren, "cbc:StartDate")))]
] },
{ matchers: [["cbc:EndDate", (n) => getParent(n, "cac:InvoicePeriod").some((n) => getParent(n, "cac:InvoiceLine").some((n) => getParent(n, "ubl:Invoice").some((n) => (step(getChildren(n, "cac:InvoicePeriod"), getChildren, "cbc:EndDate").length > 0))))], ["cbc:EndDate", (n) => getParent(n, "cac:InvoicePeriod").some((n) => getParent(n, "cac:CreditNoteLine").some((n) => getParent(n, "cn:CreditNote").some((n) => (step(getChildren(n, "cac:InvoicePeriod"), getChildren, "cbc:EndDate").length > 0))))]], check: (n) => [
[["PEPPOL-EN16931-R111", "fatal", "The period of a line must not end (BT-135) after the invoicing period (BT-74)."], () => compare("<=", castEach(castDate, getChildren(n, "text()")), castEach(castDate, step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:InvoicePeriod"), getChildren, "cbc:EndDate")))]
] },
{ matchers: [["cac:InvoiceLine", (n) => true], ["cac:CreditNoteLine", (n) => true]], check: (n) => {
const $quantities = once(() => ((step([getRoot(n)], getChildren, "ubl:Invoice").length > 0) ? getChildren(n, "cbc:InvoicedQuantity") : getChildren(n, "cbc:CreditedQuantity")));
const $quantity = once(() => (($quantities().length > 0) ? castOptional(castDecimal, $quantities()) : 1));
const $price = once(() => ((step(getChildren(n, "cac:Price"), getChildren, "cbc:PriceAmount").length > 0) ? castOptional(castDecimal, step(getChildren(n, "cac:Price"), getChildren, "cbc:PriceAmount")) : 0));
const $per = once(() => (((step(getChildren(n, "cac:Price"), getChildren, "cbc:BaseQuantity").length > 0) && compare("!=", toItems(castOptional(castDecimal, step(getChildren(n, "cac:Price"), getChildren, "cbc:BaseQuantity"))), [0])) ? castOptional(castDecimal, step(getChildren(n, "cac:Price"), getChildren, "cbc:BaseQuantity")) : 1));
const $charges = once(() => withBoth(divide, roundOptional(multiply(sum(step(getChildren(n, "cac:AllowanceCharge").filter((n) => (normalizeSpace(toOneText(getChildren(n, "cbc:ChargeIndicator"))) === "true")), getChildren, "cbc:Amount").flatMap((n) => toItems(castOptional(castDecimal, [n])))), 100)), 100));
const $allowances = once(() => withBoth(divide, roundOptional(multiply(sum(step(getChildren(n, "cac:AllowanceCharge").filter((n) => (normalizeSpace(toOneText(getChildren(n, "cbc:ChargeIndicator"))) === "false")), getChildren, "cbc:Amount").flatMap((n) => toItems(castOptional(castDecimal, [n])))), 100)), 100));
const $net = once(() => ((getChildren(n, "cbc:LineExtensionAmount").length > 0) ? castOptional(castDecimal, getChildren(n, "cbc:LineExtensionAmount")) : 0));
return [
[["PEPPOL-EN16931-R120", "fatal", "The net amount of a line (BT-131) must be its quantity (BT-129) times the price (BT-146) for the base quantity (BT-149), plus charges (BT-141), less allowances (BT-136), to within 0.02."], () => compare("<=", toItems(absoluteOptional(withBoth(subtract, $net(), withBoth(subtract, withBoth(add, withBoth(multiply, $quantity(), withBoth(divide, $price(), $per())), $charges()), $allowances())))), [toExact("0.02")])],
[["PEPPOL-EN16931-R121", "fatal", "The base quantity of a price (BT-149) must be more than 0."], () => (!(step(getChildren(n, "cac:Price"), getChildren, "cbc:BaseQuantity").length > 0) || compare(">", toItems(castOptional(castDecimal, step(getChildren(n, "cac:Price"), getChildren, "cbc:BaseQuantity"))), [0]))],
[["PEPPOL-EN16931-R100", "fatal", "A line has at most one object identifier (BT-128)."], () => holds("<=", compareNumbers(getChildren(n, "cac:DocumentReference").length, 1))],
[["PEPPOL-EN16931-R101", "fatal", "A document reference of a line must be its object identifier (BT-128), of type 130."], () => (!(getChildren(n, "cac:DocumentReference").length > 0) || someTextIs(step(getChildren(n, "cac:DocumentReference"), getChildren, "cbc:DocumentTypeCode"), "130"))]
];
} },
{ matchers: [["cbc:BaseQuantity", (n) => getParent(n, "cac:Price").some((n) => true) && (getAttributes(n, "unitCode").length > 0)]], check: (n) => {
const $quantities = once(() => sortNodes([...sortNodes(step(sortNodes(step(getParent(n, "node()"), getParent, "node()")), getChildren, "cbc:InvoicedQuantity")), ...sortNodes(step(sortNodes(step(getParent(n, "node()"), getParent, "node()")), getChildren, "cbc:CreditedQuantity"))]));
const $expected = once(() => ((step([getRoot(n)], getChildren, "ubl:Invoice").length > 0) ? sortNodes(step(sortNodes(step(getParent(n, "node()"), getParent, "node()")), getChildren, "cbc:InvoicedQuantity")) : sortNodes(step(sortNodes(step(getParent(n, "node()"), getParent, "node()")), getChildren, "cbc:CreditedQuantity"))));
return [
[["PEPPOL-EN16931-R130", "fatal", "The unit of the base quantity (BT-150) must be that of the quantity (BT-130)."], () => (!($quantities().length > 0) || compare("=", getAttributes(n, "unitCode"), sortNodes(step($expected(), getAttributes, "unitCode"))))]
];
} }
],
[
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0088")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0088")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0088")]], check: (n) => [
[["PEPPOL-COMMON-R040", "fatal", "A GLN (scheme 0088) has digits only, the last of which is the check digit of GS1."], () => checks["gln"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0192")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0192")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0192")]], check: (n) => [
[["PEPPOL-COMMON-R041", "fatal", "A Norwegian organization number (scheme 0192) has nine digits, the last of which is a check digit."], () => checks["norwegian-number"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0184")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0184")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0184")]], check: (n) => [
[["PEPPOL-COMMON-R042", "fatal", "A Danish CVR number (scheme 0184) has eight digits, which DK may precede."], () => matchesPattern(toAnyText([n]), "^(DK)?[0-9]{8}$")]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0208")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0208")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0208")]], check: (n) => [
[["PEPPOL-COMMON-R043", "fatal", "A Belgian enterprise number (scheme 0208) has ten digits, the last two of which are check digits."], () => checks["belgian-number"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0201")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0201")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0201")]], check: (n) => [
[["PEPPOL-COMMON-R044", "warning", "An Italian Codice IPA (scheme 0201) has six letters and digits."], () => checks["codice-ipa"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0210")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0210")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0210")]], check: (n) => [
[["PEPPOL-COMMON-R045", "warning", "An Italian Codice Fiscale (scheme 0210) has 16 characters in its form, or 11 digits."], () => checks["codice-fiscale"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "9907")]], check: (n) => [
[["PEPPOL-COMMON-R046", "warning", "An Italian Codice Fiscale (scheme 9907) has 16 characters in its form, or 11 digits."], () => checks["codice-fiscale"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0211")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0211")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0211")]], check: (n) => [
[["PEPPOL-COMMON-R047", "warning", "An Italian Partita IVA (scheme 0211) has 11 digits after IT, the last of which is a check digit."], () => checks["partita-iva"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0007")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0007")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0007")]], check: (n) => [
[["PEPPOL-COMMON-R049", "fatal", "A Swedish organization number (scheme 0007) has ten digits, the last of which is a check digit."], () => checks["swedish-number"](normalizeSpace(toOneText([n])))]
] },
{ matchers: [["cbc:EndpointID", (n) => someTextIs(getAttributes(n, "schemeID"), "0151")], ["cbc:CompanyID", (n) => someTextIs(getAttributes(n, "schemeID"), "0151")], ["cbc:ID", (n) => getParent(n, "cac:PartyIdentification").some((n) => true) && someTextIs(getAttributes(n, "schemeID"), "0151")]], check: (n) => [
[["PEPPOL-COMMON-R050", "fatal", "An Australian business number (scheme 0151) has eleven digits, the first two of which are check digits."], () => checks["australian-number"](normalizeSpace(toOneText([n])))]
] }
],
[
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && (GLOBAL_12(n) === "NO")]], check: (n) => {
const $vat = once(() => step(getChildren(n, "cac:PartyTaxScheme").filter((n) => (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) === "VAT")), getChildren, "cbc:CompanyID"));
return [
[["NO-R-002", "warning", "Most Norwegian sellers must state \"Foretaksregisteret\" as their tax registration (BT-32)."], () => (normalizeSpace(toOneText(step(getChildren(n, "cac:PartyTaxScheme").filter((n) => (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) === "TAX")), getChildren, "cbc:CompanyID"))) === "Foretaksregisteret")],
[["NO-R-001", "fatal", "A Norwegian VAT identifier (BT-31) is NO, a valid organization number of nine digits, and MVA."], () => (!startsWith(toOneText($vat()), "NO") || (matchesPattern(toOneText($vat()), "^NO[0-9]{9}MVA$") && checks["norwegian-number"](substring(toOneText($vat()), 3, 9))))]
];
} }
],
[
{ matchers: [["ubl:Invoice", (n) => (GLOBAL_7(n) === "DK")], ["cn:CreditNote", (n) => (GLOBAL_7(n) === "DK")]], check: (n) => {
const $cvr = once(() => step(step(GLOBAL_1(n), getChildren, "cac:PartyLegalEntity"), getChildren, "cbc:CompanyID"));
return [
[["DK-R-002", "fatal", "A Danish seller must state its CVR number (BT-30)."], () => (normalizeSpace(toOneText(step($cvr(), getChildren, "text()"))) !== "")],
[["DK-R-014", "fatal", "The legal registration of a Danish seller (BT-30) must have the scheme 0184."], () => (!($cvr().length > 0) || (normalizeSpace(toOneText(step($cvr(), getAttributes, "schemeID"))) === "0184"))],
[["DK-R-016", "fatal", "The amount due (BT-115) of a Danish credit note must not be negative."], () => ((!(step([getRoot(n)], getChildren, "cn:CreditNote").length > 0) || (GLOBAL_8(n) !== "DK")) || !holds("<", compareNumbers(toNumberOrNaN(step(step(getChildren(n, "cac:LegalMonetaryTotal"), getChildren, "cbc:PayableAmount"), getChildren, "text()")), 0)))]
];
} },
{ matchers: [["cac:PartyIdentification", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true)) && GLOBAL_15(n)], ["cac:PartyIdentification", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingCustomerParty").some((n) => true)) && GLOBAL_15(n)]], check: (n) => [
[["DK-R-013", "fatal", "The identifiers of Danish parties (BT-29, BT-46) need their schemes."], () => (!(getChildren(n, "cbc:ID").length > 0) || (normalizeSpace(toOneText(step(getChildren(n, "cbc:ID"), getAttributes, "schemeID"))) !== ""))]
] },
{ matchers: [["cac:PaymentMeans", (n) => getParent(n, "ubl:Invoice").some((n) => true) && GLOBAL_15(n)]], check: (n) => {
const $code = once(() => toAnyText(getChildren(n, "cbc:PaymentMeansCode")));
const $card = once(() => substring(toOneText(getChildren(n, "cbc:PaymentID")), 1, 3));
const $account = once(() => step(getChildren(n, "cac:PayeeFinancialAccount"), getChildren, "cbc:ID"));
return [
[["DK-R-005", "fatal", "The payment means (BT-81) of a Danish seller must be 1, 10, 31, 42, 48, 49, 50, 58, 59, 93 or 97."], () => compare("=", [$code()], [...["1"], ...["10"], ...["31"], ...["42"], ...["48"], ...["49"], ...["50"], ...["58"], ...["59"], ...["93"], ...["97"]])],
[["DK-R-006", "fatal", "The payment means 31 and 42 of a Danish seller need an account (BT-84) and a registration number (BT-86)."], () => (!compare("=", [$code()], [...["31"], ...["42"]]) || ((normalizeSpace(toOneText(step($account(), getChildren, "text()"))) !== "") && (normalizeSpace(toOneText(step(step(step(getChildren(n, "cac:PayeeFinancialAccount"), getChildren, "cac:FinancialInstitutionBranch"), getChildren, "cbc:ID"), getChildren, "text()"))) !== "")))],
[["DK-R-007", "fatal", "The payment means 49 of a Danish seller needs a mandate (BT-89) and the debited account (BT-91)."], () => (($code() !== "49") || ((normalizeSpace(toOneText(step(step(getChildren(n, "cac:PaymentMandate"), getChildren, "cbc:ID"), getChildren, "text()"))) !== "") && (normalizeSpace(toOneText(step(step(step(getChildren(n, "cac:PaymentMandate"), getChildren, "cac:PayerFinancialAccount"), getChildren, "cbc:ID"), getChildren, "text()"))) !== "")))],
[["DK-R-008", "fatal", "The payment means 50 of a Danish seller needs remittance information (BT-83) that begins with 01#, 04# or 15#, and a giro account (BT-84) of 7 or 8 digits."], () => (($code() !== "50") || (compare("=", [$card()], [...["01#"], ...["04#"], ...["15#"]]) && matchesPattern(toOneText($account()), "^[0-9]{7,8}$")))],
[["DK-R-009", "fatal", "The remittance information (BT-83) of the payment means 50 has 16 digits after 04# or 15#."], () => ((($code() !== "50") || !compare("=", [$card()], [...["04#"], ...["15#"]])) || holds("=", compareNumbers(countCodePoints(toOneText(getChildren(n, "cbc:PaymentID"))), 19)))],
[["DK-R-010", "fatal", "The payment means 93 of a Danish seller needs remittance information (BT-83) that begins with 71#, 73# or 75#, and a creditor number (BT-84) of 8 characters."], () => (($code() !== "93") || (compare("=", [$card()], [...["71#"], ...["73#"], ...["75#"]]) && holds("=", compareNumbers(countCodePoints(toOneText(step($account(), getChildren, "text()"))), 8))))],
[["DK-R-011", "fatal", "The remittance information (BT-83) of the payment means 93 has 15 or 16 digits after 71# or 75#."], () => ((($code() !== "93") || !compare("=", [$card()], [...["71#"], ...["75#"]])) || compare("=", [countCodePoints(toOneText(getChildren(n, "cbc:PaymentID")))], [...[18], ...[19]]))]
];
} },
{ matchers: [["cac:InvoiceLine", (n) => getParent(n, "ubl:Invoice").some((n) => true) && GLOBAL_15(n)], ["cac:CreditNoteLine", (n) => getParent(n, "cn:CreditNote").some((n) => true) && GLOBAL_15(n)]], check: (n) => {
const $classification = once(() => step(step(getChildren(n, "cac:Item"), getChildren, "cac:CommodityClassification"), getChildren, "cbc:ItemClassificationCode"));
return [
[["DK-R-003", "warning", "The UNSPSC codes (BT-158) of a Danish seller should be of version 19.05.01 or 26.08.01."], () => (!someTextIs(step($classification(), getAttributes, "listID"), "TST") || compare("=", step($classification(), getAttributes, "listVersionID"), [...["19.05.01"], ...["19.0501"], ...["26.08.01"], ...["26.0801"]]))]
];
} },
{ matchers: [["cac:AllowanceCharge", (n) => GLOBAL_15(n)]], check: (n) => {
const $reason = once(() => getChildren(n, "cbc:AllowanceChargeReason"));
return [
[["DK-R-004", "fatal", "A Danish tax other than VAT (reason code ZZZ) needs as its reason four digits, or a text with # inside."], () => ((!someTextIs(getChildren(n, "cbc:AllowanceChargeReasonCode"), "ZZZ") || ((holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText(step($reason(), getChildren, "text()")))), 4)) && holds(">=", compareNumbers(toNumberOrNaN($reason()), 0))) && holds("<=", compareNumbers(toNumberOrNaN($reason()), 9999)))) || ((contains(toOneText($reason()), "#") && !startsWith(toOneText($reason()), "#")) && !endsWith(toOneText($reason()), "#")))]
];
} }
],
[
{ matchers: [["cac:PartyTaxScheme", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && (GLOBAL_12(n) === "IT")) && (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) !== "VAT")]], check: (n) => [
[["IT-R-001", "fatal", "The tax registration (BT-32) of an Italian seller has 11 to 16 capital letters and digits."], () => matchesPattern(normalizeSpace(toOneText(getChildren(n, "cbc:CompanyID"))), "^[A-Z0-9]{11,16}$")]
] },
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && (GLOBAL_12(n) === "IT")]], check: (n) => [
[["IT-R-002", "fatal", "The address of an Italian seller needs a street (BT-35)."], () => (step(getChildren(n, "cac:PostalAddress"), getChildren, "cbc:StreetName").length > 0)],
[["IT-R-003", "fatal", "The address of an Italian seller needs a city (BT-37)."], () => (step(getChildren(n, "cac:PostalAddress"), getChildren, "cbc:CityName").length > 0)],
[["IT-R-004", "fatal", "The address of an Italian seller needs a post code (BT-38)."], () => (step(getChildren(n, "cac:PostalAddress"), getChildren, "cbc:PostalZone").length > 0)]
] }
],
[
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && someTextIs(step(step(getChildren(n, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "SE") && compare("=", getChildren(n, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")).flatMap((n) => [substring(toOneText(getChildren(n, "cbc:CompanyID")), 1, 2)]), ["SE"])]], check: (n) => {
const $vat = once(() => step(getChildren(n, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")), getChildren, "cbc:CompanyID"));
return [
[["SE-R-001", "fatal", "A Swedish VAT identifier (BT-31) has 14 characters."], () => holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText($vat()))), 14))],
[["SE-R-002", "fatal", "A Swedish VAT identifier (BT-31) has 12 digits after SE."], () => (toText(toNumberOrNaN([substring(toOneText($vat()), 3, 12)])) !== "NaN")]
];
} },
{ matchers: [["cac:PartyLegalEntity", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && someTextIs(step(step(getChildren(n, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "SE")) && (getChildren(n, "cbc:CompanyID").length > 0)]], check: (n) => [
[["SE-R-003", "fatal", "A Swedish organization number (BT-30) has digits only."], () => (toText(toNumberOrNaN(getChildren(n, "cbc:CompanyID"))) !== "NaN")],
[["SE-R-004", "fatal", "A Swedish organization number (BT-30) has 10 digits."], () => holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText(getChildren(n, "cbc:CompanyID")))), 10))],
[["SE-R-013", "fatal", "The last digit of a Swedish organization number (BT-30) must be its check digit."], () => (matchesPattern(normalizeSpace(toOneText(getChildren(n, "cbc:CompanyID"))), "^[0-9]+$") && checks["swedish-number"](substring(normalizeSpace(toOneText(getChildren(n, "cbc:CompanyID"))), 1, 10)))]
] },
{ matchers: [["cbc:CompanyID", (n) => getParent(n, "cac:PartyTaxScheme").some((n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && someTextIs(step(step(getChildren(n, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "SE") && (step(getChildren(n, "cac:PartyLegalEntity"), getChildren, "cbc:CompanyID").length > 0)) && (normalizeSpace(upperCase(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID")))) !== "VAT"))]], check: (n) => [
[["SE-R-005", "fatal", "The tax registration (BT-32) of a Swedish seller must be \"Godkänd för F-skatt\"."], () => (normalizeSpace(upperCase(toOneText([n]))) === "GODKÄND FÖR F-SKATT")]
] },
{ matchers: [["cac:TaxCategory", (n) => (GLOBAL_19(n).length > 0) && someTextIs(getChildren(n, "cbc:ID"), "S")], ["cac:ClassifiedTaxCategory", (n) => (GLOBAL_19(n).length > 0) && someTextIs(getChildren(n, "cbc:ID"), "S")]], check: (n) => [
[["SE-R-006", "fatal", "The standard rate of a Swedish seller is 6, 12 or 25 percent."], () => compare("=", [toNumberOrNaN(getChildren(n, "cbc:Percent"))], [...[6], ...[12], ...[25]])]
] },
{ matchers: [["cbc:ID", (n) => getParent(n, "cac:PayeeFinancialAccount").some((n) => getParent(n, "cac:PaymentMeans").some((n) => (GLOBAL_18(n).length > 0) && (normalizeSpace(toOneText(getChildren(n, "cbc:PaymentMeansCode"))) === "30") && (normalizeSpace(toOneText(step(step(getChildren(n, "cac:PayeeFinancialAccount"), getChildren, "cac:FinancialInstitutionBranch"), getChildren, "cbc:ID"))) === "SE:PLUSGIRO")))]], check: (n) => [
[["SE-R-007", "warning", "A Plusgiro account (BT-84) has digits only."], () => (toText(toNumberOrNaN([normalizeSpace(toOneText([n]))])) !== "NaN")],
[["SE-R-010", "warning", "A Plusgiro account (BT-84) has 2 to 8 digits."], () => compare("=", [countCodePoints(normalizeSpace(toOneText([n])))], toRange(2, 8))]
] },
{ matchers: [["cbc:ID", (n) => getParent(n, "cac:PayeeFinancialAccount").some((n) => getParent(n, "cac:PaymentMeans").some((n) => (GLOBAL_18(n).length > 0) && (normalizeSpace(toOneText(getChildren(n, "cbc:PaymentMeansCode"))) === "30") && (normalizeSpace(toOneText(step(step(getChildren(n, "cac:PayeeFinancialAccount"), getChildren, "cac:FinancialInstitutionBranch"), getChildren, "cbc:ID"))) === "SE:BANKGIRO")))]], check: (n) => [
[["SE-R-008", "warning", "A Bankgiro account (BT-84) has digits only."], () => (toText(toNumberOrNaN([normalizeSpace(toOneText([n]))])) !== "NaN")],
[["SE-R-009", "warning", "A Bankgiro account (BT-84) has 7 or 8 digits."], () => compare("=", [countCodePoints(normalizeSpace(toOneText([n])))], [...[7], ...[8]])]
] },
{ matchers: [["cac:PaymentMeans", (n) => (GLOBAL_18(n).length > 0) && compare("=", getChildren(n, "cbc:PaymentMeansCode"), [...["50"], ...["56"]])]], check: (n) => [
[["SE-R-011", "warning", "A Swedish seller should state Bankgiro or Plusgiro as payment means 30 (BT-81) with SE:BANKGIRO or SE:PLUSGIRO as the payment service provider (BT-86)."], () => false]
] },
{ matchers: [["cac:PaymentMeans", (n) => (GLOBAL_18(n).length > 0) && someTextIs(step(step(step(GLOBAL_2(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "SE") && someTextIs(getChildren(n, "cbc:PaymentMeansCode"), "31")]], check: (n) => [
[["SE-R-012", "warning", "A credit transfer between Swedish parties should have the payment means 30 (BT-81)."], () => false]
] }
],
[
{ matchers: [["cbc:ID", (n) => getParent(n, "ubl:Invoice").some((n) => true) && GLOBAL_16(n)], ["cbc:ID", (n) => getParent(n, "cn:CreditNote").some((n) => true) && GLOBAL_16(n)]], check: (n) => {
const $segments = once(() => tokenize(toOneText([n]), "\\|"));
const $day = once(() => tokenize(toOneText(takeAt($segments(), (n, index, size) => 2)), "/"));
const $issued = once(() => tokenize(toOneText(step(step([getRoot(n)], getChildren, "*"), getChildren, "cbc:IssueDate")), "-"));
return [
[["GR-R-001-1", "fatal", "The number (BT-1) of a Greek seller's invoice has 6 segments."], () => holds("=", compareNumbers($segments().length, 6))],
[["GR-R-001-2", "fatal", "The first segment of a Greek seller's invoice number (BT-1) is the tax number (TIN) of the seller (BT-31) or its representative (BT-63)."], () => ((holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText(takeAt($segments(), (n, index, size) => 1)))), 9)) && checks["greek-number"](toOneText(takeAt($segments(), (n, index, size) => 1)))) && compare("=", takeAt($segments(), (n, index, size) => 1), step(sortNodes([...GLOBAL_1(n), ...GLOBAL_3(n)]), getChildren, "cac:PartyTaxScheme").filter((n) => someTextIs(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"), "VAT")).flatMap((n) => [substring(toOneText(getChildren(n, "cbc:CompanyID")), 3, 9)])))],
[["GR-R-001-3", "fatal", "The second segment of a Greek seller's invoice number (BT-1) is the date of issue (BT-2) as DD/MM/YYYY."], () => ((compare("=", takeAt($day(), (n, index, size) => 1), takeAt($issued(), (n, index, size) => 3)) && compare("=", takeAt($day(), (n, index, size) => 2), takeAt($issued(), (n, index, size) => 2))) && compare("=", takeAt($day(), (n, index, size) => 3), takeAt($issued(), (n, index, size) => 1)))],
[["GR-R-001-4", "fatal", "The third segment of a Greek seller's invoice number (BT-1) is a whole number."], () => (isCastable(castInteger, takeAt($segments(), (n, index, size) => 3)) && compare(">=", toItems(castOptional(castInteger, takeAt($segments(), (n, index, size) => 3))), [0]))],
[["GR-R-001-5", "fatal", "The fourth segment of a Greek seller's invoice number (BT-1) is a Greek type of document: 1.1, 1.6, 2.1, 2.4, 5.1 or 5.2."], () => compare("=", takeAt($segments(), (n, index, size) => 4), [...["1.1"], ...["1.6"], ...["2.1"], ...["2.4"], ...["5.1"], ...["5.2"]])],
[["GR-R-001-6", "fatal", "The fifth segment of a Greek seller's invoice number (BT-1) must not be empty."], () => holds(">", compareNumbers(countCodePoints(toOneText(takeAt($segments(), (n, index, size) => 5))), 0))],
[["GR-R-001-7", "fatal", "The sixth segment of a Greek seller's invoice number (BT-1) must not be empty."], () => holds(">", compareNumbers(countCodePoints(toOneText(takeAt($segments(), (n, index, size) => 6))), 0))]
];
} },
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingSupplierParty").some((n) => GLOBAL_16(n))]], check: (n) => {
const $vat = once(() => step(getChildren(n, "cac:PartyTaxScheme").filter((n) => (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) === "VAT")), getChildren, "cbc:CompanyID"));
return [
[["GR-R-002", "fatal", "A Greek seller must state its registered name (BT-28)."], () => holds(">", compareNumbers(countCodePoints(toOneText(step(getChildren(n, "cac:PartyName"), getChildren, "cbc:Name"))), 0))],
[["GR-S-011", "warning", "The VAT identifier (BT-31) of a Greek seller is EL and a valid tax number."], () => ((holds("=", compareNumbers($vat().length, 1)) && startsWith(toOneText($vat()), "EL")) && checks["greek-number"](substring(toOneText($vat()), 3)))]
];
} },
{ matchers: [["cbc:CompanyID", (n) => getParent(n, "cac:PartyTaxScheme").some((n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => GLOBAL_16(n))) && (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) === "VAT"))]], check: (n) => [
[["GR-R-003", "fatal", "The VAT identifier (BT-31) of a Greek seller is EL and a valid tax number."], () => (startsWith(toOneText([n]), "EL") && checks["greek-number"](substring(toOneText([n]), 3)))]
] },
{ matchers: [["ubl:Invoice", (n) => GLOBAL_16(n) && someTextIs(step(step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "GR")], ["cn:CreditNote", (n) => GLOBAL_16(n) && someTextIs(step(step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "GR")]], check: (n) => {
const $links = once(() => getChildren(n, "cac:AdditionalDocumentReference").filter((n) => someTextIs(getChildren(n, "cbc:DocumentDescription"), "##INVOICE|URL##")).length);
return [
[["GR-R-004-1", "fatal", "A Greek seller must state exactly one MARK number (BT-122 with the description ##M.AR.K##)."], () => holds("=", compareNumbers(getChildren(n, "cac:AdditionalDocumentReference").filter((n) => someTextIs(getChildren(n, "cbc:DocumentDescription"), "##M.AR.K##")).length, 1))],
[["GR-S-008-1", "warning", "A Greek seller should state one URL of the invoice (BT-124 with the description ##INVOICE|URL##)."], () => holds("=", compareNumbers($links(), 1))],
[["GR-R-008-2", "fatal", "A Greek seller states at most one URL of the invoice (BT-124)."], () => holds("<=", compareNumbers($links(), 1))]
];
} },
{ matchers: [["cbc:ID", (n) => getParent(n, "cac:AdditionalDocumentReference").some((n) => GLOBAL_16(n) && someTextIs(step(step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode"), "GR") && someTextIs(getChildren(n, "cbc:DocumentDescription"), "##M.AR.K##"))]], check: (n) => [
[["GR-R-004-2", "fatal", "The MARK number (BT-122) of a Greek seller is a positive whole number."], () => matchesPattern(toOneText([n]), "^[1-9]")]
] },
{ matchers: [["cac:AdditionalDocumentReference", (n) => GLOBAL_16(n) && someTextIs(getChildren(n, "cbc:DocumentDescription"), "##INVOICE|URL##")]], check: (n) => [
[["GR-R-008-3", "fatal", "The URL of a Greek seller's invoice (BT-124) is missing."], () => (normalizeSpace(toOneText(step(step(getChildren(n, "cac:Attachment"), getChildren, "cac:ExternalReference"), getChildren, "cbc:URI"))) !== "")]
] },
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingCustomerParty").some((n) => GLOBAL_16(n))]], check: (n) => [
[["GR-R-005", "fatal", "A Greek seller must state the full name of the buyer (BT-45)."], () => holds(">", compareNumbers(countCodePoints(toOneText(step(getChildren(n, "cac:PartyName"), getChildren, "cbc:Name"))), 0))]
] },
{ matchers: [["cbc:EndpointID", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true) && ((GLOBAL_11(n) === "GR") || (GLOBAL_11(n) === "EL")))]], check: (n) => [
[["GR-R-009", "fatal", "The electronic address (BT-34) of a Greek seller is a valid tax number with the scheme 9933."], () => (someTextIs(getAttributes(n, "schemeID"), "9933") && checks["greek-number"](toOneText([n])))]
] }
],
[
{ matchers: [["cac:Party", (n) => getParent(n, "cac:AccountingCustomerParty").some((n) => GLOBAL_17(n))]], check: (n) => {
const $vat = once(() => step(getChildren(n, "cac:PartyTaxScheme").filter((n) => (normalizeSpace(toOneText(step(getChildren(n, "cac:TaxScheme"), getChildren, "cbc:ID"))) === "VAT")), getChildren, "cbc:CompanyID"));
return [
[["GR-R-006", "fatal", "The VAT identifier (BT-48) of a Greek seller's Greek buyer is EL and a valid tax number."], () => ((holds("=", compareNumbers($vat().length, 1)) && startsWith(toOneText($vat()), "EL")) && checks["greek-number"](substring(toOneText($vat()), 3)))]
];
} },
{ matchers: [["cbc:EndpointID", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingCustomerParty").some((n) => GLOBAL_17(n)))]], check: (n) => [
[["GR-R-010", "fatal", "The electronic address (BT-49) of a Greek seller's Greek buyer is a valid tax number with the scheme 9933."], () => (someTextIs(getAttributes(n, "schemeID"), "9933") && checks["greek-number"](toOneText([n])))]
] }
],
[
{ matchers: [["ubl:Invoice", (n) => (GLOBAL_7(n) === "IS")], ["cn:CreditNote", (n) => (GLOBAL_7(n) === "IS")]], check: (n) => {
const $claim = once(() => getChildren(n, "cac:PaymentMeans").filter((n) => someTextIs(getChildren(n, "cbc:PaymentMeansCode"), "9")));
const $transfer = once(() => getChildren(n, "cac:PaymentMeans").filter((n) => someTextIs(getChildren(n, "cbc:PaymentMeansCode"), "42")));
const $last = once(() => getChildren(n, "cac:AdditionalDocumentReference").filter((n) => someTextIs(getChildren(n, "cbc:DocumentDescription"), "EINDAGI")));
return [
[["IS-R-001", "warning", "The type (BT-3) of an Icelandic seller's invoice should be 380 or 381."], () => compare("=", [...[normalizeSpace(toOneText(getChildren(n, "cbc:InvoiceTypeCode")))], ...[normalizeSpace(toOneText(getChildren(n, "cbc:CreditNoteTypeCode")))]], [...["380"], ...["381"]])],
[["IS-R-002", "fatal", "An Icelandic seller must state its legal registration (BT-30) with the scheme 0196."], () => someTextIs(step(step(step(GLOBAL_1(n), getChildren, "cac:PartyLegalEntity"), getChildren, "cbc:CompanyID"), getAttributes, "schemeID"), "0196")],
[["IS-R-003", "fatal", "The address of an Icelandic seller needs a street (BT-35) and a post code (BT-38)."], () => ((step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cbc:StreetName").length > 0) && (step(step(GLOBAL_1(n), getChildren, "cac:PostalAddress"), getChildren, "cbc:PostalZone").length > 0))],
[["IS-R-006", "fatal", "The payment means 9 of an Icelandic seller needs an account (BT-84) of 12 digits."], () => (!($claim().length > 0) || holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText(step(step($claim(), getChildren, "cac:PayeeFinancialAccount"), getChildren, "cbc:ID")))), 12)))],
[["IS-R-007", "fatal", "The payment means 42 of an Icelandic seller needs an account (BT-84) of 12 digits."], () => (!($transfer().length > 0) || holds("=", compareNumbers(countCodePoints(normalizeSpace(toOneText(step(step($transfer(), getChildren, "cac:PayeeFinancialAccount"), getChildren, "cbc:ID")))), 12)))],
[["IS-R-008", "fatal", "The last day of payment (BT-122 with the description EINDAGI) must be a date as YYYY-MM-DD."], () => (!($last().length > 0) || (holds("=", compareNumbers(countCodePoints(toOneText(step($last(), getChildren, "cbc:ID"))), 10)) && isCastable(castDate, step($last(), getChildren, "cbc:ID"))))],
[["IS-R-009", "fatal", "An Icelandic invoice with a last day of payment (EINDAGI) needs a due date (BT-9)."], () => (!($last().length > 0) || (getChildren(n, "cbc:DueDate").length > 0))],
[["IS-R-010", "fatal", "The last day of payment (BT-122 with the description EINDAGI) must not be before the due date (BT-9)."], () => (!($last().length > 0) || compare("<=", getChildren(n, "cbc:DueDate"), step($last(), getChildren, "cbc:ID")))]
];
} },
{ matchers: [["cac:AccountingCustomerParty", (n) => getParent(n, "ubl:Invoice").some((n) => true) && (GLOBAL_7(n) === "IS") && (GLOBAL_8(n) === "IS")], ["cac:AccountingCustomerParty", (n) => getParent(n, "cn:CreditNote").some((n) => true) && (GLOBAL_7(n) === "IS") && (GLOBAL_8(n) === "IS")]], check: (n) => [
[["IS-R-004", "fatal", "The legal registration (BT-47) of an Icelandic seller's Icelandic buyer, with the scheme 0196, is missing."], () => someTextIs(step(step(step(getChildren(n, "cac:Party"), getChildren, "cac:PartyLegalEntity"), getChildren, "cbc:CompanyID"), getAttributes, "schemeID"), "0196")],
[["IS-R-005", "fatal", "The address of an Icelandic seller's Icelandic buyer needs a street (BT-50) and a post code (BT-53)."], () => ((step(step(getChildren(n, "cac:Party"), getChildren, "cac:PostalAddress"), getChildren, "cbc:StreetName").length > 0) && (step(step(getChildren(n, "cac:Party"), getChildren, "cac:PostalAddress"), getChildren, "cbc:PostalZone").length > 0))]
] }
],
[
{ matchers: [["cbc:CreditNoteTypeCode", (n) => GLOBAL_22(n)]], check: (n) => [
[["NL-R-001", "fatal", "A Dutch seller's credit note must name the invoice that it corrects (BT-25)."], () => (step(step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:BillingReference"), getChildren, "cac:InvoiceDocumentReference"), getChildren, "cbc:ID").length > 0)]
] },
{ matchers: [["cac:PostalAddress", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true)) && GLOBAL_22(n)]], check: (n) => [
[["NL-R-002", "fatal", "The address of a Dutch seller needs a street (BT-35), a city (BT-37) and a post code (BT-38)."], () => (((getChildren(n, "cbc:StreetName").length > 0) && (getChildren(n, "cbc:CityName").length > 0)) && (getChildren(n, "cbc:PostalZone").length > 0))]
] },
{ matchers: [["cbc:CompanyID", (n) => getParent(n, "cac:PartyLegalEntity").some((n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true))) && GLOBAL_22(n)]], check: (n) => [
[["NL-R-003", "fatal", "The legal registration (BT-30) of a Dutch seller is a KVK number (scheme 0106) or an OIN (0190)."], () => (compare("=", getAttributes(n, "schemeID"), [...["0106"], ...["0190"]]) && (normalizeSpace(toOneText([n])) !== ""))]
] },
{ matchers: [["cac:PostalAddress", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingCustomerParty").some((n) => true)) && GLOBAL_23(n)]], check: (n) => [
[["NL-R-004", "fatal", "The address of a Dutch seller's Dutch buyer needs a street (BT-50), a city (BT-52) and a post code (BT-53)."], () => (((getChildren(n, "cbc:StreetName").length > 0) && (getChildren(n, "cbc:CityName").length > 0)) && (getChildren(n, "cbc:PostalZone").length > 0))]
] },
{ matchers: [["cbc:CompanyID", (n) => getParent(n, "cac:PartyLegalEntity").some((n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingCustomerParty").some((n) => true))) && GLOBAL_23(n)]], check: (n) => [
[["NL-R-005", "fatal", "The legal registration (BT-47) of a Dutch seller's Dutch buyer is a KVK number (scheme 0106) or an OIN (0190)."], () => (compare("=", getAttributes(n, "schemeID"), [...["0106"], ...["0190"]]) && (normalizeSpace(toOneText([n])) !== ""))]
] },
{ matchers: [["cac:PostalAddress", (n) => getParent(n, "cac:TaxRepresentativeParty").some((n) => true) && GLOBAL_22(n) && (upperCase(normalizeSpace(toOneText(step(step(step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:TaxRepresentativeParty"), getChildren, "cac:PostalAddress"), getChildren, "cac:Country"), getChildren, "cbc:IdentificationCode")))) === "NL")]], check: (n) => [
[["NL-R-006", "fatal", "The address of a Dutch seller's Dutch tax representative needs a street (BT-64), a city (BT-66) and a post code (BT-67)."], () => (((getChildren(n, "cbc:StreetName").length > 0) && (getChildren(n, "cbc:CityName").length > 0)) && (getChildren(n, "cbc:PostalZone").length > 0))]
] },
{ matchers: [["cac:LegalMonetaryTotal", (n) => GLOBAL_22(n)]], check: (n) => [
[["NL-R-007", "fatal", "A Dutch seller must state a means of payment (BG-16) where the buyer pays."], () => (((sortNodes(step([getRoot(n)], getDescendants, "cac:PaymentMeans")).length > 0) || ((step([getRoot(n)], getChildren, "ubl:Invoice").length > 0) && compare("<=", toItems(castOptional(castDecimal, getChildren(n, "cbc:PayableAmount"))), [0]))) || ((step([getRoot(n)], getChildren, "cn:CreditNote").length > 0) && compare(">=", toItems(castOptional(castDecimal, getChildren(n, "cbc:PayableAmount"))), [0])))]
] },
{ matchers: [["cac:PaymentMeans", (n) => GLOBAL_23(n)]], check: (n) => [
[["NL-R-008", "fatal", "The payment means (BT-81) between Dutch parties must be 30, 48, 49, 57, 58 or 59."], () => compare("=", [normalizeSpace(toOneText(getChildren(n, "cbc:PaymentMeansCode")))], [...["30"], ...["48"], ...["49"], ...["57"], ...["58"], ...["59"]])]
] },
{ matchers: [["cbc:LineID", (n) => getParent(n, "cac:OrderLineReference").some((n) => true) && GLOBAL_22(n)]], check: (n) => [
[["NL-R-009", "fatal", "A Dutch seller's reference to a line of an order (BT-132) needs the purchase order reference (BT-13)."], () => (step(step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:OrderReference"), getChildren, "cbc:ID").length > 0)]
] }
],
[
{ matchers: [["ubl:Invoice", (n) => GLOBAL_14(n)], ["cn:CreditNote", (n) => GLOBAL_14(n)]], check: (n) => {
const $mandates = once(() => step(getChildren(n, "cac:PaymentMeans"), getChildren, "cac:PaymentMandate"));
const $categories = once(() => sortNodes([...step(step(getChildren(n, "cac:AllowanceCharge").filter((n) => compare("=", getChildren(n, "cbc:ChargeIndicator"), [...["true"], ...["false"]])), getChildren, "cac:TaxCategory"), getChildren, "cbc:ID"), ...step(step(step(sortNodes([...getChildren(n, "cac:InvoiceLine"), ...getChildren(n, "cac:CreditNoteLine")]), getChildren, "cac:Item"), getChildren, "cac:ClassifiedTaxCategory"), getChildren, "cbc:ID")]));
const $types = once(() => [...["326"], ...["380"], ...["381"], ...["384"], ...["389"], ...["875"], ...["876"], ...["877"]]);
return [
[["DE-R-001", "fatal", "An invoice between German parties needs payment instructions (BG-16)."], () => (getChildren(n, "cac:PaymentMeans").length > 0)],
[["DE-R-015", "fatal", "An invoice between German parties needs a buyer reference (BT-10)."], () => (getChildren(n, "cbc:BuyerReference").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-016", "fatal", "An invoice with VAT needs the seller's VAT identifier (BT-31), its tax registration (BT-32) or its tax representative (BG-11)."], () => ((!compare("=", $categories(), [...["S"], ...["Z"], ...["E"], ...["AE"], ...["K"], ...["G"], ...["L"], ...["M"]]) || (GLOBAL_3(n).length > 0)) || (step(step(GLOBAL_1(n), getChildren, "cac:PartyTaxScheme"), getChildren, "cbc:CompanyID").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0))],
[["DE-R-017", "warning", "The type (BT-3) of an invoice between German parties should be 326, 380, 381, 384, 389, 875, 876 or 877."], () => (compare("=", getChildren(n, "cbc:InvoiceTypeCode"), $types()) || compare("=", getChildren(n, "cbc:CreditNoteTypeCode"), $types()))],
[["DE-R-018", "fatal", "A cash discount in the payment terms (BT-20) is a line such as #SKONTO#TAGE=14#PROZENT=2.00# or #SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#, and each such line ends with a line break."], () => getChildren(n, "cac:PaymentTerms").flatMap((n) => takeAt(getChildren(n, "cbc:Note"), (n, index, size) => 1)).flatMap((n) => tokenize(toOneText([n]), "(\\r?\\n)").filter((n) => startsWith(normalizeSpace(toOneText([n])), "#"))).every(($line) => (matchesPattern(normalizeSpace(toOneText([$line])), TEXT_2) && matchesPattern(toOneText(getChildren(n, "cac:PaymentTerms").flatMap((n) => takeAt(getChildren(n, "cbc:Note"), (n, index, size) => 1)).flatMap((n) => takeAt(tokenize(toOneText([n]), "#.+#"), (n, index, size) => size))), "^\\s*\\n")))],
[["DE-R-022", "fatal", "Attached documents (BT-125) need different file names."], () => !(getChildren(n, "cac:AdditionalDocumentReference").filter((n) => compare("=", step(step(getChildren(n, "cac:Attachment"), getChildren, "cbc:EmbeddedDocumentBinaryObject"), getAttributes, "filename"), step(step(step(getPrecedingSiblings(n, "cac:AdditionalDocumentReference"), getChildren, "cac:Attachment"), getChildren, "cbc:EmbeddedDocumentBinaryObject"), getAttributes, "filename"))).length > 0)],
[["DE-R-026", "warning", "A corrected invoice (BT-3 is 384) should name the invoice that it corrects (BG-3)."], () => (!(compare("=", getChildren(n, "cbc:InvoiceTypeCode"), [384]) || compare("=", getChildren(n, "cbc:CreditNoteTypeCode"), [384])) || (step(getChildren(n, "cac:BillingReference"), getChildren, "cac:InvoiceDocumentReference").length > 0))],
[["DE-R-030", "fatal", "A direct debit (BG-19) needs the creditor identifier (BT-90)."], () => (!($mandates().length > 0) || (step(step(sortNodes([...GLOBAL_1(n), ...step(step([getRoot(n)], getChildren, "*"), getChildren, "cac:PayeeParty")]), getChildren, "cac:PartyIdentification"), getChildren, "cbc:ID").filter((n) => someTextIs(getAttributes(n, "schemeID"), "SEPA")).length > 0))],
[["DE-R-031", "fatal", "A direct debit (BG-19) needs the debited account (BT-91)."], () => (!($mandates().length > 0) || (step(step($mandates(), getChildren, "cac:PayerFinancialAccount"), getChildren, "cbc:ID").length > 0))]
];
} },
{ matchers: [["cac:AccountingSupplierParty", (n) => GLOBAL_14(n)]], check: (n) => [
[["DE-R-002", "fatal", "An invoice between German parties needs the seller's contact (BG-6)."], () => (step(getChildren(n, "cac:Party"), getChildren, "cac:Contact").length > 0)]
] },
{ matchers: [["cac:PostalAddress", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true)) && GLOBAL_14(n)]], check: (n) => [
[["DE-R-003", "fatal", "The seller's city (BT-37) is missing."], () => (getChildren(n, "cbc:CityName").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-004", "fatal", "The seller's post code (BT-38) is missing."], () => (getChildren(n, "cbc:PostalZone").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)]
] },
{ matchers: [["cac:Contact", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingSupplierParty").some((n) => true)) && GLOBAL_14(n)]], check: (n) => [
[["DE-R-005", "fatal", "The seller's contact point (BT-41) is missing."], () => (getChildren(n, "cbc:Name").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-006", "fatal", "The telephone number of the seller's contact (BT-42) is missing."], () => (getChildren(n, "cbc:Telephone").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-007", "fatal", "The email address of the seller's contact (BT-43) is missing."], () => (getChildren(n, "cbc:ElectronicMail").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-027", "warning", "The telephone number of the seller's contact (BT-42) should have at least three digits."], () => matchesPattern(normalizeSpace(toOneText(getChildren(n, "cbc:Telephone"))), "[0-9].*[0-9].*[0-9]")],
[["DE-R-028", "warning", "The email address of the seller's contact (BT-43) should be a valid one."], () => checks["email"](normalizeSpace(toOneText(getChildren(n, "cbc:ElectronicMail"))))]
] },
{ matchers: [["cac:PostalAddress", (n) => getParent(n, "cac:Party").some((n) => getParent(n, "cac:AccountingCustomerParty").some((n) => true)) && GLOBAL_14(n)]], check: (n) => [
[["DE-R-008", "fatal", "The buyer's city (BT-52) is missing."], () => (getChildren(n, "cbc:CityName").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-009", "fatal", "The buyer's post code (BT-53) is missing."], () => (getChildren(n, "cbc:PostalZone").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)]
] },
{ matchers: [["cac:Address", (n) => getParent(n, "cac:DeliveryLocation").some((n) => getParent(n, "cac:Delivery").some((n) => getParent(n, "ubl:Invoice").some((n) => true))) && GLOBAL_14(n)], ["cac:Address", (n) => getParent(n, "cac:DeliveryLocation").some((n) => getParent(n, "cac:Delivery").some((n) => getParent(n, "cn:CreditNote").some((n) => true))) && GLOBAL_14(n)]], check: (n) => [
[["DE-R-010", "fatal", "The city of the delivery address (BT-77) is missing."], () => (getChildren(n, "cbc:CityName").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)],
[["DE-R-011", "fatal", "The post code of the delivery address (BT-78) is missing."], () => (getChildren(n, "cbc:PostalZone").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)]
] },
{ matchers: [["cac:PaymentMeans", (n) => GLOBAL_14(n) && compare("=", getChildren(n, "cbc:PaymentMeansCode"), [...[30], ...[58]])]], check: (n) => [
[["DE-R-019", "warning", "The account of a SEPA credit transfer (BT-84) should be a valid IBAN."], () => (!someTextIs(getChildren(n, "cbc:PaymentMeansCode"), "58") || checks["iban"](toOneText(step(getChildren(n, "cac:PayeeFinancialAccount"), getChildren, "cbc:ID"))))],
[["DE-R-023-1", "fatal", "The payment means 30 and 58 need a credit transfer (BG-17)."], () => (getChildren(n, "cac:PayeeFinancialAccount").length > 0)],
[["DE-R-023-2", "fatal", "The payment means 30 and 58 have neither a payment card (BG-18) nor a direct debit (BG-19)."], () => (!(getChildren(n, "cac:CardAccount").length > 0) && !(getChildren(n, "cac:PaymentMandate").length > 0))]
] },
{ matchers: [["cac:PaymentMeans", (n) => GLOBAL_14(n) && compare("=", getChildren(n, "cbc:PaymentMeansCode"), [...[48], ...[54], ...[55]])]], check: (n) => [
[["DE-R-024-1", "fatal", "The payment means 48, 54 and 55 need a payment card (BG-18)."], () => (getChildren(n, "cac:CardAccount").length > 0)],
[["DE-R-024-2", "fatal", "The payment means 48, 54 and 55 have neither a credit transfer (BG-17) nor a direct debit (BG-19)."], () => (!(getChildren(n, "cac:PayeeFinancialAccount").length > 0) && !(getChildren(n, "cac:PaymentMandate").length > 0))]
] },
{ matchers: [["cac:PaymentMeans", (n) => GLOBAL_14(n) && compare("=", getChildren(n, "cbc:PaymentMeansCode"), [59])]], check: (n) => [
[["DE-R-020", "warning", "The debited account of a SEPA direct debit (BT-91) should be a valid IBAN."], () => (!someTextIs(getChildren(n, "cbc:PaymentMeansCode"), "59") || checks["iban"](toOneText(step(step(getChildren(n, "cac:PaymentMandate"), getChildren, "cac:PayerFinancialAccount"), getChildren, "cbc:ID"))))],
[["DE-R-025-1", "fatal", "The payment means 59 needs a direct debit (BG-19)."], () => (getChildren(n, "cac:PaymentMandate").length > 0)],
[["DE-R-025-2", "fatal", "The payment means 59 has neither a credit transfer (BG-17) nor a payment card (BG-18)."], () => (!(getChildren(n, "cac:PayeeFinancialAccount").length > 0) && !(getChildren(n, "cac:CardAccount").length > 0))]
] },
{ matchers: [["cac:TaxSubtotal", (n) => getParent(n, "cac:TaxTotal").some((n) => getParent(n, "ubl:Invoice").some((n) => true)) && GLOBAL_14(n)], ["cac:TaxSubtotal", (n) => getParent(n, "cac:TaxTotal").some((n) => getParent(n, "cn:CreditNote").some((n) => true)) && GLOBAL_14(n)]], check: (n) => [
[["DE-R-014", "fatal", "The rate of a VAT category (BT-119) is missing."], () => (step(getChildren(n, "cac:TaxCategory"), getChildren, "cbc:Percent").filter((n) => (normalizeSpace(toOneText([n])) !== "")).length > 0)]
] }
],
[
{ matchers: [["cbc:EmbeddedDocumentBinaryObject", (n) => (getAttributes(n, "mimeCode").length > 0)]], check: (n) => [
[["PEPPOL-EN16931-CL001", "fatal", "An attachment (BT-125) must be PDF, PNG, JPEG, CSV, XLSX or ODS."], () => compare("=", getAttributes(n, "mimeCode"), GLOBAL_24(n))]
] },
{ matchers: [["cbc:AllowanceChargeReasonCode", (n) => getParent(n, "cac:AllowanceCharge").some((n) => someTextIs(getChildren(n, "cbc:ChargeIndicator"), "false"))]], check: (n) => [
[["PEPPOL-EN16931-CL002", "fatal", "The reason code of an allowance (BT-98, BT-140) must be on the list UNTDID 5189 as Peppol uses it."], () => compare("=", [normalizeSpace(toOneText(getChildren(n, "text()")))], GLOBAL_25(n))]
] },
{ matchers: [["cbc:AllowanceChargeReasonCode", (n) => getParent(n, "cac:AllowanceCharge").some((n) => someTextIs(getChildren(n, "cbc:ChargeIndicator"), "true"))]], check: (n) => [
[["PEPPOL-EN16931-CL003", "fatal", "The reason code of a charge (BT-105, BT-145) must be on the list UNTDID 7161."], () => compare("=", [normalizeSpace(toOneText(getChildren(n, "text()")))], GLOBAL_26(n))]
] },
{ matchers: [["cbc:DescriptionCode", (n) => getParent(n, "cac:InvoicePeriod").some((n) => true)]], check: (n) => [
[["PEPPOL-EN16931-CL006", "fatal", "The tax point code (BT-8) must be 3, 35 or 432."], () => compare("=", [normalizeSpace(toOneText(getChildren(n, "text()")))], [...["3"], ...["35"], ...["432"]])]
] },
{ matchers: [["cbc:Amount", (n) => true], ["cbc:BaseAmount", (n) => true], ["cbc:PriceAmount", (n) => true], ["cbc:TaxAmount", (n) => true], ["cbc:TaxableAmount", (n) => true], ["cbc:LineExtensionAmount", (n) => true], ["cbc:TaxExclusiveAmount", (n) => true], ["cbc:TaxInclusiveAmount", (n) => true], ["cbc:AllowanceTotalAmount", (n) => true], ["cbc:ChargeTotalAmount", (n) => true], ["cbc:PrepaidAmount", (n) => true], ["cbc:PayableRoundingAmount", (n) => true], ["cbc:PayableAmount", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-CL007", "fatal", "The currency of an amount must be a code of ISO 4217."], () => compare("=", getAttributes(n, "currencyID"), GLOBAL_27(n))]
] },
{ matchers: [["cbc:InvoiceTypeCode", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-P0100", "fatal", "The type of the invoice (BT-3) is not one of the business process (BT-23)."], () => (compare("!=", GLOBAL_20(n), ["01"]) || compare("=", [normalizeSpace(toOneText(getChildren(n, "text()")))], GLOBAL_29(n)))],
[["PEPPOL-EN16931-P0112", "fatal", "Only an invoice between German parties may have the type 326 or 384 (BT-3)."], () => (!compare("=", [normalizeSpace(toOneText([n]))], [...["326"], ...["384"]]) || GLOBAL_14(n))]
] },
{ matchers: [["cbc:CreditNoteTypeCode", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-P0101", "fatal", "The type of the credit note (BT-3) is not one of the business process (BT-23)."], () => (compare("!=", GLOBAL_20(n), ["01"]) || compare("=", [normalizeSpace(toOneText(getChildren(n, "text()")))], [...["81"], ...["83"], ...["381"], ...["396"], ...["532"]]))]
] },
{ matchers: [["cbc:IssueDate", (n) => true], ["cbc:DueDate", (n) => true], ["cbc:TaxPointDate", (n) => true], ["cbc:StartDate", (n) => true], ["cbc:EndDate", (n) => true], ["cbc:ActualDeliveryDate", (n) => true]], check: (n) => [
[["PEPPOL-EN16931-F001", "fatal", "A date must have the form YYYY-MM-DD."], () => (holds("=", compareNumbers(countCodePoints(toOneText(getChildren(n, "text()"))), 10)) && isCastable(castDate, [n]))]
] },
{ matchers: [["cbc:EndpointID", (n) => (getAttributes(n, "schemeID").length > 0)]], check: (n) => [
[["PEPPOL-EN16931-CL008", "fatal", "The scheme of an electronic address (BT-34, BT-49) must be on Peppol's list."], () => compare("=", getAttributes(n, "schemeID"), GLOBAL_28(n))]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-G")]], check: (n) => [
[["PEPPOL-EN16931-P0104", "fatal", "The exemption VATEX-EU-G (BT-121) needs the VAT category G (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "G")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-O")]], check: (n) => [
[["PEPPOL-EN16931-P0105", "fatal", "The exemption VATEX-EU-O (BT-121) needs the VAT category O (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "O")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-IC")]], check: (n) => [
[["PEPPOL-EN16931-P0106", "fatal", "The exemption VATEX-EU-IC (BT-121) needs the VAT category K (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "K")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-AE")]], check: (n) => [
[["PEPPOL-EN16931-P0107", "fatal", "The exemption VATEX-EU-AE (BT-121) needs the VAT category AE (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "AE")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-D")]], check: (n) => [
[["PEPPOL-EN16931-P0108", "fatal", "The exemption VATEX-EU-D (BT-121) needs the VAT category E (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "E")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-F")]], check: (n) => [
[["PEPPOL-EN16931-P0109", "fatal", "The exemption VATEX-EU-F (BT-121) needs the VAT category E (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "E")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-I")]], check: (n) => [
[["PEPPOL-EN16931-P0110", "fatal", "The exemption VATEX-EU-I (BT-121) needs the VAT category E (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "E")]
] },
{ matchers: [["cac:TaxCategory", (n) => (upperCase(toOneText(getChildren(n, "cbc:TaxExemptionReasonCode"))) === "VATEX-EU-J")]], check: (n) => [
[["PEPPOL-EN16931-P0111", "fatal", "The exemption VATEX-EU-J (BT-121) needs the VAT category E (BT-118)."], () => (normalizeSpace(toOneText(getChildren(n, "cbc:ID"))) === "E")]
] }
]
];
};
