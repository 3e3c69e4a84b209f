import { createWorkerPool, type PoolOptions, type PoolTaskOptions } from "./worker-pool.ts";
import type { CallContext } from "./worker-server.ts";

/**
 * A task: the default export of a module. It may load modules first and then restart its deadline.
 */
export type Task<Input, Output> = (input: Input, context: CallContext) => Output | Promise<Output>;

/** Runs tasks in worker threads. */
export interface TaskRunner {
  /**
   * Calls the default export of the compiled module `task` in a worker. Rejects as `WorkerPool.run`
   * does.
   */
  run<T>(task: URL, input: unknown, options?: PoolTaskOptions<T>): Promise<T>;
}

/** A task runner that owns worker threads. */
export interface TaskPool extends TaskRunner {
  /** Terminates every worker and rejects pending tasks. */
  close(): Promise<void>;
}

interface TaskPoolOptions extends Pick<PoolOptions, "workers" | "maxWaitMs"> {
  /** Maximum tasks that wait for a worker. Default: 64. */
  maxQueued?: number;
  /** Longest processor time of a loaded task in milliseconds. Default: 2000. */
  deadlineMs?: number;
  /**
   * Longest time for starting a worker and loading a task. Default: 20,000 ms. Generous, because
   * it needs no input.
   */
  startupTimeoutMs?: number;
}

/** Memory limit of a worker in MB; a task that needs more fails without ending the process. */
const MEMORY_MB = 512;

/**
 * Bytes outside the workers' heaps, which `MEMORY_MB` does not limit, that running tasks may
 * reserve together.
 */
const MAX_RESERVED_BYTES = 128 * 1024 ** 2;

/** Bytes of inputs that wait, beside those of bodies that are being received. */
export const MAX_QUEUED_BYTES = 48 * 1024 ** 2;

/** Reserved bytes from which a worker ends with its task: heaps and WebAssembly keep their size. */
const LARGE_BYTES = MAX_RESERVED_BYTES / 2;

/**
 * Returns a runner whose tasks wait in the turn of `client`, an address as limits count it, and do
 * not start when `signal` is aborted.
 */
export function runForClient(
  tasks: TaskRunner,
  client: string | undefined,
  signal?: AbortSignal,
): TaskRunner {
  return { run: (task, input, options) => tasks.run(task, input, { ...options, client, signal }) };
}

export interface TaskRequest {
  module: string;
  input: unknown;
  deadlineMs: number;
}

/** Creates a pool of workers that run any task, one at a time each. */
export function createTaskPool(options: TaskPoolOptions): TaskPool {
  const { maxQueued = 64, deadlineMs = 2000, startupTimeoutMs = 20_000, ...limits } = options;
  const pool = createWorkerPool({
    ...limits,
    script: new URL("./task-worker.js", import.meta.url),
    maxQueued,
    maxQueuedBytes: MAX_QUEUED_BYTES,
    maxBytes: MAX_RESERVED_BYTES,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return {
    run<T>(task: URL, input: unknown, taskOptions?: PoolTaskOptions<T>) {
      const request: TaskRequest = { module: task.href, input, deadlineMs };
      const isLarge = (taskOptions?.bytes ?? 0) >= LARGE_BYTES;
      return pool.run(
        async (worker) => {
          try {
            return await worker.call<T>(request, { deadlineMs: startupTimeoutMs });
          } finally {
            if (isLarge) worker.restart();
          }
        },
        { ...taskOptions, measureInput: () => measureInput(input) },
      );
    },
    close: () => pool.close(),
  };
}

/** Returns the bytes of texts and buffers in the input of a task. */
function measureInput(input: unknown): number {
  if (typeof input === "string") return input.length;
  if (ArrayBuffer.isView(input)) return input.byteLength;
  if (typeof input !== "object" || input === null) return 0;
  let bytes = 0;
  for (const member of Object.values(input)) bytes += measureInput(member);
  return bytes;
}
