import { formatDay } from "../../lib/dates/date.ts";
import { collectErrors, ValidationError, type Issue } from "../../lib/errors.ts";
import {
  divide,
  type Fraction,
  multiply,
  ONE,
  roundFraction,
  roundToDigits,
} from "../../lib/money/fraction.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import {
  type RateDay,
  findQuote,
  isQuote,
  getKind,
  listCodes,
  getNote,
  type Quote,
  computeRate,
} from "./quote.ts";
import {
  getCalendar,
  checkAge,
  type Codes,
  readAmount,
  readCodes,
  readDay,
  formatInputAmount,
  type TargetCurrency,
} from "./conversion-input.ts";
import {
  type ConvertedAmount,
  type CurrencyContext,
  type CurrencyRequest,
  type CurrencyResult,
  SIGNIFICANT_DIGITS,
  SOURCE,
} from "./schema.ts";
import { findMissingDay, formatStaleWarning } from "./staleness.ts";

/** Converts an amount with the rates of one day. Throws ValidationError. */
export function convert(request: CurrencyRequest, context: CurrencyContext): CurrencyResult {
  const { rates, nowMs } = context;
  const calendar = getCalendar(rates, nowMs);
  const [[amount, codes], date] = collectErrors(
    () =>
      collectErrors(
        () => readAmount(request.amount),
        () => readCodes(request, rates),
      ),
    () => (request.date === undefined ? calendar.today : readDay("date", request.date, calendar)),
  );
  const day = { date, asOf: rates.dayOn(date) ?? rates.firstDay };
  const { from, targets } = findQuotes(rates, codes, day);
  checkAge(request.maxAgeDays, day.date, day.asOf);
  const missing = findMissingDay(rates, day, nowMs);
  const dateText = request.date ?? formatDay(date);
  return {
    output: {
      amount: formatInputAmount(request.amount),
      from: from.code,
      date: dateText,
      asOf: day.asOf === date ? dateText : formatDay(day.asOf),
      stale: missing !== undefined,
      source: SOURCE,
      results: convertAll(amount, { from, targets, rates, round: request.round }),
      warnings: missing === undefined ? [] : [formatStaleWarning(day.asOf, missing)],
    },
    isFinal: request.date !== undefined && date < rates.newestDay,
  };
}

/**
 * Returns the quotes of a request. Throws ValidationError that names every currency without a rate.
 */
function findQuotes(
  rates: ExchangeRates,
  { from, targets }: Codes,
  day: RateDay,
): { from: Quote; targets: Quote[] } {
  const issues: Issue[] = [];
  const read = ({ code, path }: TargetCurrency) => {
    const quote = findQuote(rates, code, day);
    if (isQuote(quote)) return [quote];
    issues.push({ path, message: `is ${code}, ${quote.reason}` });
    return [];
  };
  const [source] = read({ code: from, path: ["from"] });
  const quotes = targets?.flatMap(read) ?? findAll(rates, day).filter(({ code }) => code !== from);
  if (issues.length > 0 || !source) throw new ValidationError(issues);
  return { from: source, targets: quotes };
}

/** Returns a quote of every currency that has a rate on the day. */
function findAll(rates: ExchangeRates, day: RateDay): Quote[] {
  return listCodes(rates)
    .map((code) => findQuote(rates, code, day))
    .filter(isQuote);
}

interface Conversions {
  from: Quote;
  targets: readonly Quote[];
  rates: ExchangeRates;
  round: boolean;
}

function convertAll(
  amount: Fraction,
  { from, targets, rates, round }: Conversions,
): ConvertedAmount[] {
  const tooLarge: string[] = [];
  const conversions = targets.map((to) => {
    const rate = computeRate(from, to);
    const exact = multiply(amount, rate);
    const places = rates.currencies.get(to.code)?.minorUnits ?? 2;
    const result = round
      ? roundToMinorUnits(exact, places)
      : roundToDigits(exact, SIGNIFICANT_DIGITS);
    if (result === undefined) tooLarge.push(to.code);
    return {
      to: to.code,
      rate: roundToDigits(rate, SIGNIFICANT_DIGITS),
      inverse: roundToDigits(divide(ONE, rate), SIGNIFICANT_DIGITS),
      result: result ?? 0,
      kind: getKind(from, to),
      note: getNote(from, to),
    };
  });
  if (tooLarge.length > 0) {
    const max = `${Number.MAX_SAFE_INTEGER} minor units of ${tooLarge.join(", ")}`;
    throw ValidationError.at(["amount"], `must convert to at most ${max}`);
  }
  return conversions;
}

/** Returns undefined above 2^53 - 1 minor units, because a number cannot represent them exactly. */
function roundToMinorUnits(exact: Fraction, places: number): number | undefined {
  const units = Number(roundFraction(exact, places).units);
  return Number.isSafeInteger(units) ? units / 10 ** places : undefined;
}
