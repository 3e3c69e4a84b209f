import { UnavailableError } from "../../lib/errors.ts";
import type { RateWindow } from "../../store/store.ts";
import type { RateLimit } from "../types.ts";

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
