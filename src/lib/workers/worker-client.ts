import { type ResourceLimits, Worker } from "node:worker_threads";
import { readProcessTime, ThreadTime } from "./thread-time.ts";
import type { ClientMessage, WorkerMessage } from "./worker-server.ts";

/** The error of a call that a worker did not answer. */
export class WorkerError extends Error {
  /**
   * "failed": the handler threw. "timeout": this call used its deadline. "starved": other work kept
   * the processor from it. "exited": the worker ended while the call was pending, because it
   * crashed or another call exceeded its deadline. "closed": the client is closed.
   */
  readonly reason: "failed" | "timeout" | "starved" | "exited" | "closed";
  /** The `code` of the error that the handler threw. */
  readonly code: string | undefined;

  constructor(reason: WorkerError["reason"], message: string, code?: string) {
    super(message);
    this.name = "WorkerError";
    this.reason = reason;
    this.code = code;
  }
}

export interface WorkerClientOptions {
  /** The worker's compiled script, which calls `serveCalls`. */
  script: URL;
  workerData?: unknown;
  resourceLimits?: ResourceLimits;
  /**
   * Returns the milliseconds that count against deadlines. Default: the worker's processor time,
   * so that neither other workers nor other processes fail valid calls. A call ends at eight times
   * its deadline by the wall clock in any case.
   */
  clock?: () => number;
  /** Called with the reason when a worker ended that the client did not close. */
  onExit?: (error: WorkerError) => void;
}

export interface WorkerCallOptions {
  /** Buffers that move to the worker instead of being copied. */
  transfer?: readonly ArrayBuffer[];
  /**
   * Limits the time the worker spends on this call, in milliseconds; its start, time spent queued
   * behind other calls, and the first 20 ms of the call do not count. Then the worker is
   * terminated, because nothing else stops synchronous code. On a busy machine that may be up to
   * eight times as long by the clock, until the worker has had this much processor time. Unlimited
   * by default.
   */
  deadlineMs?: number;
}

interface PendingCall {
  deadlineMs: number | undefined;
  resolve: (result: unknown) => void;
  reject: (error: WorkerError) => void;
}

/**
 * Multiple of its deadline, by `performance.now`, at which a call ends that uses no processor time.
 */
const MAX_DEADLINE_FACTOR = 8;

/**
 * Milliseconds of a call before its processor time is counted. Most calls end before, and reading
 * the clock takes as long as some of them.
 */
const UNCOUNTED_MS = 20;

/** The shortest time after which a deadline that was extended is checked again, in milliseconds. */
const MIN_EXTENSION_MS = 20;

/** Processor time per wall time above which more than one thread must have run. */
const SHARED_FACTOR = 1.25;

/** Time a worker has to exit after its current call before it is terminated, in milliseconds. */
const CLOSE_MS = 1_000;

/**
 * Calls a worker thread. The first call starts the worker, and the next one after it crashed starts
 * another. An idle worker does not keep the process alive.
 */
export class WorkerClient {
  readonly #options: WorkerClientOptions;
  /** Pending calls in the order in which the worker handles them. */
  readonly #pending = new Map<number, PendingCall>();
  #worker: Worker | undefined;
  /** The worker's own time; undefined on systems without /proc. */
  #threadTime: ThreadTime | undefined;
  /** True once the worker has loaded its script, which no call's deadline counts. */
  #loaded = false;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Calls that the worker has not answered. */
  get pendingCalls(): number {
    return this.#pending.size;
  }

  /** True while a worker is running; false before the first call and after a crash. */
  get running(): boolean {
    return this.#worker !== undefined;
  }

  /** Resolves with the handler's result. Rejects with a WorkerError. */
  call<T>(request: unknown, { transfer = [], deadlineMs }: WorkerCallOptions = {}): Promise<T> {
    if (this.#closed) return Promise.reject(new WorkerError("closed", "the worker is closed"));
    const id = ++this.#lastId;
    return new Promise<unknown>((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      post(worker, { id, request }, transfer);
      this.#pending.set(id, { deadlineMs, resolve, reject });
      if (this.#pending.size > 1) return;
      worker.ref();
      this.#restartTimer(deadlineMs);
    }) as Promise<T>;
  }

  /** Sends a request without a result. Does not start a worker. */
  notify(request: unknown): void {
    if (this.#worker) post(this.#worker, { request });
  }

  /**
   * Terminates the worker immediately; pending calls are rejected as "exited". The next call starts
   * another.
   */
  restart(): void {
    this.#abandon(new WorkerError("exited", "the worker was restarted"));
  }

  /**
   * Lets the worker finish its current call and exit; terminates it after a second. Rejects pending
   * calls.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker) await exitGracefully(worker);
    this.#closeThreadTime();
    this.#rejectAll(new WorkerError("closed", "the worker is closed"));
  }

  #start(): Worker {
    const { script, workerData, resourceLimits } = this.#options;
    const worker = new Worker(script, { workerData, ...(resourceLimits && { resourceLimits }) });
    worker.unref();
    const crash = (error: Error) => {
      if (this.#worker !== worker || this.#closed) return;
      const exited = new WorkerError("exited", error.message);
      this.#abandon(exited);
      this.#options.onExit?.(exited);
    };
    worker.on("message", (message: WorkerMessage) => {
      if (this.#worker === worker) this.#onMessage(message);
    });
    worker.on("error", crash);
    worker.on("messageerror", crash);
    worker.on("exit", (code) => crash(new Error(`the worker exited with code ${code}`)));
    return worker;
  }

  #onMessage(message: WorkerMessage): void {
    if ("thread" in message) {
      this.#loaded = true;
      this.#threadTime = message.thread === undefined ? undefined : ThreadTime.open(message.thread);
      return this.#startNextTimer();
    }
    const call = this.#pending.get(message.id);
    if (!call) return;
    if ("deadlineMs" in message) {
      call.deadlineMs = message.deadlineMs;
      const [current] = this.#pending.keys();
      if (current === message.id) this.#restartTimer(call.deadlineMs);
      return;
    }
    this.#pending.delete(message.id);
    this.#startNextTimer();
    if ("result" in message) call.resolve(message.result);
    else call.reject(new WorkerError("failed", message.error.message, message.error.code));
  }

  #startNextTimer(): void {
    const [next] = this.#pending.values();
    this.#restartTimer(next?.deadlineMs);
    if (!next) this.#worker?.unref();
  }

  #restartTimer(ms: number | undefined): void {
    this.#stopTimer();
    if (ms !== undefined) this.#timer = setTimeout(() => this.#watchDeadline(ms), UNCOUNTED_MS);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #checkAfter(ms: number, check: () => void): void {
    const checkCurrent = () => {
      if (this.#timer === timer) check();
    };
    // Timers run before I/O: `setImmediate` lets an answer be read that is there already.
    const timer = setTimeout(() => setImmediate(checkCurrent), ms);
    this.#timer = timer;
  }

  #watchDeadline(ms: number): void {
    const { now, isOwn } = this.#chooseClock();
    const [start, startMs] = [now(), performance.now()];
    const check = () => {
      const elapsedMs = performance.now() - startMs;
      // Subtracts 1, because timers may fire up to a millisecond early.
      const usedMs = now() - start;
      // One thread has at most the time that passed, also where only the process' time is known.
      const remainingMs = ms - Math.min(usedMs, elapsedMs) - 1;
      const isShared = !isOwn && usedMs > elapsedMs * SHARED_FACTOR;
      if (remainingMs <= 0) this.#onDeadline(isShared ? "starved" : "timeout");
      else if (elapsedMs >= ms * MAX_DEADLINE_FACTOR) this.#onDeadline("starved");
      else this.#checkAfter(Math.max(remainingMs, MIN_EXTENSION_MS), check);
    };
    this.#checkAfter(ms, check);
  }

  /** Returns the clock of deadlines, and whether it counts the worker's own time only. */
  #chooseClock(): { now: () => number; isOwn: boolean } {
    const { clock } = this.#options;
    const threadTime = this.#threadTime;
    if (clock) return { now: clock, isOwn: true };
    if (!this.#loaded) return { now: () => 0, isOwn: true };
    if (!threadTime) return { now: readProcessTime, isOwn: false };
    return { now: () => threadTime.read(), isOwn: true };
  }

  /** Rejects the current call, and the calls behind it as exited. */
  #onDeadline(reason: "timeout" | "starved"): void {
    const [[id, call] = []] = this.#pending;
    if (id !== undefined) this.#pending.delete(id);
    const error = new WorkerError(reason, "the worker exceeded the deadline of a call");
    call?.reject(error);
    this.#abandon(new WorkerError("exited", error.message));
    this.#options.onExit?.(error);
  }

  #abandon(error: WorkerError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#loaded = false;
    this.#closeThreadTime();
    void worker?.terminate();
    this.#rejectAll(error);
  }

  #closeThreadTime(): void {
    this.#threadTime?.close();
    this.#threadTime = undefined;
  }

  #rejectAll(error: WorkerError): void {
    this.#stopTimer();
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of calls) reject(error);
  }
}

function post(worker: Worker, message: ClientMessage, transfer: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}

/**
 * Asks the worker to exit first, because a native module may abort the process when its thread is
 * terminated inside a call.
 */
async function exitGracefully(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise((resolve) => {
    worker.once("exit", resolve);
    worker.ref();
    post(worker, "close");
    timer = setTimeout(() => resolve(worker.terminate()), CLOSE_MS);
  });
  clearTimeout(timer);
}
