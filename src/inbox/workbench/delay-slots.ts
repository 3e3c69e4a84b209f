/** Limits the delayed responses at once: of the process and of each inbox. */
export class DelaySlots {
  readonly #max: number;
  readonly #maxPerInbox: number;
  readonly #used = new Map<string, number>();
  #total = 0;

  constructor(max: number, maxPerInbox: number) {
    this.#max = max;
    this.#maxPerInbox = maxPerInbox;
  }

  /** Takes a slot and returns the function that releases it; undefined when none is free. */
  take(inbox: string): (() => void) | undefined {
    const used = this.#used.get(inbox) ?? 0;
    if (this.#total >= this.#max || used >= this.#maxPerInbox) return undefined;
    this.#total += 1;
    this.#used.set(inbox, used + 1);
    return () => {
      this.#total -= 1;
      const left = (this.#used.get(inbox) ?? 1) - 1;
      if (left > 0) this.#used.set(inbox, left);
      else this.#used.delete(inbox);
    };
  }
}
