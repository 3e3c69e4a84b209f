import { CountMinSketch } from "./sketch.ts";
import type { Counters, RateWindow } from "./store.ts";

/** Identities counted exactly in a day. Beyond them counts come from a sketch that never counts too low. */
export const EXACT_IDENTITIES = 100_000;

/** Rate windows kept at once; past it the oldest is forgotten, and its caller starts a new one. */
export const MOST_WINDOWS = 100_000;

/** Counts in this process alone: at most about 30 MB, whatever keys callers make up. */
export function memoryCounters(): Counters {
  const usage = new DailyUsage();
  const windows = new Windows();
  return {
    addUsage: (identity, day, by) => usage.add(identity, day, by),
    hit: (key, windowMs, nowMs) => windows.hit(key, windowMs, nowMs),
  };
}

class DailyUsage {
  #day = -1;
  #exact = new Map<string, number>();
  #sketch: CountMinSketch | undefined;

  add(identity: string, day: number, by: 0 | 1): number {
    if (day !== this.#day) this.#startDay(day);
    const known = this.#exact.get(identity);
    if (known === undefined && this.#exact.size >= EXACT_IDENTITIES) {
      this.#sketch ??= new CountMinSketch();
      return this.#sketch.add(identity, by);
    }
    const count = (known ?? 0) + by;
    if (by > 0) this.#exact.set(identity, count);
    return count;
  }

  #startDay(day: number): void {
    this.#day = day;
    this.#exact = new Map();
    this.#sketch = undefined;
  }
}

class Windows {
  #open = new Map<string, RateWindow>();

  hit(key: string, windowMs: number, nowMs: number): RateWindow {
    const open = this.#open.get(key);
    if (open && nowMs < open.endsAtMs) {
      open.count += 1;
      return open;
    }
    const opened = { count: 1, endsAtMs: nowMs + windowMs };
    // Deleted first, so that the map's order stays the order in which windows opened.
    this.#open.delete(key);
    this.#open.set(key, opened);
    this.#forget(nowMs);
    return opened;
  }

  /** Drops ended windows from the old end, two a call: enough to stay ahead of one opened a call. */
  #forget(nowMs: number): void {
    let looked = 0;
    for (const [key, { endsAtMs }] of this.#open) {
      if (++looked > 2 || (endsAtMs > nowMs && this.#open.size <= MOST_WINDOWS)) return;
      this.#open.delete(key);
    }
  }
}
