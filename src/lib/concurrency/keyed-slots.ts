interface SlotLimits {
  /** Slots of all keys together. Default: unlimited. */
  max?: number;
  maxPerKey: number;
}

/** Counts slots in use by key, such as the streams of a client or the bytes of its requests. */
export class KeyedSlots {
  readonly #max: number;
  readonly #maxPerKey: number;
  readonly #used = new Map<string, number>();
  #total = 0;

  constructor({ max = Infinity, maxPerKey }: SlotLimits) {
    this.#max = max;
    this.#maxPerKey = maxPerKey;
  }

  /** Returns true when `take` would return undefined. */
  isFull(key: string): boolean {
    return this.#total >= this.#max || this.isKeyFull(key);
  }

  /** Returns true when the key itself has all slots that it may have. */
  isKeyFull(key: string): boolean {
    return (this.#used.get(key) ?? 0) >= this.#maxPerKey;
  }

  /**
   * Takes slots and returns the function that releases them, which is called once; undefined when
   * none is free. The last of several may exceed the limits.
   */
  take(key: string, count = 1): (() => void) | undefined {
    if (this.isFull(key)) return undefined;
    this.#add(key, count);
    return () => this.#add(key, -count);
  }

  #add(key: string, count: number): void {
    const used = (this.#used.get(key) ?? 0) + count;
    this.#total += count;
    if (used > 0) this.#used.set(key, used);
    else this.#used.delete(key);
  }
}
