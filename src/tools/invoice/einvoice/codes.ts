import { COUNTRY_LETTERS } from "../../../lib/codes/iso3166.ts";
import { parseCodes } from "../../../lib/codes/parse-codes.ts";
import { UNITS } from "./unit-codes.ts";

/**
 * ISO 3166-1 alpha-2 and the XI (Northern Ireland) and 1A (Kosovo) of EN 16931 (code lists of
 * 2025-11).
 */
export const COUNTRIES: ReadonlySet<string> = new Set([...COUNTRY_LETTERS, "XI", "1A"]);

/** Electronic address schemes (EAS, version 13). `EM` is an email address. */
export const EAS_SCHEMES = parseCodes(`
  0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183
  0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209
  0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0244 0242 0245 0246
  0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932
  9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951
  9952 9953 9957 9959 AN AQ AS AU EM
`);

/** Schemes of {@link EAS_SCHEMES} that the Peppol network does not accept (BIS Billing 3.0.19). */
const NOT_IN_PEPPOL = parseCodes("0219 0220 0244 0242 0245 0246 0248 AN AQ AS AU EM");

/** Returns true for an address scheme that Peppol delivers to. */
export function isPeppolScheme(scheme: string): boolean {
  return EAS_SCHEMES.has(scheme) && !NOT_IN_PEPPOL.has(scheme);
}

/** Identification schemes (ISO 6523 ICD list), from 0002 to 0248 with gaps. */
export const ICD_SCHEMES = parseCodes(`
  0002 0003 0004 0005 0006 0007 0008 0009 0010 0011 0012 0013 0014 0015 0016 0017 0018 0019 0020
  0021 0022 0023 0024 0025 0026 0027 0028 0029 0030 0031 0032 0033 0034 0035 0036 0037 0038 0039
  0040 0041 0042 0043 0044 0045 0046 0047 0048 0049 0050 0051 0052 0053 0054 0055 0056 0057 0058
  0059 0060 0061 0062 0063 0064 0065 0066 0067 0068 0069 0070 0071 0072 0073 0074 0075 0076 0077
  0078 0079 0080 0081 0082 0083 0084 0085 0086 0087 0088 0089 0090 0091 0093 0094 0095 0096 0097
  0098 0099 0100 0101 0102 0104 0105 0106 0107 0108 0109 0110 0111 0112 0113 0114 0115 0116 0117
  0118 0119 0120 0121 0122 0123 0124 0125 0126 0127 0128 0129 0130 0131 0132 0133 0134 0135 0136
  0137 0138 0139 0140 0141 0142 0143 0144 0145 0146 0147 0148 0149 0150 0151 0152 0153 0154 0155
  0156 0157 0158 0159 0160 0161 0162 0163 0164 0165 0166 0167 0168 0169 0170 0171 0172 0173 0174
  0175 0176 0177 0178 0179 0180 0183 0184 0185 0186 0187 0188 0189 0190 0191 0192 0193 0194 0195
  0196 0197 0198 0199 0200 0201 0202 0203 0204 0205 0206 0207 0208 0209 0210 0211 0212 0213 0214
  0215 0216 0217 0218 0219 0220 0221 0222 0223 0224 0225 0226 0227 0228 0229 0230 0231 0232 0233
  0234 0235 0236 0237 0238 0239 0240 0241 0242 0243 0244 0245 0246 0247 0248
`);

/** Words for the most common units. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  piece: "C62",
  hour: "HUR",
  day: "DAY",
  month: "MON",
  kg: "KGM",
  km: "KMT",
  m: "MTR",
};

const units = parseCodes(UNITS);

/**
 * Returns the UN/ECE code of a unit, or undefined for an unknown one. Words take precedence,
 * because KG is the code of a keg.
 */
export function toUnitCode(unit: string): string | undefined {
  const text = unit.trim();
  const word = Object.hasOwn(UNIT_WORDS, text) ? UNIT_WORDS[text] : undefined;
  if (word !== undefined) return word;
  return units.has(text.toUpperCase()) ? text.toUpperCase() : undefined;
}
