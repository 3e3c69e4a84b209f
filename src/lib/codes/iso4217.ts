/**
 * Active codes of ISO 4217 by their decimals (list one of 2026), without funds, metals and test
 * codes. ICU differs: it has no decimals for AFN, ALL, COP, HUF and others that ISO has two for.
 */
const CODES = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
} as const;

/** The words of a text. Tail recursion, which TypeScript follows further. */
type Split<T extends string, Found = never> = T extends `${infer Word} ${infer Rest}`
  ? Split<Rest, Found | Word>
  : Found | T;

/** An active code of ISO 4217. */
export type CurrencyCode = Split<(typeof CODES)[keyof typeof CODES]>;

const decimalsByCode = new Map<string, number>(
  Object.entries(CODES).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, Number(decimals)]),
  ),
);

/** The active codes in alphabetical order. */
export const CURRENCY_CODES = [...decimalsByCode.keys()].sort() as readonly CurrencyCode[];

const FREQUENT: readonly CurrencyCode[] = [
  "USD",
  "EUR",
  "GBP",
  "INR",
  "JPY",
  "CAD",
  "AUD",
  "CHF",
  "SGD",
  "AED",
];

/** The active codes as forms list them: frequent ones, then the others in alphabetical order. */
export const LISTED_CURRENCIES: readonly CurrencyCode[] = [
  ...FREQUENT,
  ...CURRENCY_CODES.filter((code) => !FREQUENT.includes(code)),
];

/** Returns the decimals of a currency's amounts, or undefined for a code that is not active. */
export function getIsoDecimals(code: string): number | undefined {
  return decimalsByCode.get(code);
}
