import { isIssued } from "../identity.ts";
import { createMemoryCounters } from "../memory-counters.ts";
import type { Counters } from "../store.ts";
import type { RedisConnection } from "./connection.ts";
import { COUNT_HIT, COUNT_USAGE } from "./counter-scripts.ts";

/**
 * Number of hashes for a day's usage, each with an exact count of a bounded number of identities.
 */
const HASHES = 1_024;
const IDENTITIES_PER_HASH = 1_000;
const SHARED_COUNTERS = 256;
const KEEP_SECONDS = 2 * 86_400;

/** Maximum identities whose usage is buffered while Redis is unreachable. */
const MAX_PENDING_IDENTITIES = 100_000;

/** Counters on Redis. Tests can trigger their background work. */
interface RedisCounters extends Counters {
  /** Writes the usage that was counted while Redis was unreachable; failed writes stay pending. */
  flush(): Promise<void>;
}

/**
 * Creates counters that all processes on one Redis share: exact for about a million identities a
 * day. Each process also counts locally; while Redis is unreachable the local counts are returned,
 * and written afterwards.
 */
export function createRedisCounters(connection: RedisConnection): RedisCounters {
  const local = createMemoryCounters();
  const pending = new PendingUsage();
  const add = coalesce((identity, day, amount) => addToHash(connection, identity, { day, amount }));
  return {
    addUsage(identity, day, amount) {
      const localCount = local.addUsage(identity, day, amount);
      const fallBack = () => {
        pending.add(identity, day, amount);
        return localCount;
      };
      return connection.reachable ? add(identity, day, amount).catch(fallBack) : fallBack();
    },
    hit(key, windowMs, nowMs, amount = 1) {
      const localWindow = local.hit(key, windowMs, nowMs, amount);
      if (!connection.reachable) return localWindow;
      return connection.run(COUNT_HIT, [`sundry:rate:${key}`], [windowMs, amount]).then(
        (reply) => {
          const [count, leftMs] = reply as [number, number];
          return { count, endsAtMs: nowMs + Math.max(0, leftMs) };
        },
        () => localWindow,
      );
    },
    async flush() {
      if (!connection.reachable) return;
      const { day, counts } = pending.drain();
      const additions = [...counts].map(([identity, amount]) =>
        add(identity, day, amount).catch(() => pending.add(identity, day, amount)),
      );
      await Promise.all(additions);
    },
  };
}

/** Usage of one day that is not written to Redis yet. */
class PendingUsage {
  #counts = new Map<string, number>();
  #day = -1;

  add(identity: string, day: number, amount: number): void {
    if (day !== this.#day) {
      this.#counts = new Map();
      this.#day = day;
    }
    const before = this.#counts.get(identity);
    const hasRoom = this.#counts.size < MAX_PENDING_IDENTITIES || isIssued(identity);
    if (amount === 0 || (before === undefined && !hasRoom)) return;
    this.#counts.set(identity, (before ?? 0) + amount);
  }

  /** Returns and clears the pending counts. */
  drain(): { day: number; counts: Map<string, number> } {
    const drained = { day: this.#day, counts: this.#counts };
    this.#counts = new Map();
    return drained;
  }
}

/** Adds to an identity's count of a day and resolves with the new count. */
type AddUsage = (identity: string, day: number, amount: number) => Promise<number>;

interface PendingSum {
  amount: number;
  total: Promise<number>;
}

/**
 * Coalesces the increments of an identity within one turn of the event loop, because requests come
 * in bursts.
 */
function coalesce(add: AddUsage): AddUsage {
  const sums = new Map<string, PendingSum>();
  const openSum = (identity: string, day: number): PendingSum => {
    const key = `${day} ${identity}`;
    const open = sums.get(key);
    if (open) return open;
    const send = () => {
      sums.delete(key);
      return add(identity, day, sum.amount);
    };
    const sum: PendingSum = { amount: 0, total: waitForNextTurn().then(send) };
    sums.set(key, sum);
    return sum;
  };
  return (identity, day, amount) => {
    const sum = openSum(identity, day);
    const runningTotal = (sum.amount += amount);
    // Returns the count right after each caller's own increment.
    return sum.total.then((total) => total - (sum.amount - runningTotal));
  };
}

async function addToHash(
  connection: RedisConnection,
  identity: string,
  { day, amount }: { day: number; amount: number },
): Promise<number> {
  const hash = hashIdentity(identity);
  const isBounded = !isIssued(identity);
  const key = `sundry:usage:${day}:${isBounded ? hash % HASHES : "issued"}`;
  const shared = `~${(hash >>> 10) % SHARED_COUNTERS}`;
  const max = isBounded ? IDENTITIES_PER_HASH : Number.MAX_SAFE_INTEGER;
  const args = [identity, amount, max, KEEP_SECONDS, shared];
  return Number(await connection.run(COUNT_USAGE, [key], args));
}

function waitForNextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Uses FNV-1a, because every process must choose the same hash for an identity. */
function hashIdentity(identity: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < identity.length; index++) {
    hash = Math.imul(hash ^ identity.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
