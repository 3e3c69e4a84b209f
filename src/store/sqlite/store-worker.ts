import { WorkerClient, WorkerError } from "../../lib/workers/worker-client.ts";
import { withTimeout } from "../../lib/concurrency/timeout.ts";
import type { StoreHealth } from "../health.ts";
import { STORE_DEADLINE_MS, StoreError } from "../store.ts";
import { describeSqliteProblem } from "./problem.ts";
import type { WorkerSetup, WorkerTask } from "./worker.ts";

/**
 * Deadline of a thread's first task, in milliseconds: a busy machine takes seconds to start a
 * thread.
 */
const START_DEADLINE_MS = 10_000;

/**
 * A thread of the SQLite store, whose failures are StoreErrors and reported to the store's health.
 */
export class StoreWorker {
  readonly #client: WorkerClient;
  readonly #health: StoreHealth;
  readonly #file: string;
  #hasStarted = false;

  constructor(setup: WorkerSetup, health: StoreHealth) {
    const script = new URL("./worker.js", import.meta.url);
    this.#client = new WorkerClient({ script, workerData: setup });
    this.#health = health;
    this.#file = setup.file;
  }

  /** Resolves with the thread's result of a task. Buffers in `transfer` move to the thread. */
  async call<T>(task: WorkerTask, transfer: ArrayBuffer[] = []): Promise<T> {
    try {
      const result = await this.#client.call<T>(task, { transfer });
      this.#hasStarted = true;
      return result;
    } catch (error) {
      throw error instanceof WorkerError ? this.#toStoreError(error) : error;
    }
  }

  /**
   * As `call`, but rejects with a StoreError after the deadline, to which the start of the thread
   * does not count.
   */
  callInTime<T>(task: WorkerTask, deadlineMs = STORE_DEADLINE_MS): Promise<T> {
    const startMs = this.#hasStarted ? 0 : START_DEADLINE_MS;
    return rejectWhenLate(this.call<T>(task), startMs + deadlineMs);
  }

  /** Ends the thread after its current task. */
  close(): Promise<void> {
    return this.#client.close();
  }

  #toStoreError({ reason, code = "", message }: WorkerError): StoreError {
    if (reason !== "closed") this.#health.fail(describeSqliteProblem(code, message, this.#file));
    // Messages of the system begin with their code.
    const text = message.startsWith(code) ? message : `${code} ${message}`;
    return new StoreError(code.startsWith("SQLITE_FULL") ? "full" : "unavailable", text);
  }
}

/** Rejects with a StoreError when the work takes longer than the store's deadline. */
export function rejectWhenLate<T>(work: Promise<T>, deadlineMs = STORE_DEADLINE_MS): Promise<T> {
  return withTimeout(work, deadlineMs, createLateError);
}

/** Creates the error of work that missed its deadline. */
export function createLateError(): StoreError {
  return new StoreError("unavailable", "the store did not answer in time");
}
