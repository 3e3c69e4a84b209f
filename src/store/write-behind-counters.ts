import { createMemoryCounters, MAX_EXACT_IDENTITIES } from "./memory-counters.ts";
import { isIssued } from "./identity.ts";
import type { Counters } from "./store.ts";
import { getUtcDayNumber } from "../lib/dates/date.ts";

const FLUSH_INTERVAL_MS = 1_000;

/**
 * Maximum counts saved in one step, because a larger step would delay the captures that share its
 * batch.
 */
const MAX_COUNTS_PER_SAVE = 500;

export type UsageCounts = [identity: string, count: number][];

/** Storage in which the counts of a day survive a restart. */
interface UsageStorage {
  load(day: number): Promise<UsageCounts>;
  save(day: number, counts: UsageCounts): Promise<void>;
}

/** Counters that are written to storage later. */
export interface WriteBehindCounters {
  counters: Counters;
  /** Loads the counts of the UTC day that `nowMs` falls in. */
  restore(nowMs: number): Promise<void>;
  /** Saves what changed and stops saving. */
  close(): Promise<void>;
}

/**
 * Creates counters in memory that are saved every second: a request costs no disk access, and a
 * crash loses at most the last second. Counts that could not be saved are saved again with the next
 * ones.
 */
export function createWriteBehindCounters(storage: UsageStorage): WriteBehindCounters {
  const memory = createMemoryCounters();
  let day = -1;
  let unsaved = new Map<string, number>();

  function addUsage(identity: string, today: number, amount: number): number {
    const count = memory.addUsage(identity, today, amount);
    if (today !== day) {
      day = today;
      unsaved = new Map();
    }
    // Limited, because callers may invent keys while saving fails.
    const hasRoom = unsaved.size < MAX_EXACT_IDENTITIES || isIssued(identity);
    if (amount > 0 && (hasRoom || unsaved.has(identity))) unsaved.set(identity, count);
    return count;
  }

  async function flush(): Promise<void> {
    const flushedDay = day;
    const counts = [...unsaved];
    let saved = 0;
    unsaved = new Map();
    try {
      for (; saved < counts.length; saved += MAX_COUNTS_PER_SAVE) {
        await storage.save(flushedDay, counts.slice(saved, saved + MAX_COUNTS_PER_SAVE));
      }
    } catch {
      // Captures fail at the same time and report the error; counts are kept for the next flush.
      if (day === flushedDay) unsaved = new Map([...counts.slice(saved), ...unsaved]);
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS).unref();
  return {
    counters: { ...memory, addUsage },
    async restore(nowMs) {
      const today = getUtcDayNumber(nowMs);
      for (const [identity, count] of await storage.load(today)) {
        memory.addUsage(identity, today, count);
      }
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
