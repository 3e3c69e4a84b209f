import { UnavailableError } from "../errors.ts";
import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

/** Several workers with one queue. */
export interface WorkerPool {
  /** Runs the task with a worker that no other task uses. Throws UnavailableError when too many tasks are queued. */
  run<T>(task: (worker: WorkerClient) => Promise<T>): Promise<T>;
  /** Terminates the workers. */
  close(): Promise<void>;
}

/** Limits of a pool. */
export interface PoolOptions extends WorkerClientOptions {
  /** Maximum workers; each starts with its first task. */
  workers: number;
  /** Maximum tasks that wait for a worker. */
  maxWaiting: number;
}

/**
 * Creates a pool. Each worker has one task at a time, because the calls behind one that exceeds its deadline would be lost with
 * the worker.
 */
export function createWorkerPool({ workers, maxWaiting, ...options }: PoolOptions): WorkerPool {
  const clients = Array.from({ length: workers }, () => new WorkerClient(options));
  const idle = clients.toReversed();
  const waiting: ((client: WorkerClient) => void)[] = [];

  const acquire = (): WorkerClient | Promise<WorkerClient> => {
    const client = idle.pop();
    if (client) return client;
    if (waiting.length < maxWaiting) return new Promise((resolve) => waiting.push(resolve));
    throw new UnavailableError("too many requests are waiting", "overloaded", 2);
  };
  const release = (client: WorkerClient) => {
    const next = waiting.shift();
    if (next) next(client);
    else idle.push(client);
  };

  return {
    async run(task) {
      const client = await acquire();
      try {
        return await task(client);
      } finally {
        release(client);
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
