import { setTimeout as delay } from "node:timers/promises";
import {
  type InboxStore,
  type Page,
  type ReadQuery,
  splitRecords,
  type StoredRecord,
} from "../store/store.ts";

/** Looked again after this even without news: news across processes may get lost. */
const POLL_INTERVAL_MS = 5_000;

/** Resolves at the first page that has a record, or with an empty one after `waitMs` or when `signal` ends it. */
export async function waitForPage(
  store: InboxStore,
  inbox: string,
  { query, waitMs, signal }: { query: ReadQuery; waitMs: number; signal: AbortSignal },
): Promise<Page> {
  const end = performance.now() + waitMs;
  const notifications = subscribe(store, inbox);
  const readOn = createCursor(store, inbox, { query });
  try {
    for (;;) {
      const page = await readOn();
      const left = end - performance.now();
      if (page.seqs.length > 0 || left <= 0 || signal.aborted) return page;
      await notifications.next(Math.min(left, POLL_INTERVAL_MS), signal);
    }
  } finally {
    notifications.stop();
  }
}

/** All records after `after` (undefined: only new ones), each once and in order, until `signal` ends it. */
export async function* followRecords(
  store: InboxStore,
  inbox: string,
  { after, signal }: { after: number | undefined; signal: AbortSignal },
): AsyncGenerator<StoredRecord> {
  const news = subscribe(store, inbox);
  try {
    const start = after === undefined ? await store.getMeta(inbox) : undefined;
    const from = after ?? start?.lastSeq ?? 0;
    const query = { after: from, limit: Infinity, newest: false, preflights: true };
    const readOn = createCursor(store, inbox, { query, life: start?.life });
    while (!signal.aborted) {
      const page = await readOn();
      yield* splitRecords(page);
      if (page.seqs.length === 0) await news.next(POLL_INTERVAL_MS, signal);
    }
  } finally {
    news.stop();
  }
}

/**
 * Reads on from where the page before ended, first from `query.after` (in `life`, where that is known). Where the
 * life that was read is over (another runs, or none, or the reader is ahead of it), numbers start at 1 again.
 */
function createCursor(
  store: InboxStore,
  inbox: string,
  { query, life }: { query: ReadQuery; life?: string | undefined },
): () => Promise<Page> {
  let { after } = query;
  return async () => {
    let page = await store.read(inbox, { ...query, after });
    const { head } = page;
    const goesOn = head && (life ?? head.life) === head.life && after <= head.lastSeq;
    if (!goesOn && after > 0) {
      after = 0;
      if (head) page = await store.read(inbox, { ...query, after });
    }
    life = page.head?.life;
    after = page.seqs.at(-1) ?? after;
    return page;
  };
}

/** News of an inbox from now on: none that comes between two looks is missed. */
function subscribe(store: InboxStore, inbox: string) {
  let pending = false;
  let wake: (() => void) | undefined;
  const stop = store.subscribe(inbox, () => {
    pending = true;
    wake?.();
  });
  return {
    stop,
    async next(ms: number, signal: AbortSignal): Promise<void> {
      if (!pending && !signal.aborted) {
        const done = new AbortController();
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const over = delay(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) });
        await Promise.race([woken, over.catch(() => {})]);
        done.abort();
      }
      pending = false;
      wake = undefined;
    },
  };
}
