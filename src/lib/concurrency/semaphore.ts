interface SemaphoreOptions {
  /** Maximum number of tasks that run concurrently. */
  max: number;
  /** Tasks that may queue for a permit; unlimited by default. */
  maxQueued?: number;
  /** Longest time a task may queue, in milliseconds; unlimited by default. */
  maxWaitMs?: number;
  /** Creates the error for a task that found the queue full or waited too long. */
  createError?: () => Error;
}

/** A counting semaphore whose permits are granted first come, first served. */
export class Semaphore {
  readonly #max: number;
  readonly #maxQueued: number;
  readonly #maxWaitMs: number;
  readonly #createError: () => Error;
  /** In the order of arrival. Each entry starts its task. */
  readonly #queue = new Set<() => void>();
  #running = 0;

  constructor(options: SemaphoreOptions) {
    this.#max = options.max;
    this.#maxQueued = options.maxQueued ?? Infinity;
    this.#maxWaitMs = options.maxWaitMs ?? Infinity;
    this.#createError = options.createError ?? (() => new Error("too many tasks are queued"));
  }

  /** Tasks that hold a permit. */
  get running(): number {
    return this.#running;
  }

  /** Tasks that queue for a permit. */
  get queued(): number {
    return this.#queue.size;
  }

  /**
   * Resolves with the function that releases the permit; calling it again has no effect. Rejects
   * with the semaphore's error when the queue is full (immediately) or the wait exceeded
   * `maxWaitMs`.
   */
  acquire(): Promise<() => void> {
    if (this.#running < this.#max) return Promise.resolve(this.#grant());
    if (this.#queue.size >= this.#maxQueued) return Promise.reject(this.#createError());
    return new Promise((resolve, reject) => {
      const start = () => {
        leaveQueue();
        resolve(this.#grant());
      };
      const leaveQueue = this.#enqueue(start, () => reject(this.#createError()));
    });
  }

  /** Runs a task under a permit. Rejects as `acquire` does, or as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    // A task starts synchronously when a permit is free.
    const release = this.#running < this.#max ? this.#grant() : await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  #enqueue(start: () => void, onTimeout: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const leaveQueue = () => {
      clearTimeout(timer);
      this.#queue.delete(start);
    };
    this.#queue.add(start);
    if (this.#maxWaitMs < Infinity) {
      timer = setTimeout(() => {
        leaveQueue();
        onTimeout();
      }, this.#maxWaitMs);
    }
    return leaveQueue;
  }

  #grant(): () => void {
    this.#running += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#running -= 1;
      // The permit passes on synchronously, so that no newcomer overtakes the queue.
      for (const start of this.#queue) return start();
    };
  }
}

/** Returns a function that runs at most `max` tasks concurrently and queues the others in order. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const semaphore = new Semaphore({ max });
  return (task) => semaphore.run(task);
}
