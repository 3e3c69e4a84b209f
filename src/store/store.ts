/**
 * A value that a store in this process gives at once and one across the network later.
 * Callers take the first without a turn of the event loop: it is on the path of every request.
 */
export type Soon<T> = T | Promise<T>;

/** How many requests fell into a window of time that began with its first one. */
export interface RateWindow {
  count: number;
  /** When the window ends and counting starts again, in milliseconds since 1970. */
  endsAtMs: number;
}

/**
 * The counting half of a store: daily usage and per-IP windows.
 * Promises: counts are exact up to the bound that the back end documents; memory stays bounded whatever
 * keys callers make up; a call never rejects (a back end out of reach falls back to this process's own counts).
 */
export interface Counters {
  /** Adds `by` requests to `identity` on the UTC day number `day` and gives the day's count so far. */
  addUsage(identity: string, day: number, by: 0 | 1): Soon<number>;
  /** Counts one request in the window of `key`, opening one of `windowMs` at `nowMs` when none is open. */
  hit(key: string, windowMs: number, nowMs: number): Soon<RateWindow>;
}
