import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { LruCache } from "../lib/lru.ts";
import type { AccessEntry, AccessKind, AccessStore } from "./access-store.ts";

/** Milliseconds that a look-up is used: half of the 5 s in which a change holds everywhere. */
const MAX_AGE_MS = 2_500;

/** Milliseconds that an entry is used while the store is out of reach. */
const MAX_OUTAGE_MS = 60_000;

const MAX_ENTRIES = 10_000;

interface CacheDeps<T> {
  store: AccessStore;
  kind: AccessKind;
  now(): number;
  parse(entry: AccessEntry): T;
}

interface Cached<T> {
  value: T;
  readAtMs: number;
}

/** Entries of a kind as they were read lately, and the ids that have none. */
export class EntryCache<T> {
  readonly #deps: CacheDeps<T>;
  readonly #entries = new LruCache<string, Cached<T>>(MAX_ENTRIES);
  readonly #missing = new LruCache<string, number>(MAX_ENTRIES);
  /** Reads that are running, so that each id is read once at a time. */
  readonly #reads = new Map<string, Promise<T | undefined>>();

  constructor(deps: CacheDeps<T>) {
    this.#deps = deps;
  }

  /**
   * Returns the value of an entry, synchronously when it was read lately; undefined without one.
   * Rejects with a StoreError when the store is out of reach and the entry was not read for a
   * minute.
   */
  get(id: string): MaybePromise<T | undefined> {
    const recent = this.getRecent(id);
    if (recent !== undefined) return recent;
    const nowMs = this.#deps.now();
    const cached = this.#entries.get(id);
    const missedAtMs = this.#missing.get(id);
    if (missedAtMs !== undefined && isRecent(missedAtMs, nowMs, MAX_AGE_MS)) return undefined;
    return this.#read(id).catch((error: unknown) => {
      if (cached && isRecent(cached.readAtMs, nowMs, MAX_OUTAGE_MS)) return cached.value;
      throw error;
    });
  }

  /** Returns the value of an entry that was read lately. */
  getRecent(id: string): T | undefined {
    const cached = this.#entries.get(id);
    const isUsable = cached && isRecent(cached.readAtMs, this.#deps.now(), MAX_AGE_MS);
    return isUsable ? cached.value : undefined;
  }

  /** Makes the next look-up read the entry, because it was changed. */
  forget(id: string): void {
    this.#entries.delete(id);
    this.#missing.delete(id);
    this.#reads.delete(id);
  }

  #read(id: string): Promise<T | undefined> {
    const running = this.#reads.get(id);
    if (running) return running;
    const readAtMs = this.#deps.now();
    const reading = this.#load(id).then(
      (value) => {
        // A change since then made the result stale.
        if (this.#reads.get(id) === reading) this.#keep(id, value, readAtMs);
        return value;
      },
      (error: unknown) => {
        if (this.#reads.get(id) === reading) this.#reads.delete(id);
        throw error;
      },
    );
    this.#reads.set(id, reading);
    return reading;
  }

  async #load(id: string): Promise<T | undefined> {
    const { store, kind, parse } = this.#deps;
    const entry = await store.get(kind, id);
    return entry && parse(entry);
  }

  #keep(id: string, value: T | undefined, readAtMs: number): void {
    this.forget(id);
    if (value === undefined) this.#missing.set(id, readAtMs);
    else this.#entries.set(id, { value, readAtMs });
  }
}

/** False also after the clock was set back. */
function isRecent(atMs: number, nowMs: number, maxAgeMs: number): boolean {
  return nowMs >= atMs && nowMs - atMs < maxAgeMs;
}
