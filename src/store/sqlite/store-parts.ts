import { StoreError } from "../store.ts";
import type { WriteOutcome } from "./batch.ts";
import type { StoreWorker } from "./store-worker.ts";
import type { WriteBatcher } from "./write-batcher.ts";

/** The threads, the clock and the deadline of all stores of one file. */
export interface SqliteStoreParts {
  batcher: WriteBatcher;
  reader: StoreWorker;
  now(): number;
  deadlineMs: number | undefined;
}

/** Returns the error for an outcome that no operation expects. */
export function createOutcomeError(outcome: WriteOutcome): StoreError {
  const kind = "kind" in outcome ? outcome.kind : "capture";
  return kind === "full"
    ? new StoreError("full", "the disk is full")
    : new StoreError("unavailable", `the store returned ${kind}`);
}
