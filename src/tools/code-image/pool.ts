import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { UnavailableError } from "../../lib/errors.ts";
import type { RenderResult, CodeImageOptions, Renderer } from "./renderer.ts";
import { PLAIN } from "./highlight/languages.ts";
import type { WorkerMessage } from "./worker.ts";

/** A renderer that owns worker threads. */
export interface ThreadedRenderer extends Renderer {
  /** Terminates every worker and rejects queued jobs. */
  close(): Promise<void>;
}

/** Limits of the pool. */
export interface PoolLimits {
  /** Maximum workers, started on demand. */
  workers?: number;
  /** Maximum queued jobs. */
  waiting?: number;
  /** Time for highlighting and drawing once the grammar is loaded; past it the worker is terminated. */
  deadlineMs?: number;
  /** Time for starting, loading and drawing plain text, which depend on the machine and not on the text. */
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

const TOO_BUSY = "the server is too busy to draw this image";

/**
 * Renders in worker threads, so that hostile text cannot block the main thread. A job past its deadline is terminated
 * with its worker, because nothing else stops a backtracking regular expression, and is drawn again as plain text.
 */
export function createRenderer(limits: PoolLimits = {}): ThreadedRenderer {
  return new Pool({
    workers: Math.min(MAX_WORKERS, availableParallelism()),
    waiting: 64,
    // Together with the fallback to plain text, a response takes about two seconds.
    deadlineMs: 1800,
    // Starting takes a second on an idle machine; a restart on a busy one would only add load.
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
        new UnavailableError("too many images are waiting to be drawn", "overloaded", 2),
      );
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ picture, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const refused = new UnavailableError("the server is shutting down", "overloaded", 5);
    for (const job of this.#queue.splice(0)) job.reject(refused);
    const slots = [...this.#slots];
    for (const { job } of slots) job?.reject(refused);
    await Promise.all(slots.map((slot) => this.#end(slot)));
  }

  /** Assigns the next queued job to an idle or new worker, if any. */
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
    // Unref, so that an idle worker does not keep the process alive.
    slot.worker.unref();
    const { drawing } = message;
    if (drawing.kind === "drawn" && job.reason) job.resolve({ ...drawing, reason: job.reason });
    else job.resolve(drawing);
    this.#next();
  }

  /** Terminates the worker and requeues its job first in line as plain text; rejects a job that already was. */
  #fallbackToPlain(slot: PoolWorker, reason: "timeout" | "failure", detail: string = reason): void {
    const { job } = slot;
    void this.#end(slot);
    if (job && !this.#closed) {
      const { picture } = job;
      if (picture.language !== PLAIN) {
        this.#queue.unshift({ ...job, picture: { ...picture, language: PLAIN }, reason });
      } else if (reason === "timeout") job.reject(new UnavailableError(TOO_BUSY, "overloaded", 5));
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
