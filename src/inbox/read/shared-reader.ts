import { formatETag } from "../responses.ts";
import type { ReadPage, RecordReader } from "./record-reader.ts";

/** Readers of an inbox that are notified in one turn of the event loop. */
const SLICE = 50;

/** Milliseconds that a page is reused for further readers. */
const SHARED_MS = 50;

/** Milliseconds between checks for new records, because notifications between processes can be lost. */
const POLL_INTERVAL_MS = 5_000;

/** A read and the number of readers that have its page. */
interface SharedRead {
  page: Promise<ReadPage>;
  readers: number;
}

/** The waiting readers of one inbox. */
interface Feed {
  listeners: Set<() => void>;
  /** Reads by their query, since the last notification. */
  reads: Map<string, SharedRead>;
  /** Listeners not yet notified. */
  unnotified: Set<() => void>;
  /** The entity tag of the inbox when it was last checked. */
  etag: string | undefined;
  close(): void;
}

/**
 * Returns a reader for waiting clients, of which one inbox may have thousands. It notifies listeners in slices, so
 * that they do not block the event loop, and equal queries share one read. When `stopping` aborts, it notifies all.
 */
export function createSharedReader(reader: RecordReader, stopping: AbortSignal): RecordReader {
  const feeds = new Map<string, Feed>();
  const reads = new WeakMap<ReadPage, { read: SharedRead; forget: () => void }>();

  stopping.addEventListener("abort", () => {
    for (const feed of feeds.values()) notify(feed);
  });

  function openFeed(inbox: string): Feed {
    const unsubscribe = reader.subscribe(inbox, () => notify(feed));
    const timer = setInterval(() => void check(inbox, feed), POLL_INTERVAL_MS).unref();
    const close = () => {
      unsubscribe();
      clearInterval(timer);
      feeds.delete(inbox);
    };
    const feed: Feed = {
      listeners: new Set(),
      reads: new Map(),
      unnotified: new Set(),
      etag: undefined,
      close,
    };
    feeds.set(inbox, feed);
    return feed;
  }

  /** Once for all readers of an inbox, because thousands of timers and reads would keep the process busy. */
  async function check(inbox: string, feed: Feed): Promise<void> {
    try {
      const etag = formatETag(await reader.getMeta(inbox));
      if (etag !== feed.etag) notify(feed);
      feed.etag = etag;
    } catch {
      // The next check reads again.
    }
  }

  return {
    get isStopping() {
      return stopping.aborted;
    },
    getMeta: (inbox) => reader.getMeta(inbox),
    subscribe(inbox, listener) {
      const feed = feeds.get(inbox) ?? openFeed(inbox);
      // Wrapped, because the same function may be added twice.
      const entry = () => listener();
      feed.listeners.add(entry);
      return () => {
        feed.unnotified.delete(entry);
        if (feed.listeners.delete(entry) && feed.listeners.size === 0) feed.close();
      };
    },
    read(inbox, query, caller) {
      const feed = feeds.get(inbox);
      if (!feed) return reader.read(inbox, query, caller);
      const key = JSON.stringify(query);
      const known = feed.reads.get(key);
      if (known) {
        known.readers += 1;
        return known.page;
      }
      // Runs even if its first caller disconnects, because others may share it.
      const shared = caller && { ...caller, isGone: () => false };
      const read = { page: reader.read(inbox, query, shared), readers: 1 };
      feed.reads.set(key, read);
      read.page.then(
        (page) => {
          reads.set(page, { read, forget: () => forget(feed, key, read) });
          return forgetLater(feed, key, read);
        },
        () => forget(feed, key, read),
      );
      return read.page;
    },
    release(page) {
      const shared = reads.get(page);
      if (!shared || --shared.read.readers > 0) return;
      shared.forget();
      reader.release?.(page);
    },
  };
}

/** Stops sharing a read. */
function forget(feed: Feed, key: string, read: SharedRead): void {
  if (feed.reads.get(key) === read) feed.reads.delete(key);
}

/** Stops sharing a read after SHARED_MS, or when every reader was notified. */
function forgetLater(feed: Feed, key: string, read: SharedRead): void {
  const timer = setTimeout(() => {
    if (feed.unnotified.size > 0) forgetLater(feed, key, read);
    else forget(feed, key, read);
  }, SHARED_MS);
  timer.unref();
}

/** Reads that began before a notification may miss its record, so later readers do not share them. */
function notify(feed: Feed): void {
  feed.reads.clear();
  const isWaking = feed.unnotified.size > 0;
  for (const listener of feed.listeners) feed.unnotified.add(listener);
  if (!isWaking) notifySlice(feed);
}

function notifySlice(feed: Feed): void {
  let left = SLICE;
  for (const listener of feed.unnotified) {
    if (left-- === 0) {
      setImmediate(notifySlice, feed);
      return;
    }
    feed.unnotified.delete(listener);
    listener();
  }
}
