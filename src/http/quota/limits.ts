import { UnavailableError } from "../../lib/errors.ts";
import type { RateWindow } from "../../store/store.ts";
import type { RateLimit } from "../types.ts";

/** Requests per day and client (fixed by the contract). */
export const DAILY_LIMIT = 100;

const DAY_MS = 86_400_000;

/** Returns the number of the UTC day; usage counts restart when it changes. */
export function getUtcDayNumber(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** Returns whole seconds until the next UTC midnight, at least 1. */
function countSecondsUntilUtcMidnight(nowMs: number): number {
  return Math.max(1, Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
}

/** Returns the error of a client whose daily quota is exhausted. */
export function createDailyQuotaError(nowMs: number): UnavailableError {
  const message = `The daily limit of ${DAILY_LIMIT} requests is used up. It starts again at 00:00 UTC.`;
  return new UnavailableError(message, "rate-limited", countSecondsUntilUtcMidnight(nowMs));
}

/** Length of every per-IP window in milliseconds. */
export const WINDOW_MS = 60_000;

/**
 * Returns the headers of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10),
 * names and values in turn.
 */
export function createRateLimitHeaders(
  { name, perMinute }: RateLimit,
  window: RateWindow,
  nowMs: number,
): string[] {
  const remaining = Math.max(0, perMinute - window.count);
  const policy = `"${name}";q=${perMinute};w=${WINDOW_MS / 1000}`;
  const state = `"${name}";r=${remaining};t=${countSecondsLeft(window, nowMs)}`;
  return ["ratelimit-policy", policy, "ratelimit", state];
}

/** Returns the error above the limit, otherwise undefined. */
export function checkRateLimit(
  perMinute: number,
  window: RateWindow,
  nowMs: number,
): UnavailableError | undefined {
  if (window.count <= perMinute) return undefined;
  const seconds = countSecondsLeft(window, nowMs);
  const message = `At most ${perMinute} requests a minute to this path. Try again in ${seconds} s.`;
  return new UnavailableError(message, "rate-limited", seconds);
}

function countSecondsLeft({ endsAtMs }: RateWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
