import { createHash } from "node:crypto";
import { isIssued } from "../identity.ts";
import type { DayUsage } from "../store.ts";
import {
  type BufferedHistory,
  createUsageHistory,
  HISTORY_DAYS,
  MAX_HISTORY_IDENTITIES,
  MAX_NAMED_IDENTITIES,
} from "../usage-history.ts";
import type { RedisConnection } from "./connection.ts";
import { ADD_HISTORY, READ_HISTORY } from "./counter-scripts.ts";

const KEEP_SECONDS = (HISTORY_DAYS + 1) * 86_400;

/** Creates the usage history that all processes on one Redis share: a hash for each day. */
export function createRedisHistory(connection: RedisConnection): BufferedHistory {
  const readDay = async (identity: string, day: number): Promise<DayUsage | undefined> => {
    const text = await connection.run(READ_HISTORY, [formatKey(day)], [toField(identity)]);
    return typeof text === "string" ? parseDay(day, text) : undefined;
  };
  return createUsageHistory({
    isWorking: () => connection.reachable,
    async add(day, additions) {
      const limits = [KEEP_SECONDS, MAX_NAMED_IDENTITIES, MAX_HISTORY_IDENTITIES];
      const entries = additions.flatMap(([identity, counts]) => [
        toField(identity),
        JSON.stringify(counts),
      ]);
      await connection.run(ADD_HISTORY, [formatKey(day)], [...limits, ...entries]);
    },
    async read(identity, days) {
      const records = await Promise.all(days.map((day) => readDay(identity, day)));
      return records.filter((day) => day !== undefined);
    },
  });
}

function formatKey(day: number): string {
  return `sundry:history:${day}`;
}

/** Parses a stored day: an object of counts by name, or the total alone. */
function parseDay(day: number, text: string): DayUsage {
  const value = JSON.parse(text) as number | Record<string, number>;
  if (typeof value === "number") return { day, total: value, counts: undefined };
  const total = Object.values(value).reduce((sum, count) => sum + count, 0);
  return { day, total, counts: value };
}

/** Keeps the prefix of issued keys, which the script does not bound. */
function toField(identity: string): string {
  if (isIssued(identity)) return identity;
  return createHash("sha256").update(identity).digest("base64url").slice(0, 22);
}
