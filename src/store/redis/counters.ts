import { memoryCounters } from "../memory-counters.ts";
import { PendingUsage } from "../pending-usage.ts";
import type { RedisConnection } from "./connection.ts";
import { HIT, USAGE } from "./scripts.ts";
import type { Counters } from "../store.ts";

/** Usage lies in this many hashes a day, each with this many identities counted exactly. */
const HASHES = 1_024;
const IDENTITIES_IN_HASH = 1_000;
const SHARED_COUNTERS = 256;
const KEEP_SECONDS = 2 * 86_400;

/** Counts on Redis, with what this process owes it in reach of the background's work. */
export interface RedisCounters extends Counters {
  /** Adds what was counted while Redis was out of reach. What fails is owed still. */
  settle(): Promise<void>;
}

/**
 * Counts that all processes on one Redis share: exact for about a million identities a day. Each process also
 * counts for itself; while Redis is out of reach that is what callers are told, and added when it is back.
 */
export function redisCounters(connection: RedisConnection): RedisCounters {
  const own = memoryCounters();
  const owed = new PendingUsage();
  const add = coalesce((identity, day, by) => addToHash(connection, identity, { day, by }));
  return {
    addUsage: (identity, day, by) => {
      const ownCount = own.addUsage(identity, day, by);
      const late = () => {
        owed.add(identity, day, by);
        return ownCount;
      };
      return connection.reachable ? add(identity, day, by).catch(late) : late();
    },
    hit: (key, windowMs, nowMs) => {
      const ownWindow = own.hit(key, windowMs, nowMs);
      if (!connection.reachable) return ownWindow;
      return connection.run(HIT, [`sundry:rate:${key}`], [windowMs]).then(
        (answer) => {
          const [count, leftMs] = answer as [number, number];
          return { count, endsAtMs: nowMs + Math.max(0, leftMs) };
        },
        () => ownWindow,
      );
    },
    settle: async () => {
      if (!connection.reachable) return;
      const { day, counts } = owed.drain();
      const payments = [...counts].map(([identity, by]) =>
        add(identity, day, by).catch(() => owed.add(identity, day, by)),
      );
      await Promise.all(payments);
    },
  };
}

/** Adds to an identity's count of a day and gives what it comes to. */
type Add = (identity: string, day: number, by: number) => Promise<number>;

interface Sum {
  by: number;
  total: Promise<number>;
}

/** What one turn of the event loop adds to an identity goes to `add` as one sum: callers come in bursts. */
function coalesce(add: Add): Add {
  const sums = new Map<string, Sum>();
  const sumOf = (identity: string, day: number): Sum => {
    const name = `${day} ${identity}`;
    const known = sums.get(name);
    if (known) return known;
    const ask = () => {
      sums.delete(name);
      return add(identity, day, sum.by);
    };
    const sum: Sum = { by: 0, total: nextTurn().then(ask) };
    sums.set(name, sum);
    return sum;
  };
  return (identity, day, by) => {
    const sum = sumOf(identity, day);
    const runningTotal = (sum.by += by);
    return sum.total.then((total) => total - (sum.by - runningTotal));
  };
}

async function addToHash(
  connection: RedisConnection,
  identity: string,
  { day, by }: { day: number; by: number },
): Promise<number> {
  const hash = hashOf(identity);
  const key = `sundry:usage:${day}:${hash % HASHES}`;
  const shared = `~${(hash >>> 10) % SHARED_COUNTERS}`;
  const settings = [identity, by, IDENTITIES_IN_HASH, KEEP_SECONDS, shared];
  return Number(await connection.run(USAGE, [key], settings));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** FNV-1a, the same in every process. */
function hashOf(identity: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < identity.length; index++) {
    hash = Math.imul(hash ^ identity.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
