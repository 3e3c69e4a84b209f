import { TimeSlice } from "./time-slice.ts";

type Items<T> = Iterable<T> | AsyncIterable<T>;

interface RunAheadOptions<T, R> {
  /** Works on an item, which counts from 0. Never rejects. */
  run(item: T, index: number): Promise<R>;
  /** Aborted when the results are no longer needed. Nothing starts afterwards. */
  signal: AbortSignal;
  /** Items that are worked on at the same time. */
  maxRunning: number;
  /** Results that wait for a slow reader: how many, and their bytes. */
  maxWaiting: number;
  maxWaitingBytes: number;
  measure(result: R): number;
  /** Returns true for a result after which nothing follows. Default: none. */
  isLast?(result: R): boolean;
}

/**
 * Works on items ahead of the reader of the results, within limits and in slices of time. Yields
 * the results in the order of the items. Rejects as `items` does.
 */
export async function* runAhead<T, R>(
  items: Items<T>,
  options: RunAheadOptions<T, R>,
): AsyncGenerator<R, void> {
  const pipeline = new Pipeline(items, options);
  try {
    for (;;) {
      const result = await pipeline.next();
      if (!result || options.signal.aborted) return;
      yield result.value;
      if (options.isLast?.(result.value)) return;
    }
  } finally {
    pipeline.stop();
  }
}

class Pipeline<T, R> {
  readonly #items: Iterator<T> | AsyncIterator<T>;
  readonly #options: RunAheadOptions<T, R>;
  readonly #slice = new TimeSlice();
  readonly #started: Promise<R>[] = [];
  #index = 0;
  #running = 0;
  #waitingBytes = 0;
  #filling: Promise<void> | undefined;
  #isDone = false;
  /** The reason why the items could not be read. */
  #error: unknown;

  constructor(items: Items<T>, options: RunAheadOptions<T, R>) {
    this.#items =
      Symbol.iterator in items ? items[Symbol.iterator]() : items[Symbol.asyncIterator]();
    this.#options = options;
  }

  /** Resolves with the next result; undefined after the last. Rejects as the items do. */
  async next(): Promise<{ value: R } | undefined> {
    while (this.#started.length === 0 && this.#mayStart()) await this.#fill();
    const first = this.#started.shift();
    if (!first && this.#error !== undefined) throw this.#error;
    if (!first) return undefined;
    const value = await first;
    this.#waitingBytes -= this.#options.measure(value);
    void this.#fill();
    return { value };
  }

  /** Starts nothing further. */
  stop(): void {
    this.#isDone = true;
  }

  /** Starts work until a limit is reached. Every start is in a slice of time. */
  #fill(): Promise<void> {
    this.#filling ??= this.#startAll()
      .catch((error: unknown) => {
        this.#error = error;
        this.#isDone = true;
      })
      .finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #startAll(): Promise<void> {
    while (this.#mayStart()) {
      const pause = this.#slice.pause();
      if (pause) await pause;
      if (this.#isDone) return;
      const next = this.#items.next();
      this.#start(next instanceof Promise ? await next : next);
    }
  }

  #mayStart(): boolean {
    const { signal, maxRunning, maxWaiting, maxWaitingBytes } = this.#options;
    return (
      !this.#isDone &&
      !signal.aborted &&
      this.#running < maxRunning &&
      this.#started.length < maxWaiting &&
      this.#waitingBytes < maxWaitingBytes
    );
  }

  #start(next: IteratorResult<T>): void {
    if (next.done || this.#isDone) {
      this.#isDone = true;
      return;
    }
    const { run, measure, isLast } = this.#options;
    this.#running += 1;
    const result = run(next.value, this.#index++).then((value) => {
      this.#running -= 1;
      this.#waitingBytes += measure(value);
      if (isLast?.(value)) this.#isDone = true;
      void this.#fill();
      return value;
    });
    this.#started.push(result);
  }
}
