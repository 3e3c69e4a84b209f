import { isCalendarDate, parseDay } from "../lib/dates/date.ts";

/** The rates in a document: a row for each day, a cell for each currency. */
export interface RateSheet {
  codes: readonly string[];
  /** Oldest day first. */
  rows: readonly SheetRow[];
}

export interface SheetRow {
  /** Days since 1970-01-01. */
  day: number;
  /** Plain decimals in the order of the codes; undefined where a currency has no rate. */
  cells: readonly (string | undefined)[];
}

const MAX_ROWS = 20_000;
const MAX_CODES = 100;

/** The euro's first day with reference rates. */
const FIRST_DAY = "1999-01-04";

/** Matches positive decimals that stay below 2^53 when they are scaled to integers. */
const RATE = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,6})?$/;

/** Checks a sheet's currencies. Throws an Error of one line. */
export function checkCodes(codes: readonly string[]): readonly string[] {
  if (codes.length === 0 || codes.length > MAX_CODES) {
    throw new Error(`must name 1 to ${MAX_CODES} currencies; it names ${codes.length}`);
  }
  for (const [index, code] of codes.entries()) {
    if (!/^[A-Z]{3}$/.test(code)) throw new Error(`${quoteText(code)} is not a currency code`);
    if (code === "EUR") throw new Error("rates are against the euro, so EUR cannot have one");
    if (codes.indexOf(code) < index) throw new Error(`${code} is there twice`);
  }
  return codes;
}

/** Parses a day to a number of days since 1970-01-01. Throws an Error of one line. */
export function checkDay(text: string): number {
  if (!isCalendarDate(text))
    throw new Error(`${quoteText(text)} is not a date, written YYYY-MM-DD`);
  if (text < FIRST_DAY) throw new Error(`${text} is before ${FIRST_DAY}, the first day of rates`);
  return parseDay(text);
}

/** Checks a rate and removes its trailing zeros. Throws an Error of one line. */
export function checkRate(code: string, text: string): string {
  const rate = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  if (!RATE.test(rate)) {
    throw new Error(
      `${code} must be a positive decimal with at most 9 digits before the point and 6 after it; it is ${quoteText(text)}`,
    );
  }
  return rate;
}

/** Sorts rows by day. Throws an Error of one line when there are too many, none, or a day twice. */
export function sortRows(rows: SheetRow[]): readonly SheetRow[] {
  if (rows.length === 0) throw new Error("has no days");
  if (rows.length > MAX_ROWS) throw new Error(`must have at most ${MAX_ROWS} days`);
  const sorted = rows.sort((a, b) => a.day - b.day);
  if (sorted.some(({ day }, index) => day === sorted[index - 1]?.day)) {
    throw new Error("has a day twice");
  }
  return sorted;
}

function quoteText(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
