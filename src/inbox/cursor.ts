import type { RecordFilter } from "../lib/record/record-filter.ts";
import type { InboxStore } from "../store/store.ts";
import type { ReadClient } from "./read/read-queue.ts";
import type { FilteredQuery, ReadPage, RecordReader } from "./read/record-reader.ts";

/** Milliseconds between reads without a notification, because notifications between processes can be lost. */
const POLL_INTERVAL_MS = 5_000;

/** The first record to wait for, and for how long. */
interface WaitOptions {
  query: FilteredQuery;
  waitMs: number;
  signal: AbortSignal;
  caller?: ReadClient | undefined;
}

/** Resolves with the first page that has a record, or with an empty one after `waitMs` or when `signal` aborts. */
export async function waitForPage(
  records: RecordReader,
  inbox: string,
  { query, waitMs, signal, caller }: WaitOptions,
): Promise<ReadPage> {
  const end = performance.now() + waitMs;
  const notifications = subscribe(records, inbox);
  const readNext = createCursor(records, inbox, { query, caller });
  try {
    for (;;) {
      const page = await readNext();
      const leftMs = end - performance.now();
      if (page.seqs.length > 0 || leftMs <= 0 || signal.aborted) return page;
      // A page without a match is not the end of the inbox.
      if (page.next) continue;
      await notifications.wait(Math.min(leftMs, POLL_INTERVAL_MS), signal);
    }
  } finally {
    notifications.unsubscribe();
  }
}

/** The records to follow. */
export interface FollowOptions {
  /** Only records after this sequence number; undefined: only new ones. */
  after: number | undefined;
  filter?: RecordFilter | undefined;
  signal: AbortSignal;
  caller?: ReadClient | undefined;
}

/**
 * Yields every matching record after `after` once and in order, in pages that are not empty, until `signal` aborts. A page
 * may be used until the next one is asked for.
 */
export async function* followPages(
  records: RecordReader,
  inbox: string,
  { after, filter, signal, caller }: FollowOptions,
): AsyncGenerator<ReadPage> {
  const notifications = subscribe(records, inbox);
  try {
    const meta = after === undefined ? await records.getMeta(inbox) : undefined;
    const start = after ?? meta?.lastSeq ?? 0;
    const everything = { limit: Infinity, newest: false, preflights: true };
    const query = { after: start, ...everything, ...(filter && { filter }) };
    const readNext = createCursor(records, inbox, { query, generation: meta?.generation, caller });
    while (!signal.aborted) {
      const page = await readNext();
      if (page.seqs.length > 0) yield* yieldAndRelease(records, page);
      else if (!page.next) await notifications.wait(POLL_INTERVAL_MS, signal);
    }
  } finally {
    notifications.unsubscribe();
  }
}

/** Yields a page and releases it when the consumer asks for the next one or stops. */
function* yieldAndRelease(records: RecordReader, page: ReadPage): Generator<ReadPage> {
  try {
    yield page;
  } finally {
    records.release?.(page);
  }
}

interface CursorOptions {
  query: FilteredQuery;
  generation?: string | undefined;
  caller?: ReadClient | undefined;
}

/**
 * Returns a cursor: each call reads the page after the previous one, the first after `query.after`. It restarts
 * from sequence 1 when the inbox was recreated or deleted, or when the reader is past the inbox's end.
 */
function createCursor(
  records: RecordReader,
  inbox: string,
  { query, generation, caller }: CursorOptions,
): () => Promise<ReadPage> {
  let { after } = query;
  return async () => {
    let page = await records.read(inbox, { ...query, after }, caller);
    const { meta } = page;
    const continues =
      meta && (generation ?? meta.generation) === meta.generation && after <= meta.lastSeq;
    if (!continues && after > 0) {
      after = 0;
      if (meta) page = await records.read(inbox, { ...query, after }, caller);
    }
    generation = page.meta?.generation;
    after = page.lastReadSeq ?? page.seqs.at(-1) ?? after;
    return page;
  };
}

/** Subscribes to an inbox. A notification that arrives while nobody waits is remembered. */
function subscribe(store: Pick<InboxStore, "subscribe">, inbox: string) {
  let pending = false;
  let notify: (() => void) | undefined;
  const unsubscribe = store.subscribe(inbox, () => {
    pending = true;
    notify?.();
  });
  return {
    unsubscribe,
    /** Resolves at the next notification, after `ms`, or when `signal` aborts. */
    wait(ms: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          pending = false;
          notify = undefined;
          resolve();
        };
        const timer = setTimeout(wake, ms);
        if (pending || signal.aborted) return wake();
        signal.addEventListener("abort", wake);
        notify = wake;
        return undefined;
      });
    },
  };
}
