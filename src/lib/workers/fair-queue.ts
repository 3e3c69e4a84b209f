import { UnavailableError } from "../errors.ts";

interface FairQueueOptions {
  /** Maximum tasks that run at the same time. */
  maxRunning: number;
  /** Maximum tasks that wait. */
  maxQueued: number;
  /** Maximum bytes of the inputs of tasks that wait, unless one waits alone. Default: unlimited. */
  maxQueuedBytes?: number | undefined;
  /** Maximum bytes that running tasks reserve together. Default: unlimited. */
  maxBytes?: number | undefined;
  /** Longest wait of a task in milliseconds. Default: 10,000. */
  maxWaitMs?: number | undefined;
}

/** The client that waits for a task. */
export interface TaskWaiter {
  /** The address of the caller, as limits count it. Tasks without it share one client. */
  client?: string | undefined;
  /** Aborted when the result is no longer needed: the task then does not start. */
  signal?: AbortSignal | undefined;
}

/** Resources that a task waits for before it starts. */
export interface TaskDemand extends TaskWaiter {
  /** Memory beside the worker's heap, such as samples of images. Default: 0. */
  bytes?: number | undefined;
  /** Returns the memory that its input takes, if it waits. Default: 0. */
  measureInput?: (() => number) | undefined;
  /**
   * Work of the task in any unit that all tasks of a queue share. Default: 1, so that each counts
   * the same.
   */
  weight?: number | undefined;
}

const BATCH_PREFIX = "batch ";

/**
 * Returns the client of the rows of a batch. They wait as long as it takes, in a turn of their own,
 * and take at most half of the places while anyone else waits.
 */
export function toBatchClient(client: string): string {
  return `${BATCH_PREFIX}${client}`;
}

interface WaitingTask {
  bytes: number;
  inputBytes: number;
  weight: number;
  start(): void;
  reject(error: Error): void;
}

interface ClientTasks {
  client: string;
  isBatch: boolean;
  running: number;
  /** Weight of its tasks since it came, beginning with that of the client whose turn it was. */
  served: number;
  waiting: WaitingTask[];
}

const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 2;

/**
 * Runs tasks within limits, client by client. The next one belongs to the waiting client with the
 * fewest running tasks, and among these to the one that was served least. One client may use every
 * place while no other waits. A queue that is full, by tasks or by the bytes of their inputs,
 * rejects the newest task of the client that waits with most.
 */
export class FairQueue {
  readonly #maxRunning: number;
  readonly #maxQueued: number;
  readonly #maxQueuedBytes: number;
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;
  readonly #clients = new Map<string, ClientTasks>();
  #running = 0;
  #runningOfBatches = 0;
  /** Waiting tasks of clients other than batches, and the bytes of their inputs. */
  #queued = 0;
  #queuedBytes = 0;
  #reservedBytes = 0;
  /**
   * The service that the client of the last started task had before it; newcomers begin with it, so
   * that they neither overtake nor wait long.
   */
  #turn = 0;

  constructor(options: FairQueueOptions) {
    this.#maxRunning = options.maxRunning;
    this.#maxQueued = options.maxQueued;
    this.#maxQueuedBytes = options.maxQueuedBytes ?? Infinity;
    this.#maxBytes = options.maxBytes ?? Infinity;
    this.#maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  }

  /**
   * Runs a task when it is its turn. Rejects as the task does, with UnavailableError when it waits
   * too long, or with the reason of its signal.
   */
  async run<T>(demand: TaskDemand, task: () => Promise<T>): Promise<T> {
    const release = await this.#acquire(demand);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Resolves with the function that releases the place. */
  #acquire(demand: TaskDemand): Promise<() => void> {
    const { client = "", signal, bytes = 0, measureInput, weight = 1 } = demand;
    if (signal?.aborted) return Promise.reject(toError(signal));
    const tasks = this.#getTasks(client);
    // A task that needs more than there is runs while no other reserves any.
    const size = Math.min(bytes, this.#maxBytes);
    const release = () => this.#release(tasks, size);
    // Most tasks find a place, and nothing that could take it waits.
    if (this.#queued === 0 && this.#hasPlace(size)) {
      this.#begin(tasks, { bytes: size, weight });
      return Promise.resolve(release);
    }
    return new Promise((resolve, reject) => {
      const timer = tasks.isBatch
        ? undefined
        : setTimeout(() => this.#drop(tasks, task, createWaitError()), this.#maxWaitMs);
      const onAbort = () => signal && this.#drop(tasks, task, toError(signal));
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const task: WaitingTask = {
        bytes: size,
        inputBytes: measureInput?.() ?? 0,
        weight,
        start: () => {
          leave();
          resolve(release);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      signal?.addEventListener("abort", onAbort);
      tasks.waiting.push(task);
      if (!tasks.isBatch) this.#countQueued(task, 1);
      this.#startNext();
      if (this.#queued > this.#maxQueued) this.#dropNewest(tasks, () => 1);
      while (this.#queuedBytes > this.#maxQueuedBytes && this.#queued > 1)
        this.#dropNewest(tasks, (waiting) => waiting.inputBytes);
    });
  }

  #getTasks(client: string): ClientTasks {
    const tasks = this.#clients.get(client) ?? {
      client,
      isBatch: client.startsWith(BATCH_PREFIX),
      running: 0,
      served: this.#turn,
      waiting: [],
    };
    this.#clients.set(client, tasks);
    return tasks;
  }

  #startNext(): void {
    for (let tasks = this.#findNext(); tasks; tasks = this.#findNext()) {
      const task = tasks.waiting.shift();
      if (!task) return;
      if (!tasks.isBatch) this.#countQueued(task, -1);
      this.#begin(tasks, task);
      task.start();
    }
  }

  #begin(tasks: ClientTasks, { bytes, weight }: Pick<WaitingTask, "bytes" | "weight">): void {
    if (tasks.isBatch) this.#runningOfBatches += 1;
    this.#running += 1;
    this.#reservedBytes += bytes;
    tasks.running += 1;
    this.#turn = tasks.served;
    tasks.served += weight;
  }

  #hasPlace(bytes: number): boolean {
    return this.#running < this.#maxRunning && bytes <= this.#maxBytes - this.#reservedBytes;
  }

  /** Returns the client whose first task can start and is next. */
  #findNext(): ClientTasks | undefined {
    let next: ClientTasks | undefined;
    for (const tasks of this.#clients.values()) {
      const [task] = tasks.waiting;
      if (!task || !this.#hasPlace(task.bytes)) continue;
      if (tasks.isBatch && !this.#mayStartBatch()) continue;
      if (!next || isBefore(tasks, next)) next = tasks;
    }
    return next;
  }

  #mayStartBatch(): boolean {
    const half = Math.max(1, Math.floor(this.#maxRunning / 2));
    return this.#queued === 0 || this.#runningOfBatches < half;
  }

  #release(tasks: ClientTasks, bytes: number): void {
    this.#running -= 1;
    if (tasks.isBatch) this.#runningOfBatches -= 1;
    this.#reservedBytes -= bytes;
    tasks.running -= 1;
    this.#forgetIdle(tasks);
    this.#startNext();
  }

  /**
   * Rejects the newest task of the client that waits with most: the newcomer's, unless another has
   * more.
   */
  #dropNewest(newcomer: ClientTasks, getLoad: (task: WaitingTask) => number): void {
    const getTotal = ({ waiting }: ClientTasks) =>
      waiting.reduce((total, task) => total + getLoad(task), 0);
    let largest = newcomer;
    let most = getTotal(newcomer);
    for (const tasks of this.#clients.values()) {
      if (tasks.isBatch || getTotal(tasks) <= most) continue;
      largest = tasks;
      most = getTotal(tasks);
    }
    const newest = largest.waiting.at(-1);
    if (newest) this.#drop(largest, newest, createWaitError());
  }

  #drop(tasks: ClientTasks, task: WaitingTask, error: Error): void {
    tasks.waiting.splice(tasks.waiting.indexOf(task), 1);
    if (!tasks.isBatch) this.#countQueued(task, -1);
    this.#forgetIdle(tasks);
    task.reject(error);
  }

  #countQueued({ inputBytes }: WaitingTask, change: 1 | -1): void {
    this.#queued += change;
    this.#queuedBytes += change * inputBytes;
  }

  #forgetIdle({ client, running, waiting }: ClientTasks): void {
    if (running === 0 && waiting.length === 0) this.#clients.delete(client);
  }
}

function isBefore(first: ClientTasks, second: ClientTasks): boolean {
  if (first.running !== second.running) return first.running < second.running;
  return first.served < second.served;
}

function createWaitError(): UnavailableError {
  return new UnavailableError("Too many requests are waiting.", "overloaded", RETRY_SECONDS);
}

function toError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
