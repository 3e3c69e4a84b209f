import { statSync } from "node:fs";
import type { StoreWorker } from "./store-worker.ts";

/** Bytes in the log after which it is checkpointed beside the writer. */
const MAX_LOG_BYTES = 8 * 1024 ** 2;

/** The writer truncates a log up to this length in a few milliseconds, so the checkpointer need not start. */
const SHORT_LOG_BYTES = 1024 ** 2;

/** An operation writes about one page besides its own bytes. */
const BYTES_PER_OPERATION = 8_192;

/** Decides when the write-ahead log is checkpointed, and when it must be truncated. */
export class WriteAheadLog {
  readonly #writer: StoreWorker;
  readonly #checkpointer: StoreWorker;
  /** An estimate of the bytes that are not yet copied into the file. */
  #uncopiedBytes = 0;
  /** True while the log may contain records that were deleted in the file. */
  #dirty = false;
  #checkpointing = false;

  constructor(writer: StoreWorker, checkpointer: StoreWorker) {
    this.#writer = writer;
    this.#checkpointer = checkpointer;
  }

  /** Takes account of the log that an earlier process may have left beside `file`. */
  init(file: string): void {
    this.#uncopiedBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    this.#dirty = this.#uncopiedBytes > 0;
  }

  /** Records a commit. Starts a checkpoint in the background when the log has become long. */
  recordCommit(operations: number, bytes: number): void {
    this.#uncopiedBytes += bytes + operations * BYTES_PER_OPERATION;
    if (this.#uncopiedBytes <= MAX_LOG_BYTES || this.#checkpointing) return;
    this.#checkpointing = true;
    this.#uncopiedBytes = 0;
    // After a failure the next one tries again; at the latest SQLite checkpoints in the writer.
    const finish = () => (this.#checkpointing = false);
    this.#checkpointer.call({ kind: "checkpoint" }).then(finish, finish);
  }

  /** Records that so many records were deleted, which leaves their text in the log. */
  recordDeletes(records: number): void {
    this.#uncopiedBytes += records * BYTES_PER_OPERATION;
    this.#dirty ||= records > 0;
  }

  /** Truncates the log after deletions, because deleted records remain readable in it until then. */
  async truncateIfDirty(): Promise<void> {
    if (!this.#dirty) return;
    // A long log is copied beside the writer first, so that the rest delays captures only briefly.
    if (this.#uncopiedBytes > SHORT_LOG_BYTES)
      await this.#checkpointer.call({ kind: "checkpoint" });
    this.#dirty = !(await this.#writer.call<boolean>({ kind: "truncate-log" }));
  }
}
