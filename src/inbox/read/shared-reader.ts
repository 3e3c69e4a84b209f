import type { ReadPage, RecordReader } from "./record-reader.ts";

/** Readers of an inbox that are notified in one turn of the event loop. */
const SLICE = 50;

/** Milliseconds that a page is reused for further readers. */
const SHARED_MS = 50;

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
  unsubscribe(): void;
}

/**
 * Returns a reader for waiting clients, of which one inbox may have thousands. It notifies listeners in slices, so
 * that they do not block the event loop, and equal queries share one read.
 */
export function createSharedReader(reader: RecordReader): RecordReader {
  const feeds = new Map<string, Feed>();
  const reads = new WeakMap<ReadPage, { read: SharedRead; forget: () => void }>();

  function openFeed(inbox: string): Feed {
    const feed: Feed = {
      listeners: new Set(),
      reads: new Map(),
      unnotified: new Set(),
      unsubscribe: reader.subscribe(inbox, () => notify(feed)),
    };
    feeds.set(inbox, feed);
    return feed;
  }

  return {
    getMeta: (inbox) => reader.getMeta(inbox),
    subscribe(inbox, listener) {
      const feed = feeds.get(inbox) ?? openFeed(inbox);
      // Wrapped, because the same function may be added twice.
      const entry = () => listener();
      feed.listeners.add(entry);
      return () => {
        feed.unnotified.delete(entry);
        if (!feed.listeners.delete(entry) || feed.listeners.size > 0) return;
        feed.unsubscribe();
        feeds.delete(inbox);
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
