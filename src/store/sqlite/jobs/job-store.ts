import type { AddOutcome, JobEntry, JobStore, JobTotals, ReplaceOutcome } from "../../job-store.ts";
import { createOutcomeError, type SqliteStoreParts } from "../store-parts.ts";
import type { StoreWorker } from "../store-worker.ts";
import type { JobOp, JobReadOp } from "./job-table.ts";

/**
 * Creates the store of jobs. Reads go to the thread that writes, because most processes have none
 * and would start the reader for them.
 */
export function createSqliteJobs(
  options: Omit<SqliteStoreParts, "reader"> & { writer: StoreWorker },
): JobStore {
  const { batcher, writer, now, deadlineMs } = options;
  const read = <T>(op: JobReadOp) => writer.callInTime<T>({ kind: "jobs", op }, deadlineMs);

  async function write<T>(op: JobOp, size = 0): Promise<T> {
    const outcome = await batcher.add(op, size);
    if ("kind" in outcome && outcome.kind === "job-changed") return outcome.outcome as T;
    throw createOutcomeError(outcome);
  }

  return {
    isShared: false,
    add: (entry, limits) =>
      write<AddOutcome>({ kind: "add-job", entry, limits }, entry.text.length),
    get: (id) => read<JobEntry | undefined>({ kind: "job", id }),
    listUnfinished: async () => ({
      nowMs: now(),
      entries: await read<JobEntry[]>({ kind: "unfinished-jobs" }),
    }),
    replace: (entry, maxBytes) =>
      write<ReplaceOutcome>({ kind: "replace-job", entry, maxBytes }, entry.text.length),
    listExpired: (nowMs, max) => read<JobEntry[]>({ kind: "expired-jobs", nowMs, max }),
    findOldestResult: () => read<JobEntry | undefined>({ kind: "oldest-result" }),
    remove: async (id) => void (await write<"removed">({ kind: "remove-job", id })),
    count: () => read<JobTotals>({ kind: "job-totals" }),
  };
}
