import { statSync } from "node:fs";
import { StoreError } from "../store.ts";
import type { StoreWorker } from "./store-worker.ts";

/** Bytes in the log after which it is checkpointed beside the writer. */
const MAX_LOG_BYTES = 8 * 1024 ** 2;

/**
 * A log up to this length is truncated by the writer in a few milliseconds, without the
 * checkpointer.
 */
const SHORT_LOG_BYTES = 1024 ** 2;

/** Estimated bytes that an operation writes in addition to its own. */
const BYTES_PER_OPERATION = 8_192;

/**
 * With less free space than this the log is kept within the disk reserve: four times its usual
 * length.
 */
const LOW_FREE_BYTES = 256 * 1024 ** 2;

/** The parts of the reserve at which a checkpoint starts, and at which commits wait for it. */
const CHECKPOINT_SHARE = 1 / 8;
const WAIT_SHARE = 1 / 4;

/**
 * Decides when the write-ahead log is copied into the file (a checkpoint), and when it must be
 * truncated.
 *
 * On a disk with little space it keeps what is not copied below the disk reserve. The file has to
 * grow by that much before anything can be deleted.
 */
export class WriteAheadLog {
  readonly #writer: StoreWorker;
  readonly #checkpointer: StoreWorker;
  /**
   * An estimate of the bytes that are not yet copied into the file, and of those that are being
   * copied.
   */
  #uncopiedBytes = 0;
  #copyingBytes = 0;
  /** True while the log may contain records that were deleted in the file. */
  #dirty = false;
  #full = false;
  #freeBytes = 0;
  #reserveBytes = 0;
  #checkpoint: Promise<void> | undefined;

  constructor(writer: StoreWorker, checkpointer: StoreWorker) {
    this.#writer = writer;
    this.#checkpointer = checkpointer;
  }

  /**
   * True while the file cannot grow by the log. Captures must then stop, even if the log has room,
   * because it would exceed the disk reserve.
   */
  get full(): boolean {
    return this.#full;
  }

  /** Initializes the estimate from the log that an earlier process may have left beside `file`. */
  init(file: string): void {
    this.#uncopiedBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    this.#dirty = this.#uncopiedBytes > 0;
  }

  /** Sets the size of the disk reserve; 0 without one. */
  setReserve(bytes: number): void {
    this.#reserveBytes = bytes;
  }

  /**
   * Resolves when the next batch may be committed: immediately, unless the disk has little space.
   */
  async waitForSpace(): Promise<void> {
    const uncopied = this.#uncopiedBytes + this.#copyingBytes;
    if (this.#hasLittleSpace() && uncopied > this.#reserveBytes * WAIT_SHARE)
      await this.checkpoint();
  }

  /** Records a commit. Starts a checkpoint in the background when the log has become long. */
  recordCommit(operations: number, bytes: number): void {
    this.#uncopiedBytes += bytes + operations * BYTES_PER_OPERATION;
    const share = this.#reserveBytes * CHECKPOINT_SHARE;
    const max = this.#hasLittleSpace() ? Math.min(MAX_LOG_BYTES, share) : MAX_LOG_BYTES;
    if (this.#uncopiedBytes > max) void this.checkpoint();
  }

  /** Copies the log into the file, or waits for the copy in progress. Never rejects. */
  checkpoint(): Promise<void> {
    this.#checkpoint ??= this.#copy().finally(() => (this.#checkpoint = undefined));
    return this.#checkpoint;
  }

  /** Counts deleted records, because their text remains in the log. */
  recordDeletes(records: number): void {
    this.#uncopiedBytes += records * BYTES_PER_OPERATION;
    this.#dirty ||= records > 0;
  }

  /**
   * Truncates the log after deletions, because deleted records remain readable in it until then.
   */
  async truncateIfDirty(): Promise<void> {
    if (!this.#dirty) return;
    // Copies a long log in parallel with the writer first, so that truncation delays captures only
    // briefly.
    if (this.#uncopiedBytes > SHORT_LOG_BYTES) await this.checkpoint();
    this.#dirty = !(await this.#writer.call<boolean>({ kind: "truncate-log" }));
  }

  #hasLittleSpace(): boolean {
    return this.#reserveBytes > 0 && this.#freeBytes < LOW_FREE_BYTES;
  }

  async #copy(): Promise<void> {
    this.#copyingBytes = this.#uncopiedBytes;
    this.#uncopiedBytes = 0;
    try {
      this.#freeBytes = await this.#checkpointer.call<number>({ kind: "checkpoint" });
      this.#full = false;
    } catch (error) {
      // The next checkpoint retries; SQLite's own checkpoint in the writer is the fallback.
      this.#uncopiedBytes += this.#copyingBytes;
      this.#full = error instanceof StoreError && error.reason === "full";
    }
    this.#copyingBytes = 0;
  }
}
