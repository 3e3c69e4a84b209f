import { isIssued } from "./identity.ts";
import type { DayUsage, UsageHistory } from "./store.ts";

/** Days that are kept, today included. */
export const HISTORY_DAYS = 31;

/** Maximum identities of a day, beside issued keys, whose requests are kept by name. */
export const MAX_NAMED_IDENTITIES = 10_000;

/** Maximum identities of a day; those past the named ones have totals only. */
export const MAX_HISTORY_IDENTITIES = 30_000;

/** Maximum days whose requests wait for the storage; those of earlier ones are dropped. */
const MAX_PENDING_DAYS = 2;

/** Identities stored in one step, so that a step does not delay captures. */
const MAX_PER_STEP = 200;

/** Requests of an identity, by name. */
export type UsageAddition = [identity: string, counts: Record<string, number>];

/** Requests of a day that are not stored yet. */
interface PendingDay {
  day: number;
  identities: Map<string, Record<string, number>>;
}

interface HistoryStorage {
  /** False: nothing can be added now. */
  isWorking(): boolean;
  add(day: number, additions: readonly UsageAddition[]): Promise<void>;
  /** Returns the stored days of an identity, of those that are asked for, in any order. */
  read(identity: string, days: readonly number[]): Promise<DayUsage[]>;
}

/** A usage history whose additions are stored when `flush` is called. */
export interface BufferedHistory extends UsageHistory {
  flush(): Promise<void>;
}

/**
 * Creates a history that gathers requests in memory, so that a request costs no disk access.
 * Additions wait while the storage does not work. Those that fail are dropped, because some of them
 * may be stored and would count twice.
 */
export function createUsageHistory(storage: HistoryStorage): BufferedHistory {
  let pending: PendingDay[] = [];
  let flushing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    if (!storage.isWorking()) return;
    const taken = pending;
    pending = [];
    for (const { day, identities } of taken) {
      const additions = [...identities];
      for (let at = 0; at < additions.length; at += MAX_PER_STEP)
        await storage.add(day, additions.slice(at, at + MAX_PER_STEP));
    }
  }

  function openDay(day: number): PendingDay {
    const last = pending.at(-1);
    if (last?.day === day) return last;
    const opened: PendingDay = { day, identities: new Map() };
    pending = [...pending.slice(1 - MAX_PENDING_DAYS), opened];
    return opened;
  }

  const flush = (): Promise<void> => {
    // The store's health reports failures.
    flushing = flushing.then(store).catch(() => {});
    return flushing;
  };
  return {
    flush,
    add(identity, day, name, amount = 1) {
      const { identities } = openDay(day);
      let counts = identities.get(identity);
      if (!counts) {
        if (identities.size >= MAX_HISTORY_IDENTITIES && !isIssued(identity)) return;
        identities.set(identity, (counts = {}));
      }
      counts[name] = (counts[name] ?? 0) + amount;
    },
    async read(identity, days) {
      await flush();
      return storage.read(identity, days);
    },
  };
}
