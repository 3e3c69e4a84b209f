import type { AccessEntry, AccessStore, EntryCounts } from "../../access-store.ts";
import { createOutcomeError, type SqliteStoreParts } from "../store-parts.ts";
import type { AccessOp, AccessOutcome } from "./access-table.ts";

/** Creates the store of keys and sessions: writes go through the batcher, reads to the reader. */
export function createSqliteAccess(options: SqliteStoreParts): AccessStore {
  const { batcher, reader, now, deadlineMs } = options;

  async function write<K extends AccessOutcome["kind"]>(
    op: AccessOp,
    kind: K,
  ): Promise<Extract<AccessOutcome, { kind: K }>> {
    const outcome = await batcher.add(op, 0);
    if ("kind" in outcome && outcome.kind === kind)
      return outcome as Extract<AccessOutcome, { kind: K }>;
    throw createOutcomeError(outcome);
  }

  return {
    get: (of, id) =>
      reader.callInTime<AccessEntry | undefined>(
        { kind: "entry", of, id, nowMs: now() },
        deadlineMs,
      ),
    list: (of) =>
      reader.callInTime<AccessEntry[]>({ kind: "entries", of, nowMs: now() }, deadlineMs),
    count: (of) =>
      reader.callInTime<EntryCounts>({ kind: "entry-counts", of, nowMs: now() }, deadlineMs),
    change: async (of, change) =>
      (await write({ kind: "change-entry", of, change }, "entry-changed")).outcome,
    async touch(of, id, { usedAtMs, expiresAtMs }) {
      const end = expiresAtMs === undefined ? {} : { expiresAtMs };
      await write({ kind: "touch-entry", of, id, usedAtMs, ...end }, "entry-touched");
    },
    remove: async (of, id) =>
      (await write({ kind: "remove-entry", of, id }, "entry-removed")).existed,
  };
}
