import { createWorkerPool } from "./worker-pool.ts";
import type { CallContext } from "./worker-server.ts";

/** A task: the default export of a module. It may load modules first and then restart its deadline. */
export type Task<Input, Output> = (input: Input, context: CallContext) => Output | Promise<Output>;

/** Runs tasks in worker threads. */
export interface TaskRunner {
  /**
   * Calls the default export of the compiled module `task` in a worker. Rejects with UnavailableError when too many
   * tasks wait, and with WorkerError when the task throws ("failed") or exceeds its deadline ("timeout").
   */
  run<T>(task: URL, input: unknown): Promise<T>;
}

/** A task runner that owns worker threads. */
export interface TaskPool extends TaskRunner {
  /** Terminates every worker and rejects pending tasks. */
  close(): Promise<void>;
}

/** Limits of the pool. */
export interface TaskPoolOptions {
  /** Maximum workers; each starts with its first task. */
  workers: number;
  /** Maximum tasks that wait for a worker; defaults to 64. */
  maxQueued?: number;
  /** Longest time a loaded task may run, in milliseconds of this process's processor time; defaults to 2000. */
  deadlineMs?: number;
  /**
   * Longest time for starting a worker and loading a task; defaults to 20,000 ms. Generous, because no input is processed
   * during that time.
   */
  startupTimeoutMs?: number;
}

/** Memory limit of a worker in MB; a task that needs more fails without ending the process. */
const MEMORY_MB = 512;

/** A message from the pool to a worker. */
export interface TaskRequest {
  module: string;
  input: unknown;
  deadlineMs: number;
}

/** Creates a pool of workers that run any task, one at a time each. */
export function createTaskPool(options: TaskPoolOptions): TaskPool {
  const { workers, maxQueued = 64, deadlineMs = 2000, startupTimeoutMs = 20_000 } = options;
  const script = new URL("./task-worker.js", import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  const pool = createWorkerPool({ script, workers, maxQueued, resourceLimits });
  return {
    run<T>(task: URL, input: unknown) {
      const request: TaskRequest = { module: task.href, input, deadlineMs };
      return pool.run((worker) => worker.call<T>(request, { deadlineMs: startupTimeoutMs }));
    },
    close: () => pool.close(),
  };
}
