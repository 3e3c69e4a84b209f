/** Notifications of one call in any second. */
const MAX_PER_SECOND = 10;
const SECOND_MS = 1000;

/** Reports the progress of one call, which grows with each notification. */
export class Progress {
  readonly #notify: (progress: number) => Promise<void>;
  /** When the latest notifications were sent, in milliseconds. */
  #sentMs: number[] = [];
  #sent = 0;
  #latest = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending = Promise.resolve();

  constructor(notify: (progress: number) => Promise<void>) {
    this.#notify = notify;
  }

  /** Sends how much is finished, later if too much was sent just now. */
  readonly report = (done: number): void => {
    this.#latest = Math.max(this.#latest, done);
    const waitMs = this.#getWaitMs();
    if (waitMs === 0) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), waitMs);
  };

  /** Resolves when every notification is sent, so that the result follows them. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#getWaitMs() === 0) this.#send();
    await this.#sending;
  }

  #send(): void {
    this.#timer = undefined;
    if (this.#latest <= this.#sent) return;
    this.#sent = this.#latest;
    this.#sentMs.push(performance.now());
    const progress = this.#sent;
    // A client that is gone misses its notifications.
    this.#sending = this.#sending.then(() => this.#notify(progress)).catch(() => {});
  }

  #getWaitMs(): number {
    const since = performance.now() - SECOND_MS;
    this.#sentMs = this.#sentMs.filter((sentMs) => sentMs > since);
    const [oldest = since] = this.#sentMs;
    return this.#sentMs.length < MAX_PER_SECOND ? 0 : Math.ceil(oldest - since);
  }
}

/**
 * Calls `onBeat` with the elapsed seconds after each of the intervals, the last of which repeats.
 * Returns the function that ends it.
 */
export function startHeartbeat(
  intervalsMs: readonly number[],
  onBeat: (seconds: number) => void,
): () => void {
  let elapsedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const beatAfter = ([ms = 0, ...rest]: readonly number[]) => {
    timer = setTimeout(() => {
      elapsedMs += ms;
      onBeat(elapsedMs / SECOND_MS);
      beatAfter(rest.length > 0 ? rest : [ms]);
    }, ms);
  };
  beatAfter(intervalsMs);
  return () => clearTimeout(timer);
}
