import { formatETag } from "../responses.ts";
import type { ReadClient } from "./read-queue.ts";
import type { FilteredQuery, ReadPage, RecordReader } from "./record-reader.ts";

/** Readers of an inbox that are notified in one turn of the event loop. */
const SLICE = 50;

/** Milliseconds that a page is reused for further readers. */
const SHARED_MS = 50;

/** Milliseconds between checks for new records, because notifications between processes can be lost. */
const POLL_INTERVAL_MS = 5_000;

/** A read whose page several readers get. */
interface SharedRead {
  page: Promise<ReadPage>;
  /** Number of readers that have not released the page. */
  readers: number;
  /** Stops sharing it. */
  forget(): void;
}

/**
 * Returns a reader for waiting clients, of which one inbox may have thousands. It notifies listeners in slices, so
 * that they do not block the event loop, and equal queries share one read. When `stopping` aborts, it notifies all.
 */
export function createSharedReader(reader: RecordReader, stopping: AbortSignal): RecordReader {
  const feeds = new Map<string, Feed>();
  const reads = new WeakMap<ReadPage, SharedRead>();
  const openFeed = (inbox: string) => {
    const feed = new Feed({ reader, inbox, reads, onEmpty: () => feeds.delete(inbox) });
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
      const read = reads.get(page);
      if (!read || --read.readers > 0) return;
      read.forget();
      reader.release?.(page);
    },
  };
}

interface FeedOptions {
  reader: RecordReader;
  inbox: string;
  /** Shared reads by their pages. */
  reads: WeakMap<ReadPage, SharedRead>;
  /** Called after the last listener unsubscribed. */
  onEmpty(): void;
}

/** The waiting readers of one inbox. */
class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<() => void>();
  /** Listeners not yet notified. */
  readonly #unnotified = new Set<() => void>();
  /** Reads by their query, since the last notification. */
  readonly #reads = new Map<string, SharedRead>();
  readonly #unsubscribe: () => void;
  /** Checks once for all readers, because thousands of timers and reads would keep the process busy. */
  readonly #timer: NodeJS.Timeout;
  /** The entity tag of the inbox when it was last checked. */
  #etag: string | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#unsubscribe = options.reader.subscribe(options.inbox, () => this.notify());
    this.#timer = setInterval(() => void this.#check(), POLL_INTERVAL_MS).unref();
  }

  subscribe(listener: () => void): () => void {
    // Wrapped, because the same function may be added twice.
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => {
      this.#unnotified.delete(entry);
      if (this.#listeners.delete(entry) && this.#listeners.size === 0) this.#close();
    };
  }

  /** Shares a running read of the same query, or starts one. */
  read(query: FilteredQuery, caller?: ReadClient): Promise<ReadPage> {
    const { reader, inbox, reads } = this.#options;
    const key = JSON.stringify(query);
    const known = this.#reads.get(key);
    if (known) {
      known.readers += 1;
      return known.page;
    }
    // Runs even if its first caller disconnects, because others may share it.
    const page = reader.read(inbox, query, caller && { ...caller, isGone: () => false });
    const read = { page, readers: 1, forget: () => this.#forget(key, read) };
    this.#reads.set(key, read);
    page.then((done) => {
      reads.set(done, read);
      return this.#forgetLater(read);
    }, read.forget);
    return page;
  }

  /** Notifies all listeners. Reads that began before may miss the new record, so later readers do not share them. */
  notify(): void {
    this.#reads.clear();
    const isNotifying = this.#unnotified.size > 0;
    for (const listener of this.#listeners) this.#unnotified.add(listener);
    if (!isNotifying) this.#notifySlice();
  }

  #notifySlice(): void {
    let left = SLICE;
    for (const listener of this.#unnotified) {
      if (left-- === 0) {
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

  #forget(key: string, read: SharedRead): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }

  /** Stops sharing a read after SHARED_MS, or when every reader was notified. */
  #forgetLater(read: SharedRead): void {
    setTimeout(() => {
      if (this.#unnotified.size > 0) this.#forgetLater(read);
      else read.forget();
    }, SHARED_MS).unref();
  }

  #close(): void {
    this.#unsubscribe();
    clearInterval(this.#timer);
    this.#options.onEmpty();
  }
}
