import { findNewestPublishedDay } from "../../lib/dates/target-days.ts";
import { formatDay } from "../../lib/dates/date.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import type { RateDay } from "./quote.ts";

/** Milliseconds after publication before a missing day counts as stale. */
const GRACE_MS = 2 * 3_600_000;

/**
 * Returns the day whose rates are overdue, or undefined. Checks only the newest day, because older
 * days never change.
 */
export function findMissingDay(
  rates: ExchangeRates,
  { date, asOf }: RateDay,
  nowMs: number,
): number | undefined {
  if (asOf !== rates.newestDay) return undefined;
  const due = findNewestPublishedDay(date, nowMs, GRACE_MS);
  return due > asOf ? due : undefined;
}

/** Formats the warning for overdue rates. */
export function formatStaleWarning(asOf: number, missing: number): string {
  return `the rates are from ${formatDay(asOf)}; the ECB should have published newer ones up to ${formatDay(missing)}`;
}
