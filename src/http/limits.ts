import { UnavailableError } from "../lib/errors.ts";
import type { RateWindow } from "../store/store.ts";

/** The window of every per-IP limit. */
export const WINDOW_MS = 60_000;

/** A per-IP limit and the name it counts under. */
export interface Limit {
  name: string;
  perMinute: number;
}

/**
 * The headers of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10), names
 * and values in turn.
 */
export function limitHeaders(
  { name, perMinute }: Limit,
  window: RateWindow,
  nowMs: number,
): string[] {
  const left = Math.max(0, perMinute - window.count);
  const policy = `"${name}";q=${perMinute};w=${WINDOW_MS / 1000}`;
  const state = `"${name}";r=${left};t=${secondsLeft(window, nowMs)}`;
  return ["ratelimit-policy", policy, "ratelimit", state];
}

/** The refusal past the limit, or undefined within it. */
export function overLimit(perMinute: number, window: RateWindow, nowMs: number) {
  if (window.count <= perMinute) return undefined;
  const seconds = secondsLeft(window, nowMs);
  const message = `at most ${perMinute} requests a minute to this path; try again in ${seconds} s`;
  return new UnavailableError(message, "rate-limited", seconds);
}

function secondsLeft({ endsAtMs }: RateWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
