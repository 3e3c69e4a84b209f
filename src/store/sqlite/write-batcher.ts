import type { Outcome, WriteOp } from "./batch.ts";
import { STORE_DEADLINE_MS, StoreError } from "../store.ts";

interface Job {
  op: WriteOp;
  size: number;
  askedAt: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/** Characters of records that may wait for the disk. Past it senders are told to come back. */
const MAX_WAITING = 64 * 1024 ** 2;

/** A batch stops growing here, so that a burst of large records does not hold up those behind it for long. */
const BATCH_OPS = 512;
const BATCH_SIZE = 8 * 1024 ** 2;

/**
 * Gathers what is to be written into batches, one at a time: while one is being committed the next gathers.
 * What waits longer than the deadline is rejected, and taken out unless its batch is already under way.
 */
export class WriteBatcher {
  readonly #apply: (ops: WriteOp[]) => Promise<Outcome[]>;
  readonly #deadlineMs: number;
  readonly #timeoutTimer: NodeJS.Timeout;
  #waiting: Job[] = [];
  #underWay: Job[] = [];
  #waitingSize = 0;
  #idle: (() => void)[] = [];

  constructor(apply: (ops: WriteOp[]) => Promise<Outcome[]>, deadlineMs = STORE_DEADLINE_MS) {
    this.#apply = apply;
    this.#deadlineMs = deadlineMs;
    this.#timeoutTimer = setInterval(() => this.#rejectLate(), 100).unref();
  }

  /** Resolves with what came of the operation once it is on the disk. `size` is about how much it holds. */
  add(op: WriteOp, size: number): Promise<Outcome> {
    if (this.#waitingSize + size > MAX_WAITING) {
      return Promise.reject(new StoreError("unavailable", "too much waits for the disk"));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ op, size, askedAt: performance.now(), resolve, reject });
      this.#waitingSize += size;
      // One turn later: requests that arrived together share a commit.
      if (this.#underWay.length === 0 && this.#waiting.length === 1)
        setImmediate(() => this.#next());
    });
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    if (this.#waiting.length > 0 || this.#underWay.length > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    clearInterval(this.#timeoutTimer);
  }

  #next(): void {
    if (this.#underWay.length > 0) return;
    const batch = this.#take();
    if (batch.length === 0) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    this.#underWay = batch;
    void this.#run(batch);
  }

  #take(): Job[] {
    let size = 0;
    const end = this.#waiting.findIndex(
      (job, index) => index >= BATCH_OPS || ((size += job.size) > BATCH_SIZE && index > 0),
    );
    const batch = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    for (const job of batch) this.#waitingSize -= job.size;
    return batch;
  }

  async #run(batch: Job[]): Promise<void> {
    try {
      const outcomes = await this.#apply(batch.map(({ op }) => op));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new StoreError("unavailable", "the store gave no outcome"));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#underWay = [];
    this.#next();
  }

  #rejectLate(): void {
    const latest = performance.now() - this.#deadlineMs;
    const late = new StoreError("unavailable", "the store did not answer in time");
    for (const { askedAt, reject } of this.#underWay) if (askedAt <= latest) reject(late);
    const onTime = this.#waiting.findIndex(({ askedAt }) => askedAt > latest);
    const expired = this.#waiting.splice(0, onTime === -1 ? this.#waiting.length : onTime);
    for (const { size, reject } of expired) {
      this.#waitingSize -= size;
      reject(late);
    }
  }
}

/** Rejects when the promise has not settled within the store's deadline. */
export async function withinDeadline<T>(
  work: Promise<T>,
  deadlineMs = STORE_DEADLINE_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreError("unavailable", "the store did not answer in time")),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
