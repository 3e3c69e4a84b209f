import { headOfPlace, type Outcome, type WriteOp } from "./batch.ts";
import type { InboxMeta } from "../store.ts";

/** Inboxes whose heads are kept in memory: about 20 MB. */
const MAX_HEADS = 50_000;

/**
 * The heads of the inboxes used last, so that a poll that finds nothing new touches no disk. It is right
 * because all writes of the store pass by it.
 */
export class MetaCache {
  readonly #heads = new Map<string, InboxMeta>();
  #batches = 0;

  get(inbox: string): InboxMeta | undefined {
    return this.#heads.get(inbox);
  }

  /** Takes in a batch that is on the disk. */
  apply(ops: readonly WriteOp[], outcomes: readonly Outcome[]): void {
    this.#batches += 1;
    for (const [index, op] of ops.entries()) {
      const outcome = outcomes[index];
      if (op.kind === "remove") this.#heads.delete(op.inbox);
      if (op.kind === "capture" && Array.isArray(outcome))
        this.#put(op.inbox, headOfPlace(outcome));
    }
  }

  /** A function that keeps a head read from now on, unless a batch made it old meanwhile. */
  remembering(inbox: string): (head: InboxMeta | undefined) => InboxMeta | undefined {
    const batches = this.#batches;
    return (head) => {
      if (head && batches === this.#batches) this.#put(inbox, head);
      return head;
    };
  }

  #put(inbox: string, head: InboxMeta): void {
    // Deleted first, so that the map's order is that of last use.
    this.#heads.delete(inbox);
    this.#heads.set(inbox, head);
    if (this.#heads.size <= MAX_HEADS) return;
    for (const oldest of this.#heads.keys()) {
      this.#heads.delete(oldest);
      return;
    }
  }
}
