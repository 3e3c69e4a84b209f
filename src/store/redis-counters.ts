import { memoryCounters } from "./memory.ts";
import type { RedisConnection } from "./redis-connection.ts";
import { HIT, USAGE } from "./redis-scripts.ts";
import type { Counters } from "./store.ts";

/** Usage lies in this many hashes a day, each with this many identities counted exactly. */
const HASHES = 1_024;
const IDENTITIES_IN_HASH = 1_000;
const SHARED_COUNTERS = 256;
const KEEP_SECONDS = 2 * 86_400;

/** Identities whose requests are kept for Redis while it is out of reach. */
const MOST_OWED = 100_000;

/** What one turn of the event loop adds to an identity. It goes to Redis as one: callers come in bursts. */
interface Sum {
  by: number;
  total: Promise<number>;
}

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
  const gathering = new Map<string, Sum>();
  /** By identity; all of one day. */
  let owed = new Map<string, number>();
  let owedDay = -1;

  function add(identity: string, day: number, by: number): Promise<number> {
    const sum = sumOf(identity, day);
    const upToHere = (sum.by += by);
    return sum.total.then((total) => total - (sum.by - upToHere));
  }

  function sumOf(identity: string, day: number): Sum {
    const name = `${day} ${identity}`;
    const gathered = gathering.get(name);
    if (gathered) return gathered;
    const ask = () => {
      gathering.delete(name);
      return addSum(identity, day, sum.by);
    };
    const sum: Sum = { by: 0, total: nextTurn().then(ask) };
    gathering.set(name, sum);
    return sum;
  }

  function addSum(identity: string, day: number, by: number): Promise<number> {
    const hash = hashOf(identity);
    const key = `sundry:usage:${day}:${hash % HASHES}`;
    const shared = `~${(hash >>> 10) % SHARED_COUNTERS}`;
    return connection
      .run(USAGE, [key], [identity, by, IDENTITIES_IN_HASH, KEEP_SECONDS, shared])
      .then(Number);
  }

  function owe(identity: string, day: number, by: number): void {
    if (by === 0 || (owed.size >= MOST_OWED && !owed.has(identity))) return;
    if (day !== owedDay) owed = new Map();
    owedDay = day;
    owed.set(identity, (owed.get(identity) ?? 0) + by);
  }

  return {
    addUsage: (identity, day, by) => {
      const ownCount = own.addUsage(identity, day, by);
      const late = () => {
        owe(identity, day, by);
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
      if (!connection.reachable || owed.size === 0) return;
      const [paying, day] = [owed, owedDay];
      owed = new Map();
      const payments = [...paying].map(([identity, by]) =>
        add(identity, day, by).catch(() => owe(identity, day, by)),
      );
      await Promise.all(payments);
    },
  };
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
