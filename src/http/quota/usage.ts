/** Requests per day and client (fixed by the contract). */
export const DAILY_LIMIT = 100;

const DAY_MS = 86_400_000;

/** Returns the number of the UTC day; usage counts restart when it changes. */
export function getUtcDayNumber(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** Returns whole seconds until the next UTC midnight, at least 1. */
export function countSecondsUntilUtcMidnight(nowMs: number): number {
  return Math.max(1, Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
}

/** Returns the four usage headers for a day's count, names and values in turn. */
export function createUsageHeaders(count: number): string[] {
  const remaining = Math.max(0, DAILY_LIMIT - count);
  return [
    "x-usage-count",
    String(count),
    "x-usage-limit",
    String(DAILY_LIMIT),
    "x-usage-remaining",
    String(remaining),
    "x-usage-reset",
    "daily-utc",
  ];
}
