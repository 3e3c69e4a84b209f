import { memoryCounters } from "./memory.ts";
import type { RedisConnection } from "./redis-connection.ts";
import { HIT, USAGE } from "./redis-scripts.ts";
import type { Counters } from "./store.ts";

/** Usage lies in this many hashes a day, each with this many identities counted exactly. */
const HASHES = 1_024;
const IDENTITIES_IN_HASH = 1_000;
const SHARED_COUNTERS = 256;
const KEEP_SECONDS = 2 * 86_400;

/**
 * Counts that all processes on one Redis share: exact for about a million identities a day. Each process also
 * counts for itself; while Redis is out of reach that is what callers are told.
 */
export function redisCounters(connection: RedisConnection): Counters {
  const own = memoryCounters();
  return {
    addUsage: (identity, day, by) => {
      const ownCount = own.addUsage(identity, day, by);
      if (!connection.reachable) return ownCount;
      const hash = hashOf(identity);
      const key = `sundry:usage:${day}:${hash % HASHES}`;
      const shared = `~${(hash >>> 10) % SHARED_COUNTERS}`;
      return connection
        .run(USAGE, [key], [identity, by, IDENTITIES_IN_HASH, KEEP_SECONDS, shared])
        .then(Number, () => ownCount);
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
  };
}

/** FNV-1a, the same in every process. */
function hashOf(identity: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < identity.length; index++) {
    hash = Math.imul(hash ^ identity.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
