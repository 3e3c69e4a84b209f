import { WorkerClient, WorkerError } from "../../lib/worker-client.ts";
import { withTimeout } from "../../lib/timeout.ts";
import { STORE_DEADLINE_MS, StoreError } from "../store.ts";
import type { WorkerSetup, WorkerTask } from "./worker.ts";

/** A thread of the SQLite store, whose failures are StoreErrors. */
export class StoreWorker {
  readonly #client: WorkerClient;

  constructor(setup: WorkerSetup) {
    const script = new URL("./worker.js", import.meta.url);
    this.#client = new WorkerClient({ script, workerData: setup });
  }

  /** Resolves with the thread's result of a task. Buffers in `transfer` move to the thread. */
  async call<T>(task: WorkerTask, transfer: ArrayBuffer[] = []): Promise<T> {
    try {
      return await this.#client.call<T>(task, { transfer });
    } catch (error) {
      throw error instanceof WorkerError ? toStoreError(error) : error;
    }
  }

  /** Ends the thread after its current task. */
  close(): Promise<void> {
    return this.#client.close();
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

function toStoreError({ code, message }: WorkerError): StoreError {
  const text = code === undefined ? message : `${code} ${message}`;
  return new StoreError(code?.startsWith("SQLITE_FULL") ? "full" : "unavailable", text);
}
