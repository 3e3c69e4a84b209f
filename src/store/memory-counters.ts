import { CountMinSketch } from "./count-min-sketch.ts";
import type { Counters, RateWindow } from "./store.ts";

/** Identities counted exactly in a day. Beyond them counts come from a sketch that never counts too low. */
export const EXACT_IDENTITIES = 100_000;

/** Rate windows kept at once; past it the longest idle are forgotten, and their callers start new ones. */
const MAX_WINDOWS = 100_000;

/** Counts in this process alone: at most 48 MB, whatever keys callers make up. */
export function memoryCounters(): Counters {
  const usage = new DailyUsage();
  const windows = new RotatingCache();
  return {
    addUsage: (identity, day, by) => usage.add(identity, day, by),
    hit: (key, windowMs, nowMs) => windows.hit(key, windowMs, nowMs),
  };
}

class DailyUsage {
  #day = -1;
  #exact = new Map<string, number>();
  #sketch: CountMinSketch | undefined;

  add(identity: string, day: number, by: number): number {
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

/**
 * Two generations instead of one map swept from its old end: a map from which the oldest is deleted again
 * and again is walked through its gaps at every look (36 s for a million keys).
 */
class RotatingCache {
  #young = new Map<string, RateWindow>();
  #old = new Map<string, RateWindow>();

  hit(key: string, windowMs: number, nowMs: number): RateWindow {
    const young = this.#young.get(key);
    const open = young ?? this.#old.get(key);
    if (open && nowMs < open.endsAtMs) {
      open.count += 1;
      if (!young) this.#keep(key, open);
      return open;
    }
    const opened = { count: 1, endsAtMs: nowMs + windowMs };
    this.#keep(key, opened);
    return opened;
  }

  #keep(key: string, window: RateWindow): void {
    if (this.#young.size >= MAX_WINDOWS / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, window);
  }
}
