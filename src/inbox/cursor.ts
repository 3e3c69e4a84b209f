import { setTimeout as delay } from "node:timers/promises";
import {
  type InboxStore,
  type Page,
  type ReadQuery,
  splitRecords,
  type StoredRecord,
} from "../store/store.ts";

/** How often the store is read without a notification, because those between processes may be lost. */
const POLL_INTERVAL_MS = 5_000;

/** Resolves with the first page that has a record, or with an empty one after `waitMs` or when `signal` aborts. */
export async function waitForPage(
  store: InboxStore,
  inbox: string,
  { query, waitMs, signal }: { query: ReadQuery; waitMs: number; signal: AbortSignal },
): Promise<Page> {
  const end = performance.now() + waitMs;
  const notifications = subscribe(store, inbox);
  const readNext = createCursor(store, inbox, { query });
  try {
    for (;;) {
      const page = await readNext();
      const leftMs = end - performance.now();
      if (page.seqs.length > 0 || leftMs <= 0 || signal.aborted) return page;
      await notifications.wait(Math.min(leftMs, POLL_INTERVAL_MS), signal);
    }
  } finally {
    notifications.unsubscribe();
  }
}

/** Yields every record after `after` (undefined: only new ones) once and in order, until `signal` aborts. */
export async function* followRecords(
  store: InboxStore,
  inbox: string,
  { after, signal }: { after: number | undefined; signal: AbortSignal },
): AsyncGenerator<StoredRecord> {
  const notifications = subscribe(store, inbox);
  try {
    const meta = after === undefined ? await store.getMeta(inbox) : undefined;
    const start = after ?? meta?.lastSeq ?? 0;
    const query = { after: start, limit: Infinity, newest: false, preflights: true };
    const readNext = createCursor(store, inbox, { query, generation: meta?.generation });
    while (!signal.aborted) {
      const page = await readNext();
      yield* splitRecords(page);
      if (page.seqs.length === 0) await notifications.wait(POLL_INTERVAL_MS, signal);
    }
  } finally {
    notifications.unsubscribe();
  }
}

/**
 * Returns a cursor: each call reads the page after the previous one, the first after `query.after`. It restarts
 * from sequence 1 when the inbox was recreated or deleted, or when the reader is past the inbox's end.
 */
function createCursor(
  store: InboxStore,
  inbox: string,
  { query, generation }: { query: ReadQuery; generation?: string | undefined },
): () => Promise<Page> {
  let { after } = query;
  return async () => {
    let page = await store.read(inbox, { ...query, after });
    const { meta } = page;
    const continues =
      meta && (generation ?? meta.generation) === meta.generation && after <= meta.lastSeq;
    if (!continues && after > 0) {
      after = 0;
      if (meta) page = await store.read(inbox, { ...query, after });
    }
    generation = page.meta?.generation;
    after = page.seqs.at(-1) ?? after;
    return page;
  };
}

/** Subscribes to an inbox. A notification that arrives while nobody waits is remembered. */
function subscribe(store: InboxStore, inbox: string) {
  let pending = false;
  let notify: (() => void) | undefined;
  const unsubscribe = store.subscribe(inbox, () => {
    pending = true;
    notify?.();
  });
  return {
    unsubscribe,
    /** Resolves at the next notification, after `ms`, or when `signal` aborts. */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (!pending && !signal.aborted) {
        const done = new AbortController();
        const notified = new Promise<void>((resolve) => (notify = resolve));
        const timeout = delay(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) });
        await Promise.race([notified, timeout.catch(() => {})]);
        done.abort();
      }
      pending = false;
      notify = undefined;
    },
  };
}
