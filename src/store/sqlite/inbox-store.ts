import {
  type InboxMeta,
  type InboxStore,
  type Page,
  formatRecordId,
  StoreError,
} from "../store.ts";
import type { Subscribers } from "../subscribers.ts";
import type { MetaCache } from "./meta-cache.ts";
import { rejectWhenLate, type StoreWorker } from "./store-worker.ts";
import type { WriteBatcher } from "./write-batcher.ts";

interface SqliteInboxOptions {
  batcher: WriteBatcher;
  reader: StoreWorker;
  cache: MetaCache;
  subscribers: Subscribers;
  now(): number;
  /** Called after a removal on a full disk, whose space a purge has to free. */
  onLowSpace(): void;
  deadlineMs: number | undefined;
}

/** Creates the inbox half of the SQLite store: writes go through the batcher, reads to the reader thread. */
export function createSqliteInboxes(options: SqliteInboxOptions): InboxStore {
  const { batcher, reader, cache, subscribers, now, onLowSpace, deadlineMs } = options;

  function getCachedMeta(inbox: string): InboxMeta | undefined {
    const cached = cache.get(inbox);
    return cached && now() < cached.expiresAtMs ? cached : undefined;
  }

  return {
    async capture(inbox, record) {
      const outcome = await batcher.add({ kind: "capture", inbox, record }, record.members.length);
      if (!Array.isArray(outcome)) throw createRefusal(outcome);
      const [seq, receivedAt, generation, , expiresAtMs] = outcome;
      return { recordId: formatRecordId(generation, seq), seq, receivedAt, expiresAtMs };
    },
    getMeta(inbox) {
      // A cached inbox that has expired does not exist, because a new one would have replaced it in the cache.
      if (cache.has(inbox)) return getCachedMeta(inbox);
      const setUnlessStale = cache.prepareSet(inbox);
      const read = reader.call<InboxMeta | undefined>({ kind: "meta", inbox, nowMs: now() });
      return rejectWhenLate(read, deadlineMs).then(setUnlessStale);
    },
    read(inbox, query) {
      const read = reader.call<Page>({ kind: "read", inbox, query, nowMs: now() });
      return rejectWhenLate(read, deadlineMs);
    },
    async remove(inbox) {
      const outcome = await batcher.add({ kind: "remove", inbox }, 0);
      if (Array.isArray(outcome) || outcome.kind !== "removed")
        throw new StoreError("unavailable", "the inbox was not removed");
      if (outcome.lowSpace) onLowSpace();
      return outcome.existed;
    },
    subscribe: (inbox, listener) => subscribers.add(inbox, listener),
  };
}

function createRefusal({ kind }: { kind: string }): StoreError {
  return kind === "full"
    ? new StoreError("full", "the disk is full")
    : new StoreError("budget", "the store's byte budget is used up");
}
