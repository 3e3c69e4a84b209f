import type { Static } from "typebox";
import { formatDay } from "../../lib/dates/date.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import { findQuote, isQuote, listCodes } from "./quote.ts";
import type { CurrenciesOutput } from "./schema.ts";

type CurrencyEntry = Static<typeof CurrenciesOutput>["currencies"][number];

/** Lists every currency that can be converted, with the days and the kind of its rates. */
export function listCurrencies(rates: ExchangeRates): Static<typeof CurrenciesOutput> {
  return {
    asOf: formatDay(rates.newestDay),
    currencies: listCodes(rates).map((code) => describe(rates, code)),
  };
}

function describe(rates: ExchangeRates, code: string): CurrencyEntry {
  const { name = code, minorUnits = 2 } = rates.currencies.get(code) ?? {};
  const { first, last } = getRateDays(rates, code);
  return {
    code,
    name,
    minorUnits,
    first: formatDay(first),
    last: formatDay(last),
    kind: getKindAt(rates, code, last),
  };
}

/** Returns the first and the last day with a rate. Days without one may be between them. */
function getRateDays(rates: ExchangeRates, code: string): { first: number; last: number } {
  const { firstDay, newestDay, legal, pegs } = rates;
  const peg = pegs.get(code);
  if (peg) {
    const base = getRateDays(rates, peg.base);
    return { first: Math.max(base.first, peg.since), last: base.last };
  }
  if (code === "EUR") return { first: firstDay, last: newestDay };
  const since = legal.get(code)?.since ?? Infinity;
  const first = rates.gapAt(code, firstDay).nextDay ?? Math.max(firstDay, since);
  const last = since > newestDay ? rates.gapAt(code, newestDay).previousDay : newestDay;
  return { first, last: last ?? newestDay };
}

function getKindAt(rates: ExchangeRates, code: string, day: number): CurrencyEntry["kind"] {
  const quote = findQuote(rates, code, { date: day, asOf: day });
  if (!isQuote(quote) || quote.basis === "reference") return "reference";
  return quote.basis === "euro" ? "same" : quote.basis;
}
