interface Entry<K, V> {
  readonly key: K;
  value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A map of at most `max` entries that evicts the least recently used one. Its order is a linked
 * list, because the oldest key of a Map is found past all deleted entries. An iterator would
 * remember the place, but pins every table that the Map has outgrown.
 */
export class LruCache<K, V> {
  readonly #max: number;
  readonly #entries = new Map<K, Entry<K, V>>();
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and marks it as the most recently used. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry) this.#touch(entry);
    return entry?.value;
  }

  /** Returns the value without marking it as used. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Stores a value as the most recently used one and evicts the oldest when there are too many. */
  set(key: K, value: V): void {
    const entry = this.#entries.get(key);
    if (entry) {
      entry.value = value;
      return this.#touch(entry);
    }
    const added = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, added);
    this.#append(added);
    if (this.#entries.size > this.#max && this.#oldest) this.delete(this.#oldest.key);
    return undefined;
  }

  delete(key: K): boolean {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    this.#unlink(entry);
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
  }

  #touch(entry: Entry<K, V>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#append(entry);
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
