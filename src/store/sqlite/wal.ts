import { statSync } from "node:fs";
import type { WorkerClient } from "./worker-client.ts";

/** About so many bytes of log are left to gather before they are copied into the file. */
const LONG_BYTES = 8 * 1024 ** 2;

/** The writer empties a log up to this length in some milliseconds: not worth starting a thread of 10 MB for. */
const SHORT_BYTES = 1024 ** 2;

/** An operation writes about one page besides its own bytes. */
const PAGE_BYTES_ON_DISK = 8_192;

/** The write-ahead log of the file: when it is copied into the file, and when it must hold nothing any more. */
export class WriteAheadLog {
  readonly #writer: WorkerClient;
  readonly #checkpointer: WorkerClient;
  /** About so much of the log is not copied into the file yet. */
  #uncopiedBytes = 0;
  /** Whether the log may still hold what was overwritten in the file. */
  #dirty = false;
  #copying = false;

  constructor(writer: WorkerClient, checkpointer: WorkerClient) {
    this.#writer = writer;
    this.#checkpointer = checkpointer;
  }

  /** Takes up the log that an earlier process may have left beside `file`. */
  init(file: string): void {
    this.#uncopiedBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    this.#dirty = this.#uncopiedBytes > 0;
  }

  /** Notes what was committed. A log that has become long is copied beside the writer, which finds little left to copy. */
  recordCommit(operations: number, bytes: number): void {
    this.#uncopiedBytes += bytes + operations * PAGE_BYTES_ON_DISK;
    if (this.#uncopiedBytes <= LONG_BYTES || this.#copying) return;
    this.#copying = true;
    this.#uncopiedBytes = 0;
    // A copy that fails is tried again by the next; at the latest the writer does it.
    const done = () => (this.#copying = false);
    this.#checkpointer.call({ kind: "checkpoint" }).then(done, done);
  }

  /** Notes that so many records were overwritten in the file. */
  recordDeletes(records: number): void {
    this.#uncopiedBytes += records * PAGE_BYTES_ON_DISK;
    this.#dirty ||= records > 0;
  }

  /** Empties the log when something was overwritten since: until then it could be read there. */
  async truncateIfDirty(): Promise<void> {
    if (!this.#dirty) return;
    // A long log is copied beside the writer: what is left does not hold up captures for long.
    if (this.#uncopiedBytes > SHORT_BYTES) await this.#checkpointer.call({ kind: "checkpoint" });
    this.#dirty = !(await this.#writer.call<boolean>({ kind: "tidy" }));
  }
}
