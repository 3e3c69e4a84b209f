import { STORE_DEADLINE_MS, StoreError } from "../store.ts";
import type { WriteOutcome, WriteOp } from "./batch.ts";
import { createLateError } from "./store-worker.ts";

interface WriteJob {
  op: WriteOp;
  size: number;
  addedAt: number;
  resolve: (outcome: WriteOutcome) => void;
  reject: (error: unknown) => void;
}

/** Maximum bytes of records in the queue; above it senders are asked to retry later. */
const MAX_QUEUED_BYTES = 64 * 1024 ** 2;

/** Limits of a batch, so that a burst of large records does not delay those behind it for long. */
const MAX_BATCH_OPS = 512;
const MAX_BATCH_BYTES = 8 * 1024 ** 2;

/** Number of checks for late operations within the deadline. */
const CHECKS_PER_DEADLINE = 10;

/**
 * Gathers operations into batches (group commit): while one batch is being committed the next one
 * is gathered. Operations that miss the deadline are rejected, and removed unless their batch is
 * already in flight.
 */
export class WriteBatcher {
  readonly #apply: (ops: WriteOp[]) => Promise<WriteOutcome[]>;
  readonly #timeoutTimer: NodeJS.Timeout;
  #queue: WriteJob[] = [];
  #inFlight: WriteJob[] = [];
  #queuedBytes = 0;
  #onIdle: (() => void)[] = [];

  /** `apply` commits a batch and resolves with the outcomes in the order of the operations. */
  constructor(apply: (ops: WriteOp[]) => Promise<WriteOutcome[]>, deadlineMs = STORE_DEADLINE_MS) {
    this.#apply = apply;
    const intervalMs = deadlineMs / CHECKS_PER_DEADLINE;
    const check = () => {
      const latest = performance.now() - deadlineMs;
      // Timers run before I/O: `setImmediate` lets a commit be read that is there already.
      setImmediate(() => this.#rejectLate(latest));
    };
    this.#timeoutTimer = setInterval(check, intervalMs).unref();
  }

  /** Resolves with the operation's outcome once it is on disk. `size` is its approximate bytes. */
  add(op: WriteOp, size: number): Promise<WriteOutcome> {
    if (this.#queuedBytes + size > MAX_QUEUED_BYTES) {
      return Promise.reject(new StoreError("unavailable", "too many bytes wait for the disk"));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ op, size, addedAt: performance.now(), resolve, reject });
      this.#queuedBytes += size;
      // The next turn, so that requests that arrived together share a commit.
      if (this.#inFlight.length === 0 && this.#queue.length === 1)
        setImmediate(() => this.#startNext());
    });
  }

  /** Resolves when nothing is queued or in flight. The batcher must not be used afterwards. */
  async drain(): Promise<void> {
    if (this.#queue.length > 0 || this.#inFlight.length > 0) {
      await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    }
    clearInterval(this.#timeoutTimer);
  }

  #startNext(): void {
    if (this.#inFlight.length > 0) return;
    const batch = this.#takeBatch();
    if (batch.length === 0) {
      for (const resolve of this.#onIdle.splice(0)) resolve();
      return;
    }
    this.#inFlight = batch;
    void this.#commit(batch);
  }

  #takeBatch(): WriteJob[] {
    let size = 0;
    const end = this.#queue.findIndex(
      (job, index) => index >= MAX_BATCH_OPS || ((size += job.size) > MAX_BATCH_BYTES && index > 0),
    );
    const batch = this.#queue.splice(0, end === -1 ? this.#queue.length : end);
    for (const job of batch) this.#queuedBytes -= job.size;
    return batch;
  }

  async #commit(batch: WriteJob[]): Promise<void> {
    try {
      const outcomes = await this.#apply(batch.map(({ op }) => op));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new StoreError("unavailable", "the store returned no outcome"));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#inFlight = [];
    this.#startNext();
  }

  /** Rejects operations that were added at `latest` or before. */
  #rejectLate(latest: number): void {
    const error = createLateError();
    for (const { addedAt, reject } of this.#inFlight) if (addedAt <= latest) reject(error);
    const onTime = this.#queue.findIndex(({ addedAt }) => addedAt > latest);
    const late = this.#queue.splice(0, onTime === -1 ? this.#queue.length : onTime);
    for (const { size, reject } of late) {
      this.#queuedBytes -= size;
      reject(error);
    }
  }
}
