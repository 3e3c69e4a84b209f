import { setTimeout as delay } from "node:timers/promises";
import {
  type InboxStore,
  type Page,
  type ReadQuery,
  recordsOf,
  type StoredRecord,
} from "../store/store.ts";

/** Looked again after this even without news: news across processes may get lost. */
const LOOK_AGAIN_MS = 5_000;

/** Resolves at the first page that has a record, or with an empty one after `waitMs` or when `signal` ends it. */
export async function waitForPage(
  store: InboxStore,
  inbox: string,
  { query, waitMs, signal }: { query: ReadQuery; waitMs: number; signal: AbortSignal },
): Promise<Page> {
  const end = performance.now() + waitMs;
  const news = listen(store, inbox);
  try {
    for (;;) {
      let page = await store.read(inbox, query);
      // A reader who is ahead read an earlier life: its numbers start at 1 again.
      if (page.head && query.after > page.head.lastSeq) {
        page = await store.read(inbox, { ...query, after: 0 });
      }
      const left = end - performance.now();
      if (page.seqs.length > 0 || left <= 0 || signal.aborted) return page;
      await news.next(Math.min(left, LOOK_AGAIN_MS), signal);
    }
  } finally {
    news.stop();
  }
}

/** All records after `after` (undefined: only new ones), each once and in order, until `signal` ends it. */
export async function* followRecords(
  store: InboxStore,
  inbox: string,
  { after, signal }: { after: number | undefined; signal: AbortSignal },
): AsyncGenerator<StoredRecord> {
  const news = listen(store, inbox);
  try {
    const start = await store.head(inbox);
    let life = start?.life;
    let from = after ?? start?.lastSeq ?? 0;
    while (!signal.aborted) {
      const query = { after: from, limit: Infinity, newest: false, preflights: true };
      const page = await store.read(inbox, query);
      const { head } = page;
      // Another life, or a reader who is ahead and so read an earlier one: its numbers start at 1 again.
      const restarted = head && ((life !== undefined && head.life !== life) || from > head.lastSeq);
      life = head?.life ?? life;
      if (restarted) {
        from = 0;
        continue;
      }
      for (const record of recordsOf(page)) {
        yield record;
        from = record.seq;
      }
      if (page.seqs.length === 0) await news.next(LOOK_AGAIN_MS, signal);
    }
  } finally {
    news.stop();
  }
}

/** News of an inbox from now on: none that comes between two looks is missed. */
function listen(store: InboxStore, inbox: string) {
  let fresh = false;
  let wake: (() => void) | undefined;
  const stop = store.subscribe(inbox, () => {
    fresh = true;
    wake?.();
  });
  return {
    stop,
    async next(ms: number, signal: AbortSignal): Promise<void> {
      if (!fresh && !signal.aborted) {
        const done = new AbortController();
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const over = delay(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) });
        await Promise.race([woken, over.catch(() => {})]);
        done.abort();
      }
      fresh = false;
      wake = undefined;
    },
  };
}
