import { UnavailableError } from "../errors.ts";
import { FairQueue, type TaskDemand } from "./fair-queue.ts";
import { WorkerClient, type WorkerClientOptions, WorkerError } from "./worker-client.ts";

/** The resources of a task, and its result when it takes too long. */
export interface PoolTaskOptions<T> extends TaskDemand {
  /**
   * Returns or throws what a task results in that used its whole deadline itself, however busy the
   * others were. Default: throws an UnavailableError.
   */
  onTimeout?: (() => T) | undefined;
  /**
   * Ends the worker if the task still runs a moment after its signal was aborted. Default: the task
   * runs to its end.
   */
  endsWithSignal?: boolean | undefined;
}

/** Several workers with one queue, in which clients take turns. */
export interface WorkerPool {
  /**
   * Runs the task with a worker that no other task uses. Rejects with UnavailableError when the
   * task cannot be served now, with a WorkerError when it threw, and with an Error after a crash.
   */
  run<T>(task: (worker: WorkerClient) => Promise<T>, options?: PoolTaskOptions<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PoolOptions extends WorkerClientOptions {
  /** Maximum workers; each starts with its first task. */
  workers: number;
  /** Maximum tasks that wait for a worker. */
  maxQueued: number;
  /** Maximum bytes of the inputs of tasks that wait. Default: unlimited. */
  maxQueuedBytes?: number;
  /** Maximum bytes that running tasks reserve together. Default: unlimited. */
  maxBytes?: number;
  /** Longest wait for a worker in milliseconds. Default: that of the queue. */
  maxWaitMs?: number;
  /**
   * False: the worker that had the last task ends after a while too, because its heap keeps the
   * size of the largest task. Default: true.
   */
  keepsLast?: boolean;
}

/**
 * Creates a pool. Each worker has one task at a time, because the calls behind one that exceeds its
 * deadline would be lost with the worker.
 */
export function createWorkerPool({
  workers,
  maxQueued,
  maxQueuedBytes,
  maxBytes,
  maxWaitMs,
  keepsLast = true,
  ...options
}: PoolOptions): WorkerPool {
  const clients = Array.from({ length: workers }, () => new WorkerClient(options));
  const idle = new IdleWorkers(clients.toReversed(), keepsLast);
  const limits = { maxQueued, maxQueuedBytes, maxBytes, maxWaitMs };
  const queue = new FairQueue({ maxRunning: workers, ...limits });
  return {
    async run(task, { onTimeout, endsWithSignal = false, ...demand } = {}) {
      const signal = endsWithSignal ? demand.signal : undefined;
      try {
        return await queue.run(demand, () => runWithIdle(idle, task, signal));
      } catch (error) {
        if (!(error instanceof WorkerError)) throw error;
        signal?.throwIfAborted();
        if (error.reason === "timeout" && onTimeout) return onTimeout();
        throw toTaskError(error);
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Milliseconds after which a worker ends that had no task. */
const IDLE_MS = 10_000;

/** The workers without a task. The one that had the last task gets the next. */
class IdleWorkers {
  readonly #clients: WorkerClient[];
  readonly #keepsLast: boolean;
  readonly #timers = new Map<WorkerClient, NodeJS.Timeout>();

  constructor(clients: WorkerClient[], keepsLast: boolean) {
    this.#clients = clients;
    this.#keepsLast = keepsLast;
  }

  take(): WorkerClient {
    const client = this.#clients.pop();
    if (!client) throw new Error("a task has a place but no worker");
    clearTimeout(this.#timers.get(client));
    return client;
  }

  return(client: WorkerClient): void {
    this.#clients.push(client);
    const end = () => {
      if (!this.#keepsLast || this.#clients.at(-1) !== client) client.restart();
    };
    this.#timers.set(client, setTimeout(end, IDLE_MS).unref());
  }
}

/** Runs a task with a worker that has none. There is one for each place in the queue. */
async function runWithIdle<T>(
  idle: IdleWorkers,
  task: (worker: WorkerClient) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const client = idle.take();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => (timer = setTimeout(() => client.restart(), ABANDONED_MS));
  signal?.addEventListener("abort", onAbort);
  try {
    return await task(client);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    clearTimeout(timer);
    idle.return(client);
  }
}

/** Time in which an abandoned task may finish, because most take less than a worker's start. */
const ABANDONED_MS = 200;

const RETRY_SECONDS = 5;

/** The one mapping of what can happen to a worker. A crash is never blamed on the caller. */
function toTaskError(error: WorkerError): Error {
  switch (error.reason) {
    case "closed":
      return new UnavailableError("The server is stopping.", "overloaded", RETRY_SECONDS);
    case "starved":
      return new UnavailableError("The server is too busy.", "overloaded", RETRY_SECONDS);
    case "timeout":
      return new UnavailableError("The request took too long.", "overloaded", RETRY_SECONDS);
    case "exited":
      return new Error(`a worker ended during a task: ${error.message}`, { cause: error });
    default:
      return error;
  }
}
