/** A map of at most `max` entries that evicts the least recently used one. */
export class LruCache<K, V> {
  readonly #max: number;
  readonly #entries = new Map<K, V>();
  /**
   * Iterates from the oldest entry. Reused by every eviction, because a new iterator steps over all entries that were
   * deleted before it, which makes a million insertions take half a minute.
   */
  #oldest: MapIterator<K> | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and marks it as the most recently used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#append(key, value);
    return value;
  }

  /** Returns the value without marking it as used. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Stores a value as the most recently used one and evicts the oldest when there are too many. */
  set(key: K, value: V): void {
    this.#append(key, value);
    if (this.#entries.size > this.#max) this.#evictOldest();
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
  }

  /** Moves the key to the end, because a map keeps the order of insertion. */
  #append(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }

  #evictOldest(): void {
    this.#oldest ??= this.#entries.keys();
    const { value: key, done } = this.#oldest.next();
    if (!done) this.#entries.delete(key);
  }
}
