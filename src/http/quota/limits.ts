import { DAY_MS } from "../../lib/dates/date.ts";
import { UnavailableError } from "../../lib/errors.ts";
import type { RateLimit } from "../../lib/rate-limit.ts";
import { countSecondsLeft, MINUTE_MS, type RateWindow } from "../../store/store.ts";

/** Returns whole seconds until the next UTC midnight, at least 1. */
function countSecondsUntilUtcMidnight(nowMs: number): number {
  return Math.max(1, Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
}

/** Returns the error of a client whose daily quota is exhausted. */
export function createDailyQuotaError(dailyLimit: number, nowMs: number): UnavailableError {
  const message = `The daily limit of ${dailyLimit} requests is used up. It starts again at 00:00 UTC.`;
  return new UnavailableError(message, "rate-limited", countSecondsUntilUtcMidnight(nowMs));
}

/** Returns the error of a batch with more rows than calls remain today. */
export function createRowQuotaError(
  rows: number,
  remaining: number,
  nowMs: number,
): UnavailableError {
  const message = `This batch has ${rows} rows and ${remaining} calls remain today.`;
  return new UnavailableError(message, "rate-limited", countSecondsUntilUtcMidnight(nowMs));
}

/**
 * Returns the headers of the IETF draft "RateLimit header fields for HTTP"
 * (draft-ietf-httpapi-ratelimit-headers-10), names and values in turn.
 */
export function createRateLimitHeaders(
  { name, perMinute }: RateLimit,
  window: RateWindow,
  nowMs: number,
): string[] {
  const remaining = Math.max(0, perMinute - window.count);
  const policy = `"${name}";q=${perMinute};w=${MINUTE_MS / 1000}`;
  const state = `"${name}";r=${remaining};t=${countSecondsLeft(window, nowMs)}`;
  return ["ratelimit-policy", policy, "ratelimit", state];
}

/** Returns the error above the limit, otherwise undefined. */
export function checkRateLimit(
  { perMinute }: RateLimit,
  window: RateWindow,
  nowMs: number,
): UnavailableError | undefined {
  if (window.count <= perMinute) return undefined;
  const seconds = countSecondsLeft(window, nowMs);
  const message = `At most ${perMinute} requests a minute to this path. Try again in ${seconds} s.`;
  return new UnavailableError(message, "rate-limited", seconds);
}

/** The rows of a batch, and the window that they share with single calls. */
interface RowCount {
  rows: number;
  window: RateWindow;
  nowMs: number;
}

/** Returns the error of a batch with more rows than the window leaves, otherwise undefined. */
export function checkRowLimit(
  { name, perMinute }: RateLimit,
  { rows, window, nowMs }: RowCount,
): UnavailableError | undefined {
  const free = Math.max(0, perMinute - window.count);
  if (rows <= free) return undefined;
  const seconds = countSecondsLeft(window, nowMs);
  const limit = `${name} allows ${perMinute} rows a minute; this batch has ${rows}`;
  const message =
    rows > perMinute
      ? `${limit}. Send at most ${perMinute}, or create a job.`
      : `${limit} and ${free} are left. Try again in ${seconds} s.`;
  return new UnavailableError(message, "rate-limited", seconds);
}
