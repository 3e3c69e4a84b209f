import { formatETag } from "../responses.ts";
import type { ReadClient } from "./read-queue.ts";
import type { FilteredQuery, ReadPage, RecordReader } from "./record-reader.ts";

/**
 * Readers of an inbox that are notified in one turn of the event loop, so that they do not block
 * it.
 */
const MAX_NOTIFIED_PER_TURN = 50;

/** Milliseconds that a page is kept for further readers with the same query. */
const REUSE_MS = 50;

/**
 * Milliseconds between checks for new records, because notifications between processes can be lost.
 */
const POLL_INTERVAL_MS = 5_000;

/** A read whose page several readers get. */
interface SharedRead {
  page: Promise<ReadPage>;
  /** Number of readers that have not released the page. */
  readers: number;
  stopSharing(): void;
}

/**
 * Returns a reader for waiting clients, of which one inbox may have thousands. It notifies
 * listeners in slices, so that they do not block the event loop, and equal queries share one read.
 * When `stopping` aborts, it notifies all.
 */
export function createSharedReader(reader: RecordReader, stopping: AbortSignal): RecordReader {
  const feeds = new Map<string, Feed>();
  const readsByPage = new WeakMap<ReadPage, SharedRead>();
  const openFeed = (inbox: string) => {
    const feed = new Feed({ reader, inbox, readsByPage, onEmpty: () => feeds.delete(inbox) });
    feeds.set(inbox, feed);
    return feed;
  };
  stopping.addEventListener("abort", () => {
    for (const feed of feeds.values()) feed.notify();
  });
  return {
    get isStopping() {
      return stopping.aborted;
    },
    getMeta: (inbox) => reader.getMeta(inbox),
    subscribe: (inbox, listener) => (feeds.get(inbox) ?? openFeed(inbox)).subscribe(listener),
    read: (inbox, query, caller) =>
      feeds.get(inbox)?.read(query, caller) ?? reader.read(inbox, query, caller),
    release(page) {
      const read = readsByPage.get(page);
      if (!read) return;
      read.readers -= 1;
      if (read.readers > 0) return;
      read.stopSharing();
      reader.release?.(page);
    },
  };
}

interface FeedOptions {
  reader: RecordReader;
  inbox: string;
  /** Finds the read of a page that is released. */
  readsByPage: WeakMap<ReadPage, SharedRead>;
  /** Called after the last listener unsubscribed. */
  onEmpty(): void;
}

class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<() => void>();
  /** Listeners not yet notified. */
  readonly #unnotified = new Set<() => void>();
  /** Reads by their query, since the last notification. */
  readonly #readsByQuery = new Map<string, SharedRead>();
  readonly #unsubscribe: () => void;
  /**
   * Checks once for all readers, because thousands of timers and reads would keep the process busy.
   */
  readonly #timer: NodeJS.Timeout;
  /**
   * The entity tag at the last check. Undefined before the first, which therefore notifies: a
   * record may be new.
   */
  #etag: string | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#unsubscribe = options.reader.subscribe(options.inbox, () => this.notify());
    this.#timer = setInterval(() => void this.#check(), POLL_INTERVAL_MS).unref();
  }

  subscribe(listener: () => void): () => void {
    // Wrapped, because a set would keep one entry for a function that subscribes twice.
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => {
      this.#unnotified.delete(entry);
      if (this.#listeners.delete(entry) && this.#listeners.size === 0) this.#close();
    };
  }

  /** Shares a running read of the same query, or starts one. */
  read(query: FilteredQuery, caller?: ReadClient): Promise<ReadPage> {
    const { reader, inbox, readsByPage } = this.#options;
    const key = JSON.stringify(query);
    const shared = this.#readsByQuery.get(key);
    if (shared) {
      shared.readers += 1;
      return shared.page;
    }
    // Runs even if its first caller disconnects, because others may share it.
    const page = reader.read(inbox, query, caller && { ...caller, isDisconnected: () => false });
    const read = { page, readers: 1, stopSharing: () => this.#stopSharing(key, read) };
    this.#readsByQuery.set(key, read);
    page.then((loaded) => {
      readsByPage.set(loaded, read);
      return this.#stopSharingLater(read);
    }, read.stopSharing);
    return page;
  }

  /**
   * Notifies all listeners. Reads that began before may miss the new record, so later readers do
   * not share them.
   */
  notify(): void {
    this.#readsByQuery.clear();
    const isNotifying = this.#unnotified.size > 0;
    for (const listener of this.#listeners) this.#unnotified.add(listener);
    if (!isNotifying) this.#notifySlice();
  }

  #notifySlice(): void {
    let remaining = MAX_NOTIFIED_PER_TURN;
    for (const listener of this.#unnotified) {
      if (remaining-- === 0) {
        setImmediate(() => this.#notifySlice());
        return;
      }
      this.#unnotified.delete(listener);
      listener();
    }
  }

  async #check(): Promise<void> {
    const { reader, inbox } = this.#options;
    try {
      const etag = formatETag(await reader.getMeta(inbox));
      if (etag !== this.#etag) this.notify();
      this.#etag = etag;
    } catch {
      // The next check reads again.
    }
  }

  #stopSharing(key: string, read: SharedRead): void {
    if (this.#readsByQuery.get(key) === read) this.#readsByQuery.delete(key);
  }

  /** Stops sharing a read after REUSE_MS, but not while readers are still to be notified. */
  #stopSharingLater(read: SharedRead): void {
    setTimeout(() => {
      if (this.#unnotified.size > 0) this.#stopSharingLater(read);
      else read.stopSharing();
    }, REUSE_MS).unref();
  }

  #close(): void {
    this.#unsubscribe();
    clearInterval(this.#timer);
    this.#options.onEmpty();
  }
}
