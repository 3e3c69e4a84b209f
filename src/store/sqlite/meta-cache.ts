import { LruCache } from "../../lib/lru.ts";
import type { InboxMeta } from "../store.ts";
import { type WriteOutcome, toCaptureMeta, type WriteOp } from "./batch.ts";

/** Maximum cached inboxes: about 20 MB. */
const MAX_INBOXES = 50_000;

/**
 * Caches the metadata of the most recently used inboxes, so that a poll without new records reads
 * no disk. The cache is coherent because every batch of writes is applied to it.
 */
export class MetaCache {
  readonly #entries = new LruCache<string, InboxMeta>(MAX_INBOXES);
  #batches = 0;

  get(inbox: string): InboxMeta | undefined {
    return this.#entries.get(inbox);
  }

  has(inbox: string): boolean {
    return this.#entries.peek(inbox) !== undefined;
  }

  /** Applies a committed batch. */
  apply(ops: readonly WriteOp[], outcomes: readonly WriteOutcome[]): void {
    this.#batches += 1;
    for (const [index, op] of ops.entries()) {
      const outcome = outcomes[index];
      if (op.kind === "remove") this.#entries.delete(op.inbox);
      if (op.kind === "capture" && Array.isArray(outcome))
        this.#entries.set(op.inbox, toCaptureMeta(outcome));
    }
  }

  /**
   * Returns a setter for metadata read from disk. The setter does nothing if a batch was committed
   * in between.
   */
  prepareSet(inbox: string): (meta: InboxMeta | undefined) => InboxMeta | undefined {
    const batches = this.#batches;
    return (meta) => {
      if (meta && batches === this.#batches) this.#entries.set(inbox, meta);
      return meta;
    };
  }
}
