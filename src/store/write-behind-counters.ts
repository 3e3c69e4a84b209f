import { EXACT_IDENTITIES, memoryCounters } from "./memory-counters.ts";
import type { Counters } from "./store.ts";

const DAY_MS = 86_400_000;
const FLUSH_MS = 1_000;

/** Counts that are written in one step: handing over more would hold up the requests that come in. */
const SLICE = 500;

/** Where counts are kept between two lives of the process. */
export interface UsageRecords {
  restore(day: number): Promise<[identity: string, count: number][]>;
  save(day: number, counts: [identity: string, count: number][]): Promise<void>;
}

/**
 * Counts in memory, written down each second: a request costs no disk, a crash at most the last second.
 * Counts that could not be written are tried again with the next ones.
 */
export function writeBehindCounters(records: UsageRecords) {
  const memory = memoryCounters();
  let day = -1;
  let dirty = new Map<string, number>();

  const counters: Counters = {
    ...memory,
    addUsage: (identity, today, by) => {
      const count = memory.addUsage(identity, today, by) as number;
      if (today !== day) {
        day = today;
        dirty = new Map();
      }
      // While nothing can be written, callers who make up keys must not fill the memory.
      if (by > 0 && (dirty.size < EXACT_IDENTITIES || dirty.has(identity)))
        dirty.set(identity, count);
      return count;
    },
  };

  async function flush(): Promise<void> {
    const flushedDay = day;
    const counts = [...dirty];
    let saved = 0;
    dirty = new Map();
    try {
      for (; saved < counts.length; saved += SLICE) {
        await records.save(flushedDay, counts.slice(saved, saved + SLICE));
      }
    } catch {
      // The same sentence goes to every sender meanwhile; counts just wait.
      if (day === flushedDay) dirty = new Map([...counts.slice(saved), ...dirty]);
    }
  }

  const flushing = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    counters,
    /** Takes up the counts of the day that `nowMs` falls in. */
    async restoreDay(nowMs: number): Promise<void> {
      const today = Math.floor(nowMs / DAY_MS);
      for (const [identity, count] of await records.restore(today)) {
        void memory.addUsage(identity, today, count);
      }
    },
    /** Writes down what is new and stops. */
    async close(): Promise<void> {
      clearInterval(flushing);
      await flush();
    },
  };
}
