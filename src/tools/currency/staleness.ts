import { findNewestPublishedDay } from "../../lib/target-days.ts";
import { formatDay } from "../../lib/date.ts";
import type { ExchangeRates } from "../../rates/rates.ts";
import type { Day } from "./quote.ts";

/** Time after publication in which a missing day is not stale yet. */
const GRACE_MS = 2 * 3_600_000;

/**
 * Returns the day whose rates should be here but are not; undefined while the rates are as new as they can be. That
 * concerns the newest day held only, because older days never change.
 */
export function findMissingDay(
  rates: ExchangeRates,
  { date, asOf }: Day,
  nowMs: number,
): number | undefined {
  if (asOf !== rates.newestDay) return undefined;
  const due = findNewestPublishedDay(date, nowMs, GRACE_MS);
  return due > asOf ? due : undefined;
}

/** The sentence that goes with rates of which newer ones should be here. */
export function staleWarning(asOf: number, missing: number): string {
  return `the rates are from ${formatDay(asOf)}; the ECB should have published newer ones up to ${formatDay(missing)}`;
}
