import { DAY_MS, formatDay } from "../../lib/dates/date.ts";
import { collectErrors, ValidationError, type Issue } from "../../lib/errors.ts";
import { roundToDigits } from "../../lib/money/fraction.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import { findQuote, isQuote, computeRate } from "./quote.ts";
import {
  type Calendar,
  getCalendar,
  checkAge,
  type Codes,
  readCodes,
  readDay,
} from "./conversion-input.ts";
import {
  type CurrencyContext,
  type CurrencyRequest,
  type CurrencyResult,
  SIGNIFICANT_DIGITS,
  MAX_SERIES_DAYS,
  MAX_SERIES_TARGETS,
  type SeriesDay,
  SOURCE,
} from "./schema.ts";
import { findMissingDay } from "./staleness.ts";

/** Lists the rates of every day with rates in a period. Throws ValidationError. */
export function listRates(request: CurrencyRequest, context: CurrencyContext): CurrencyResult {
  const { rates, nowMs } = context;
  const calendar = getCalendar(rates, nowMs);
  checkMembers(request);
  const [codes, { start, end }] = collectErrors(
    () => readSeriesCodes(request, rates),
    () => readPeriod(request, calendar, rates.newestDay),
  );
  const asOf = rates.dayOn(end) ?? rates.firstDay;
  // A request without an end asks for the newest rates, so their age counts from today.
  const requestedDay = request.end === undefined ? calendar.today : end;
  checkAge(request.maxAgeDays, requestedDay, asOf);
  return {
    output: {
      from: codes.from,
      start: formatDay(start),
      end: formatDay(end),
      asOf: formatDay(asOf),
      stale: findMissingDay(rates, { date: requestedDay, asOf }, nowMs) !== undefined,
      source: SOURCE,
      days: listDays(rates, codes, { start, end, interval: request.interval }),
    },
    isFinal: request.end !== undefined && end < rates.newestDay,
  };
}

/** Throws a ValidationError that names every missing or forbidden member of a series. */
function checkMembers({ date, start, to }: CurrencyRequest): void {
  const issues: Issue[] = [];
  if (date !== undefined) {
    issues.push({ path: ["date"], message: "must not be sent together with start and end" });
  }
  if (start === undefined) issues.push({ path: ["start"], message: "is required with end" });
  if (to === undefined) issues.push({ path: ["to"], message: "is required for a series" });
  if (issues.length > 0) throw new ValidationError(issues);
}

function readSeriesCodes(request: CurrencyRequest, rates: ExchangeRates): Codes {
  const codes = readCodes(request, rates);
  if ((codes.targets?.length ?? 0) > MAX_SERIES_TARGETS) {
    throw ValidationError.at(
      ["to"],
      `must have at most ${MAX_SERIES_TARGETS} entries for a series`,
    );
  }
  return codes;
}

function readPeriod(
  request: CurrencyRequest,
  calendar: Calendar,
  newestDay: number,
): { start: number; end: number } {
  const [start, end] = collectErrors(
    () => readDay("start", request.start ?? "", calendar),
    () => (request.end === undefined ? newestDay : readDay("end", request.end, calendar)),
  );
  if (start > end && request.end === undefined) {
    const rule = `must be at most ${formatDay(end)}, the newest day with rates`;
    throw ValidationError.at(["start"], rule);
  }
  if (start > end) {
    throw new ValidationError([
      { path: ["start"], message: `must not be after end, ${formatDay(end)}` },
      { path: ["end"], message: `must not be before start, ${formatDay(start)}` },
    ]);
  }
  const maxDays = MAX_SERIES_DAYS[request.interval];
  if (end - start >= maxDays) {
    throw ValidationError.at(["end"], `must be at most ${maxDays - 1} days after start`);
  }
  return { start, end };
}

interface Period {
  start: number;
  end: number;
  interval: CurrencyRequest["interval"];
}

/** Lists the last day with rates of each interval, oldest first. */
function listDays(
  rates: ExchangeRates,
  codes: Codes,
  { start, end, interval }: Period,
): SeriesDay[] {
  let listed: number | undefined;
  return rates
    .daysBetween(start, end)
    .toReversed()
    .flatMap((day) => {
      const current = countIntervals(day, interval);
      const entries = current === listed ? [] : listRatesOn(rates, codes, day);
      if (entries.length > 0) listed = current;
      return entries;
    })
    .toReversed();
}

/** Counts the intervals from 1970 to a day. */
function countIntervals(day: number, interval: Period["interval"]): number {
  if (interval === "day") return day;
  // January 1, 1970 was a Thursday.
  if (interval === "week") return Math.floor((day + 3) / 7);
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the rates of a day in a list, which is empty when no target has a rate on that day. */
function listRatesOn(
  rates: ExchangeRates,
  { from, targets = [] }: Codes,
  day: number,
): SeriesDay[] {
  const at = { date: day, asOf: day };
  const source = findQuote(rates, from, at);
  if (!isQuote(source)) return [];
  const quotes = targets
    .map(({ code }) => findQuote(rates, code, at))
    .filter(isQuote)
    .map((to) => [to.code, roundToDigits(computeRate(source, to), SIGNIFICANT_DIGITS)] as const);
  return quotes.length === 0 ? [] : [{ date: formatDay(day), rates: Object.fromEntries(quotes) }];
}
