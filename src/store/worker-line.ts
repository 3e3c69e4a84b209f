import { Worker } from "node:worker_threads";
import { StoreError } from "./store.ts";
import type { WorkerReply, WorkerSetup, WorkerTask } from "./embedded-worker.ts";

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: StoreError) => void;
}

/** How long a thread that ended is left before the next one is started. */
const RESTART_MS = 250;

/**
 * A thread of the embedded store and the tasks that wait for it. A thread that ends is started again; what it was
 * asked is rejected.
 */
export class WorkerLine {
  readonly #setup: WorkerSetup;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #lastTask = 0;
  #closing = false;

  private constructor(setup: WorkerSetup) {
    this.#setup = setup;
    this.#worker = this.#start();
  }

  /** Starts the thread. Rejects when it cannot open the file. */
  static async open(setup: WorkerSetup): Promise<WorkerLine> {
    const line = new WorkerLine(setup);
    try {
      await new Promise((resolve, reject) => {
        line.#waiting.set(0, { resolve, reject });
      });
    } catch (error) {
      await line.close();
      throw error;
    }
    return line;
  }

  /** Gives a task to the thread, memory in `over` for good. `T` is what the thread answers to such a task. */
  ask<T>(ask: WorkerTask, over: ArrayBuffer[] = []): Promise<T> {
    const task = ++this.#lastTask;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(task, { resolve, reject });
      this.#worker.postMessage({ task, ask }, over);
    }) as Promise<T>;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
    this.#rejectAll("the store is closed");
  }

  #start(): Worker {
    const worker = new Worker(new URL("./embedded-worker.js", import.meta.url), {
      workerData: this.#setup,
    });
    worker.on("message", (reply: WorkerReply) => this.#settle(reply));
    worker.on("error", (error) => this.#rejectAll(error.message));
    worker.on("exit", () => {
      this.#rejectAll("the store's thread ended");
      if (this.#closing) return;
      setTimeout(() => {
        if (!this.#closing) this.#worker = this.#start();
      }, RESTART_MS);
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
