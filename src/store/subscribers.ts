/** Listeners by inbox. */
export class Subscribers {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls `listener` on each notification of the inbox. Returns the function that unsubscribes. */
  add(inbox: string, listener: () => void): () => void {
    // Wrapped, because the same function may be added twice.
    const entry = () => listener();
    const entries = this.#listeners.get(inbox) ?? new Set();
    this.#listeners.set(inbox, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#listeners.get(inbox) === entries)
        this.#listeners.delete(inbox);
    };
  }

  notify(inbox: string): void {
    for (const entry of this.#listeners.get(inbox) ?? []) entry();
  }

  /** Notifies every listener, because notifications may have been missed. */
  notifyAll(): void {
    for (const inbox of this.#listeners.keys()) this.notify(inbox);
  }

  /** Returns true when the inbox has a listener. */
  has(inbox: string): boolean {
    return this.#listeners.has(inbox);
  }
}
