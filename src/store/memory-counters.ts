import { LruCache } from "../lib/lru.ts";
import { CountMinSketch } from "./count-min-sketch.ts";
import { isIssued } from "./identity.ts";
import type { Counters, RateWindow } from "./store.ts";

/**
 * Maximum identities counted exactly in a day, beside issued keys. Further ones are counted by a
 * sketch, whose counts are never too low.
 */
export const MAX_EXACT_IDENTITIES = 100_000;

/** Maximum open rate windows; above it the least recently used ones are evicted. */
const MAX_WINDOWS = 100_000;

/**
 * Creates counters of this process alone. They take at most 48 MB, because callers may invent keys.
 */
export function createMemoryCounters() {
  const usage = new DailyCounts();
  const windows = new LruCache<string, RateWindow>(MAX_WINDOWS);
  return {
    addUsage: (identity: string, day: number, amount: number): number =>
      usage.add(identity, day, amount),
    hit(key: string, windowMs: number, nowMs: number, amount = 1): RateWindow {
      const open = windows.get(key);
      const endsAtMs = nowMs + windowMs;
      if (!open || open.endsAtMs <= nowMs) {
        const opened = { count: amount, endsAtMs };
        windows.set(key, opened);
        return opened;
      }
      open.count += amount;
      // Shortens the window when the clock was set back.
      open.endsAtMs = Math.min(open.endsAtMs, endsAtMs);
      return open;
    },
  } satisfies Counters;
}

class DailyCounts {
  #day = -1;
  #exact = new Map<string, number>();
  #sketch: CountMinSketch | undefined;

  add(identity: string, day: number, amount: number): number {
    if (day !== this.#day) this.#startDay(day);
    const before = this.#exact.get(identity);
    if (before === undefined && this.#exact.size >= MAX_EXACT_IDENTITIES && !isIssued(identity)) {
      this.#sketch ??= new CountMinSketch();
      return this.#sketch.add(identity, amount);
    }
    const count = (before ?? 0) + amount;
    if (amount > 0) this.#exact.set(identity, count);
    return count;
  }

  #startDay(day: number): void {
    this.#day = day;
    this.#exact = new Map();
    this.#sketch = undefined;
  }
}
