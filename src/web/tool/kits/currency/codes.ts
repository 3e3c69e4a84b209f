/**
 * English names of the currencies with rates today, by code; a test compares both lists with the
 * API's.
 */
const CURRENT: Readonly<Record<string, string>> = {
  AED: "United Arab Emirates Dirham",
  AUD: "Australian Dollar",
  BAM: "Bosnia-Herzegovina Convertible Mark",
  BHD: "Bahraini Dinar",
  BMD: "Bermudan Dollar",
  BND: "Brunei Dollar",
  BRL: "Brazilian Real",
  BTN: "Bhutanese Ngultrum",
  CAD: "Canadian Dollar",
  CHF: "Swiss Franc",
  CNY: "Chinese Yuan",
  CVE: "Cape Verdean Escudo",
  CZK: "Czech Koruna",
  DKK: "Danish Krone",
  EUR: "Euro",
  FKP: "Falkland Islands Pound",
  GBP: "British Pound",
  GGP: "Guernsey Pound",
  HKD: "Hong Kong Dollar",
  HUF: "Hungarian Forint",
  IDR: "Indonesian Rupiah",
  ILS: "Israeli New Shekel",
  IMP: "Isle of Man Pound",
  INR: "Indian Rupee",
  ISK: "Icelandic Króna",
  JEP: "Jersey Pound",
  JOD: "Jordanian Dinar",
  JPY: "Japanese Yen",
  KRW: "South Korean Won",
  MOP: "Macanese Pataca",
  MXN: "Mexican Peso",
  MYR: "Malaysian Ringgit",
  NOK: "Norwegian Krone",
  NZD: "New Zealand Dollar",
  OMR: "Omani Rial",
  PHP: "Philippine Peso",
  PLN: "Polish Zloty",
  QAR: "Qatari Riyal",
  RON: "Romanian Leu",
  SAR: "Saudi Riyal",
  SEK: "Swedish Krona",
  SGD: "Singapore Dollar",
  SHP: "St. Helena Pound",
  THB: "Thai Baht",
  TMT: "Turkmenistani Manat",
  TRY: "Turkish Lira",
  USD: "US Dollar",
  XAF: "Central African CFA Franc",
  XOF: "West African CFA Franc",
  ZAR: "South African Rand",
};

/** Names of the currencies that were replaced. */
const FORMER: Readonly<Record<string, string>> = {
  ATS: "Austrian Schilling",
  BEF: "Belgian Franc",
  BGN: "Bulgarian Lev",
  CYP: "Cypriot Pound",
  DEM: "German Mark",
  EEK: "Estonian Kroon",
  ESP: "Spanish Peseta",
  FIM: "Finnish Markka",
  FRF: "French Franc",
  GRD: "Greek Drachma",
  HRK: "Croatian Kuna",
  IEP: "Irish Pound",
  ITL: "Italian Lira",
  LTL: "Lithuanian Litas",
  LUF: "Luxembourgian Franc",
  LVL: "Latvian Lats",
  MTL: "Maltese Lira",
  NLG: "Dutch Guilder",
  PTE: "Portuguese Escudo",
  ROL: "Romanian Leu (1952–2006)",
  RUB: "Russian Ruble",
  SIT: "Slovenian Tolar",
  SKK: "Slovak Koruna",
  TRL: "Turkish Lira (1922–2005)",
};

export const CURRENT_CODES = Object.keys(CURRENT);

export const FORMER_CODES = Object.keys(FORMER);

const NAMES = new Map(Object.entries({ ...CURRENT, ...FORMER }));

/**
 * Returns the English name of a currency; the code itself when it has none. `Intl.DisplayNames`
 * takes a browser longer to load than the rest of the page takes to hydrate.
 */
export function getCurrencyName(code: string): string {
  return NAMES.get(code) ?? code;
}

/** Splits currency codes with commas or spaces between. */
export function splitCodes(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== "");
}
