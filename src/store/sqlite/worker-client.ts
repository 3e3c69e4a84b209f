import { Worker } from "node:worker_threads";
import { StoreError } from "../store.ts";
import type { WorkerReply, WorkerSetup, WorkerTask } from "./worker.ts";

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: StoreError) => void;
}

/** How long a thread may take to end. */
const CLOSE_MS = 1_000;

/**
 * A thread of the embedded store and the tasks that wait for it. It is started by the first task, and by the next
 * one after it ended; what it was asked when it ended is rejected.
 */
export class WorkerClient {
  readonly #setup: WorkerSetup;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastTask = 0;
  #closed = false;

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
  }

  /** Gives a task to the thread, memory in `over` for good. `T` is what the thread answers to such a task. */
  call<T>(ask: WorkerTask, transfer: ArrayBuffer[] = []): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreError("unavailable", "the store is closed"));
    const task = ++this.#lastTask;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(task, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ task, ask }, transfer);
    }) as Promise<T>;
  }

  /** Lets the thread finish what it is at and ends it; one that hangs is ended after a second. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#worker) await ended(this.#worker);
    this.#rejectAll("the store is closed");
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      workerData: this.#setup,
    });
    worker.on("message", (reply: WorkerReply) => this.#settle(reply));
    worker.on("error", (error) => this.#rejectAll(error.message));
    worker.on("exit", () => {
      this.#worker = undefined;
      this.#rejectAll("the store's thread ended");
    });
    return worker;
  }

  #settle(reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.task);
    this.#waiting.delete(reply.task);
    if ("result" in reply) waiting?.resolve(reply.result);
    else waiting?.reject(new StoreError(reply.reason, reply.message));
  }

  #rejectAll(message: string): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new StoreError("unavailable", message));
    }
    this.#waiting.clear();
  }
}

/** Not terminated at once: libsql panics when that happens inside one of its calls. */
async function ended(worker: Worker): Promise<void> {
  let hanging: NodeJS.Timeout | undefined;
  await new Promise((resolve) => {
    worker.once("exit", resolve);
    worker.postMessage("close");
    hanging = setTimeout(() => resolve(worker.terminate()), CLOSE_MS);
  });
  clearTimeout(hanging);
}
