import { formatDay } from "../lib/dates/date.ts";
import { isTargetDay } from "../lib/dates/target-days.ts";
import type { ExchangeRates } from "./rates.ts";
import type { RateSheet, SheetRow } from "./sheet.ts";

const MIN_CURRENCIES = 25;

/** A rate that changed by more than this factor in a day is considered an error of the document. */
const MAX_FACTOR = 2;

/** The plausible rows of a document, and the reason why the next row was rejected. */
export interface Acceptance {
  accepted: RateSheet;
  /** Undefined when every newer row was accepted. */
  problem?: string;
}

/**
 * Returns the rows after the newest known day, oldest first, up to the first implausible one. A
 * plausible row is of a TARGET day up to `today` and has at least 25 currencies, each between half
 * and twice its last rate.
 */
export function acceptRows(sheet: RateSheet, rates: ExchangeRates, today: number): Acceptance {
  const { codes, rows } = sheet;
  const before = new Map(codes.map((code) => [code, getLastRate(rates, code)]));
  const accepted: SheetRow[] = [];
  for (const row of rows) {
    if (row.day <= rates.newestDay) continue;
    const problem = findProblem(codes, row, { before, today });
    if (problem !== undefined) return { accepted: { codes, rows: accepted }, problem };
    accepted.push(row);
    for (const [index, code] of codes.entries()) {
      const rate = row.cells[index];
      if (rate !== undefined) before.set(code, Number(rate));
    }
  }
  return { accepted: { codes, rows: accepted } };
}

function getLastRate(rates: ExchangeRates, code: string): number | undefined {
  const rate = rates.rateOn(code, rates.newestDay);
  return rate && rate.units / 10 ** rate.decimals;
}

function findProblem(
  codes: readonly string[],
  { day, cells }: SheetRow,
  { before, today }: { before: ReadonlyMap<string, number | undefined>; today: number },
): string | undefined {
  const date = formatDay(day);
  if (day > today) return `${date} is in the future`;
  if (!isTargetDay(day)) return `${date} is not a TARGET day`;
  const count = cells.filter((cell) => cell !== undefined).length;
  if (count < MIN_CURRENCIES) {
    return `${date} has ${count} currencies instead of at least ${MIN_CURRENCIES}`;
  }
  for (const [index, code] of codes.entries()) {
    const [rate, last] = [Number(cells[index] ?? Number.NaN), before.get(code)];
    if (last !== undefined && (rate > last * MAX_FACTOR || rate < last / MAX_FACTOR)) {
      return `${code} is ${rate} on ${date} and was ${last} before`;
    }
  }
  return undefined;
}
