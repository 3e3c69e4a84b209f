import { score } from "../../../shell/search.ts";
import { CURRENT_CODES, FORMER_CODES, getCurrencyName } from "./codes.ts";

const CODES = CURRENT_CODES.concat(FORMER_CODES);

/**
 * Countries of currencies that several share. The code of any other begins with that of its country
 * (ISO 4217).
 */
const SHARED: Readonly<Record<string, string>> = {
  EUR: "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK",
  XAF: "CF CG CM GA GQ TD",
  XOF: "BF BJ CI GW ML NE SN TG",
};

/**
 * Returns the currencies whose code, name or countries contain every word, the best match first;
 * all for no words.
 */
export function findCurrencies(words: string): string[] {
  const scores = new Map(CODES.map((code) => [code, scoreCurrency(code, words)]));
  const getScore = (code: string) => scores.get(code) ?? 0;
  return CODES.filter((code) => getScore(code) > 0).toSorted(
    (left, right) => getScore(right) - getScore(left),
  );
}

function scoreCurrency(code: string, words: string): number {
  const name = getCurrencyName(code);
  const entry = { title: code, keywords: name, summary: listCountries(code) };
  // Twice, because accents may be left out, but a name without any is the better match.
  return (
    score(entry, words) + score({ ...entry, keywords: removeAccents(name) }, removeAccents(words))
  );
}

function listCountries(code: string): string {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const regions = SHARED[code]?.split(" ") ?? [code.slice(0, 2)];
  return regions.map((region) => names.of(region)).join(", ");
}

function removeAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}
