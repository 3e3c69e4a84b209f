import type { ReadPage, RecordReader } from "./record-reader.ts";

/** Readers of an inbox that are woken in one turn of the event loop. */
const SLICE = 50;

/** How long a page that was read is given to further readers, in milliseconds. */
const SHARED_MS = 50;

/** Those who wait for records of one inbox. */
interface Feed {
  listeners: Set<() => void>;
  /** Reads by their query, since the last notification. */
  reads: Map<string, Promise<ReadPage>>;
  /** Listeners that a notification has still to reach. */
  unnotified: Set<() => void>;
  unsubscribe(): void;
}

/**
 * Returns a reader for those who wait, of whom one inbox may have thousands. Its notifications reach listeners in slices, so
 * that they do not block the event loop, and equal queries share one read.
 */
export function createSharedReader(reader: RecordReader): RecordReader {
  const feeds = new Map<string, Feed>();

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
      if (known) return known;
      // Carried out though its first caller may be gone, because others may share it.
      const shared = caller && { ...caller, isGone: () => false };
      const page = reader.read(inbox, query, shared);
      feed.reads.set(key, page);
      page.then(
        () => forgetLater(feed, key, page),
        () => feed.reads.delete(key),
      );
      return page;
    },
  };
}

/** Forgets a page after a moment, or when every reader was woken. */
function forgetLater(feed: Feed, key: string, page: Promise<ReadPage>): void {
  const forget = () => {
    if (feed.reads.get(key) !== page) return;
    if (feed.unnotified.size > 0) forgetLater(feed, key, page);
    else feed.reads.delete(key);
  };
  setTimeout(forget, SHARED_MS).unref();
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
