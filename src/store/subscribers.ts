/** Who waits for news of which inbox. */
export class Subscribers {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Calls `wake` on news of the inbox until the function given back is called. */
  add(inbox: string, notify: () => void): () => void {
    // A function of its own: the same `wake` may be added twice.
    const entry = () => notify();
    const entries = this.#waiting.get(inbox) ?? new Set();
    this.#waiting.set(inbox, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#waiting.get(inbox) === entries) this.#waiting.delete(inbox);
    };
  }

  /** Tells those who wait for one inbox. */
  wake(inbox: string): void {
    for (const entry of this.#waiting.get(inbox) ?? []) entry();
  }

  /** Tells everyone: news may have been missed. */
  notifyAll(): void {
    for (const inbox of this.#waiting.keys()) this.wake(inbox);
  }

  /** Whether anyone waits for the inbox. */
  has(inbox: string): boolean {
    return this.#waiting.has(inbox);
  }
}
