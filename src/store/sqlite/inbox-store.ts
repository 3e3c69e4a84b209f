import type { MetaCache } from "./meta-cache.ts";
import { type InboxMeta, type InboxStore, type Page, recordId, StoreError } from "../store.ts";
import type { Subscribers } from "../subscribers.ts";
import type { WorkerClient } from "./worker-client.ts";
import { withinDeadline, type WriteBatcher } from "./write-batcher.ts";

interface Parts {
  queue: WriteBatcher;
  reader: WorkerClient;
  heads: MetaCache;
  wakes: Subscribers;
  now(): number;
  deadlineMs: number | undefined;
}

/** The inbox half of the embedded store: writes go through the queue, reads to the reading thread. */
export function embeddedInboxes({
  queue,
  reader,
  heads,
  wakes,
  now,
  deadlineMs,
}: Parts): InboxStore {
  return {
    capture: async (inbox, record) => {
      const outcome = await queue.add({ kind: "capture", inbox, record }, record.members.length);
      if (!Array.isArray(outcome))
        throw new StoreError("budget", "the store's byte budget is used up");
      const [seq, receivedAt, life, , expiresAtMs] = outcome;
      return { recordId: recordId(life, seq), seq, receivedAt, expiresAtMs };
    },
    getMeta: (inbox) => {
      const known = heads.get(inbox);
      if (known) return now() < known.expiresAtMs ? known : undefined;
      const remember = heads.remembering(inbox);
      const asked = reader.call<InboxMeta | undefined>({ kind: "head", inbox, nowMs: now() });
      return withinDeadline(asked, deadlineMs).then(remember);
    },
    getCachedMeta: (inbox) => {
      const known = heads.get(inbox);
      return known && now() < known.expiresAtMs ? known : undefined;
    },
    read: (inbox, query) =>
      withinDeadline(reader.call<Page>({ kind: "read", inbox, query, nowMs: now() }), deadlineMs),
    remove: async (inbox) => {
      const outcome = await queue.add({ kind: "remove", inbox }, 0);
      return "existed" in outcome && outcome.existed;
    },
    subscribe: (inbox, wake) => wakes.add(inbox, wake),
  };
}
