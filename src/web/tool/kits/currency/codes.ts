/** Currencies with rates today, and those that were replaced; a test compares them with the API's list. */
export const CURRENT_CODES =
  "AED AUD BAM BHD BMD BND BRL BTN CAD CHF CNY CVE CZK DKK EUR FKP GBP GGP HKD HUF IDR ILS IMP INR ISK JEP JOD JPY KRW MOP MXN MYR NOK NZD OMR PHP PLN QAR RON SAR SEK SGD SHP THB TMT TRY USD XAF XOF ZAR".split(
    " ",
  );

export const FORMER_CODES =
  "ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE ROL RUB SIT SKK TRL".split(
    " ",
  );

/** Currencies without an ISO code of their own, which ICU has no names for. */
const ISLANDS: Readonly<Record<string, string>> = {
  GGP: "Guernsey Pound",
  IMP: "Isle of Man Pound",
  JEP: "Jersey Pound",
};

const names = new Intl.DisplayNames("en", { type: "currency" });

/** Returns the English name of a currency; the code itself when it has none. */
export function getCurrencyName(code: string): string {
  return ISLANDS[code] ?? (/^[A-Z]{3}$/.test(code) ? (names.of(code) ?? code) : code);
}
