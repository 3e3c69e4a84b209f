import type { AccessEntry, AccessKind, AccessStore, ChangeOutcome } from "../access-store.ts";
import {
  CHANGE_ENTRY,
  COUNT_ENTRIES,
  LIST_ENTRIES,
  READ_ENTRY,
  REMOVE_ENTRY,
  TOUCH_ENTRY,
} from "./access-scripts.ts";
import { parsePairs } from "./commands.ts";
import type { RedisConnection } from "./connection.ts";
import type { Script } from "./script.ts";

interface RedisAccessOptions {
  connection: RedisConnection;
  now(): number;
}

/** Creates the store of keys and sessions that all processes on one Redis share. */
export function createRedisAccess({ connection, now }: RedisAccessOptions): AccessStore {
  const run = (script: Script, kind: AccessKind, args: readonly (string | number)[] = []) =>
    connection.run(script, listKeys(kind), [now(), ...args]);
  return {
    async get(kind, id) {
      const value = await run(READ_ENTRY, kind, [id]);
      return typeof value === "string" ? parseEntry(id, value) : undefined;
    },
    list: async (kind) => parsePairs((await run(LIST_ENTRIES, kind)) as string[], parseEntry),
    async count(kind) {
      const [lasting, expiring] = (await run(COUNT_ENTRIES, kind)) as [number, number];
      return { lasting, expiring };
    },
    change(kind, { id, text, revision, expiresAtMs = 0, max, evictsOldest = false }) {
      const args = [id, revision, expiresAtMs, max, evictsOldest ? 1 : 0, text];
      return run(CHANGE_ENTRY, kind, args) as Promise<ChangeOutcome>;
    },
    async touch(kind, id, { usedAtMs, expiresAtMs = "" }) {
      await run(TOUCH_ENTRY, kind, [id, usedAtMs, expiresAtMs]);
    },
    remove: async (kind, id) => (await run(REMOVE_ENTRY, kind, [id])) === 1,
  };
}

/** One hash tag for each kind, so that a cluster keeps its keys on one node. */
function listKeys(kind: AccessKind): string[] {
  const prefix = `sundry:{access-${kind}}`;
  return [prefix, `${prefix}:ends`, `${prefix}:created`];
}

function parseEntry(id: string, value: string): AccessEntry {
  const [revision, created, used, ends] = value.split(" ", 4).map(Number) as Times;
  const text = value.slice(`${revision} ${created} ${used} ${ends} `.length);
  const expiresAtMs = ends === 0 ? undefined : ends;
  return { id, text, revision, createdAtMs: created, usedAtMs: used, expiresAtMs };
}

type Times = [revision: number, created: number, used: number, ends: number];
