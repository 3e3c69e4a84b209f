/** Limits concurrent delayed responses per process and per inbox. */
export class DelaySlots {
  readonly #max: number;
  readonly #maxPerKey: number;
  readonly #used = new Map<string, number>();
  #total = 0;

  constructor(max: number, maxPerKey: number) {
    this.#max = max;
    this.#maxPerKey = maxPerKey;
  }

  /** Takes a slot and returns the function that releases it; undefined when none is free. */
  take(key: string): (() => void) | undefined {
    const used = this.#used.get(key) ?? 0;
    if (this.#total >= this.#max || used >= this.#maxPerKey) return undefined;
    this.#total += 1;
    this.#used.set(key, used + 1);
    return () => {
      this.#total -= 1;
      const left = (this.#used.get(key) ?? 1) - 1;
      if (left > 0) this.#used.set(key, left);
      else this.#used.delete(key);
    };
  }
}
