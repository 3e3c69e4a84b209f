import { formatDay } from "../../lib/dates/date.ts";
import { toPowerOfTen } from "../../lib/money/exact.ts";
import { divide, type Fraction, multiply, ONE, toFraction } from "../../lib/money/fraction.ts";
import type { ExchangeRates } from "../../rates/rates.ts";

/** The source of a currency's value in euros. */
type Basis = "euro" | "reference" | "legal" | "peg";

/** The source of a rate between two currencies. */
type RateKind = "reference" | "cross" | "peg" | "legal" | "same";

/** Units of a currency for one euro on a day. */
export interface Quote {
  code: string;
  basis: Basis;
  perEuro: Fraction;
  /** The law or peg that fixes the rate, as a part of a sentence; absent for reference rates. */
  note?: string;
}

/** The reason why a currency has no rate on the day. It completes the sentence "from is ISK, …". */
interface NoQuote {
  reason: string;
}

/** The requested day, and the day whose rates are used (days since 1970-01-01). */
export interface RateDay {
  date: number;
  asOf: number;
}

/** Returns true for a currency that has a rate on some day. */
export function isKnown(rates: ExchangeRates, code: string): boolean {
  return (
    code === "EUR" ||
    rates.referenceCodes.includes(code) ||
    rates.legal.has(code) ||
    rates.pegs.has(code)
  );
}

/** Returns every code that has a rate on some day, in alphabetical order. */
export function listCodes({ referenceCodes, legal, pegs }: ExchangeRates): string[] {
  return [...new Set(["EUR", ...referenceCodes, ...legal.keys(), ...pegs.keys()])].sort();
}

/**
 * Returns the units of a known currency per euro. A legal rate applies from the changeover on and a
 * peg from its first day, both by the requested day. A reference rate is that of the day whose
 * rates are used.
 */
export function findQuote(rates: ExchangeRates, code: string, day: RateDay): Quote | NoQuote {
  if (code === "EUR") return { code, basis: "euro", perEuro: ONE };
  const legal = rates.legal.get(code);
  if (legal && legal.since <= day.date) {
    const note = `1 EUR = ${legal.rate} ${code} by law (Council Regulation ${legal.regulation})`;
    return { code, basis: "legal", perEuro: toFraction(legal.rate), note };
  }
  return (
    findReferenceQuote(rates, code, day) ??
    findPegQuote(rates, code, day) ??
    explainNoQuote(rates, code, day)
  );
}

function findReferenceQuote(rates: ExchangeRates, code: string, day: RateDay): Quote | undefined {
  const rate = rates.rateOn(code, day.asOf);
  if (rate) {
    const perEuro = { numerator: BigInt(rate.units), denominator: toPowerOfTen(rate.decimals) };
    return { code, basis: "reference", perEuro };
  }
  return findRenamedQuote(rates, code, day);
}

/**
 * Returns the rate of the old unit before the first one of a new unit, as of TRY on the weekend of
 * 2005-01-01.
 */
function findRenamedQuote(rates: ExchangeRates, code: string, day: RateDay): Quote | undefined {
  const change = rates.redenominations.find(
    (entry) => entry.new === code && entry.since <= day.date,
  );
  const old = change && rates.rateOn(change.old, day.asOf);
  if (!old) return undefined;
  const perEuro = divide(
    { numerator: BigInt(old.units), denominator: toPowerOfTen(old.decimals) },
    toFraction(change.factor),
  );
  const note = `1 ${code} = ${change.factor} ${change.old} since ${formatDay(change.since)}`;
  return { code, basis: "reference", perEuro, note };
}

function findPegQuote(
  rates: ExchangeRates,
  code: string,
  day: RateDay,
): Quote | NoQuote | undefined {
  const peg = rates.pegs.get(code);
  if (!peg) return undefined;
  const since = formatDay(peg.since);
  if (day.date < peg.since) return { reason: `which has no rate before ${since}` };
  const base = findQuote(rates, peg.base, day);
  if (!isQuote(base)) return { reason: `which is fixed to ${peg.base}, ${base.reason}` };
  const note = `1 ${peg.base} = ${peg.rate} ${code} since ${since} (${peg.authority})`;
  return { code, basis: "peg", perEuro: multiply(base.perEuro, toFraction(peg.rate)), note };
}

function explainNoQuote(rates: ExchangeRates, code: string, day: RateDay): NoQuote {
  const { previousDay, nextDay } = rates.gapAt(code, day.asOf);
  const since = rates.legal.get(code)?.since;
  const next = nextDay ?? since;
  if (previousDay === undefined) {
    return { reason: `which has no rate before ${next === undefined ? "today" : formatDay(next)}` };
  }
  if (next === undefined)
    return {
      reason: `which has no rate after ${formatDay(previousDay)}${describeSuccessor(rates, code)}`,
    };
  return {
    reason: `which has no rate from ${formatDay(previousDay + 1)} to ${formatDay(next - 1)}`,
  };
}

function describeSuccessor({ redenominations }: ExchangeRates, code: string): string {
  const change = redenominations.find(({ old }) => old === code);
  if (!change) return "";
  return `: 1 ${change.new} = ${change.factor} ${code} since ${formatDay(change.since)}`;
}

/** Returns true for a quote, and false for the reason why there is none. */
export function isQuote(quote: Quote | NoQuote): quote is Quote {
  return "perEuro" in quote;
}

/** Returns the kind of the rate between two quotes: the weakest of its parts, cross before peg. */
export function getKind(from: Quote, to: Quote): RateKind {
  if (from.code === to.code) return "same";
  const bases = new Set([from.basis, to.basis]);
  if (bases.has("peg")) return "peg";
  if (!bases.has("reference")) return "legal";
  return bases.has("euro") ? "reference" : "cross";
}

/** Returns the law or peg that fixes the rate between two quotes, or null for other rates. */
export function getNote(from: Quote, to: Quote): string | null {
  if (from.code === to.code) return null;
  return [from.note, to.note].filter((note) => note !== undefined).join("; ") || null;
}

/** Returns the exact units of `to` per unit of `from`. */
export function computeRate(from: Quote, to: Quote): Fraction {
  return divide(to.perEuro, from.perEuro);
}
