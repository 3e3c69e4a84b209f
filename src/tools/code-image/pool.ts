import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { UnavailableError } from "../../lib/errors.ts";
import type { RenderResult, CodeImageOptions, Renderer } from "./renderer.ts";
import { PLAIN } from "./highlight/languages.ts";
import type { WorkerMessage } from "./worker.ts";

/** A renderer with threads to end. */
export interface ThreadedRenderer extends Renderer {
  /** Ends every worker; what still waits is refused. */
  close(): Promise<void>;
}

/** How much the pool takes on; each can be set for tests. */
export interface PoolLimits {
  /** Workers at most; they start when they are first needed. */
  workers?: number;
  /** Drawings that may wait for a worker. */
  waiting?: number;
  /** How long a worker may take over a text that a grammar reads, once that is loaded, before it is ended. */
  deadlineMs?: number;
  /** How long it may take over our own work, which ends: starting, loading, drawing plain text. */
  startupTimeoutMs?: number;
}

interface Job {
  picture: CodeImageOptions;
  reason?: "timeout" | "failure";
  resolve(drawing: RenderResult): void;
  reject(error: Error): void;
}

interface PoolWorker {
  worker: Worker;
  job?: Job;
  timer?: NodeJS.Timeout;
}

const MAX_WORKERS = 4;
const MEMORY_MB = 256;

/** No text of 5000 characters takes this long on a machine that has time for it. */
const TOO_BUSY = "the server is too busy to draw this image";

/**
 * Draws in worker threads, so that no text, however hostile to a grammar, holds up the main one. What is not
 * done by its deadline is cut off together with its worker, and drawn again as plain text: nothing else ends
 * a regular expression that backtracks.
 */
export function createRenderer(limits: PoolLimits = {}): ThreadedRenderer {
  return new Pool({
    workers: Math.min(MAX_WORKERS, availableParallelism()),
    waiting: 64,
    // With the plain drawing after it, an answer comes about two seconds after its turn.
    deadlineMs: 1800,
    // A second on a quiet machine; giving up early on a busy one would only add to its work.
    startupTimeoutMs: 20_000,
    ...limits,
  });
}

class Pool implements ThreadedRenderer {
  readonly #limits: Required<PoolLimits>;
  readonly #slots = new Set<PoolWorker>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(limits: Required<PoolLimits>) {
    this.#limits = limits;
  }

  draw(picture: CodeImageOptions): Promise<RenderResult> {
    if (this.#closed || this.#queue.length >= this.#limits.waiting) {
      return Promise.reject(
        new UnavailableError("too many images are waiting to be drawn", "busy", 2),
      );
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ picture, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const refused = new UnavailableError("the server is shutting down", "busy", 5);
    for (const job of this.#queue.splice(0)) job.reject(refused);
    const slots = [...this.#slots];
    for (const { job } of slots) job?.reject(refused);
    await Promise.all(slots.map((slot) => this.#end(slot)));
  }

  /** Gives the first waiting job to a worker, if there is one to have. */
  #next(): void {
    if (this.#queue.length === 0) return;
    const slot = [...this.#slots].find(({ job }) => !job) ?? this.#start();
    if (!slot) return;
    const job = this.#queue.shift();
    if (!job) return;
    slot.job = job;
    this.#watch(slot, this.#limits.startupTimeoutMs);
    slot.worker.ref();
    slot.worker.postMessage(job.picture, []);
  }

  #watch(slot: PoolWorker, ms: number): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.#fallbackToPlain(slot, "timeout"), ms);
  }

  #start(): PoolWorker | undefined {
    if (this.#slots.size >= this.#limits.workers) return undefined;
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const slot: PoolWorker = { worker };
    worker.on("message", (message: WorkerMessage) => this.#onMessage(slot, message));
    worker.on("error", (error) => this.#fallbackToPlain(slot, "failure", String(error)));
    this.#slots.add(slot);
    return slot;
  }

  #onMessage(slot: PoolWorker, message: WorkerMessage): void {
    const { job } = slot;
    if (!job) return;
    if (message === "prepared") {
      if (job.picture.language !== PLAIN) this.#watch(slot, this.#limits.deadlineMs);
      return;
    }
    if ("failure" in message) {
      this.#fallbackToPlain(slot, "failure", message.failure);
      return;
    }
    this.#release(slot);
    // An idle worker does not keep the process alive.
    slot.worker.unref();
    const { drawing } = message;
    if (drawing.kind === "drawn" && job.reason) job.resolve({ ...drawing, reason: job.reason });
    else job.resolve(drawing);
    this.#next();
  }

  /** Ends the worker and draws its job again, ahead of all others, as plain text if it was not. */
  #fallbackToPlain(slot: PoolWorker, reason: "timeout" | "failure", detail: string = reason): void {
    const { job } = slot;
    void this.#end(slot);
    if (job && !this.#closed) {
      const { picture } = job;
      if (picture.language !== PLAIN) {
        this.#queue.unshift({ ...job, picture: { ...picture, language: PLAIN }, reason });
      } else if (reason === "timeout") job.reject(new UnavailableError(TOO_BUSY, "busy", 5));
      else job.reject(new Error(`a code image could not be drawn: ${detail}`));
    }
    this.#next();
  }

  #release(slot: PoolWorker): void {
    clearTimeout(slot.timer);
    delete slot.job;
    delete slot.timer;
  }

  #end(slot: PoolWorker): Promise<number> {
    this.#release(slot);
    this.#slots.delete(slot);
    return slot.worker.terminate();
  }
}
