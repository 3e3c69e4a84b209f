import { Semaphore } from "../concurrency/semaphore.ts";
import { UnavailableError } from "../errors.ts";
import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

/** Several workers with one queue. */
export interface WorkerPool {
  /** Runs the task with a worker that no other task uses. Rejects with UnavailableError when too many tasks are queued. */
  run<T>(task: (worker: WorkerClient) => Promise<T>): Promise<T>;
  /** Terminates the workers. */
  close(): Promise<void>;
}

/** Limits of a pool. */
export interface PoolOptions extends WorkerClientOptions {
  /** Maximum workers; each starts with its first task. */
  workers: number;
  /** Maximum tasks that wait for a worker. */
  maxQueued: number;
}

/**
 * Creates a pool. Each worker has one task at a time, because the calls behind one that exceeds its deadline would be lost with
 * the worker.
 */
export function createWorkerPool({ workers, maxQueued, ...options }: PoolOptions): WorkerPool {
  const clients = Array.from({ length: workers }, () => new WorkerClient(options));
  const idle = clients.toReversed();
  const permits = new Semaphore({ max: workers, maxQueued, createError });
  return {
    run: (task) => permits.run(() => runWithIdle(idle, task)),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Runs a task with a worker that it takes from `idle` and puts back. There is one for each permit. */
async function runWithIdle<T>(
  idle: WorkerClient[],
  task: (worker: WorkerClient) => Promise<T>,
): Promise<T> {
  const client = idle.pop();
  if (!client) throw new Error("a task has a permit but no worker");
  try {
    return await task(client);
  } finally {
    idle.push(client);
  }
}

function createError(): UnavailableError {
  return new UnavailableError("too many requests are waiting", "overloaded", 2);
}
