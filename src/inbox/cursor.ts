import type { RecordFilter } from "../domain/record/record-filter.ts";
import { createEmptyPage } from "../store/store.ts";
import type { ReadClient } from "./read/read-queue.ts";
import type { FilteredQuery, ReadPage, RecordReader } from "./read/record-reader.ts";

/** The records to follow. */
interface CursorOptions {
  query: FilteredQuery;
  /** True: only records that are captured from now on, whatever `query.after` is. */
  onlyNew?: boolean;
  caller?: ReadClient | undefined;
}

/** Returns the query for every record after a sequence number that matches the filter. */
export function toFollowQuery(after: number, filter?: RecordFilter): FilteredQuery {
  return { after, limit: Infinity, newest: false, preflights: true, ...(filter && { filter }) };
}

/**
 * Reads an inbox page by page and waits for new records. A class with few members and at most one
 * timer, because thousands of clients may wait for one inbox.
 */
export class InboxCursor {
  readonly #records: RecordReader;
  readonly #inbox: string;
  readonly #query: FilteredQuery;
  readonly #caller: ReadClient | undefined;
  readonly #unsubscribe: () => void;
  readonly #onlyNew: boolean;
  #after: number;
  #generation: string | undefined;
  #hasStarted = false;
  /** False when nothing was captured since the end of the inbox was reached. */
  #mayHaveMore = false;
  #wasEnded = false;
  #resume: (() => void) | undefined;

  constructor(records: RecordReader, inbox: string, options: CursorOptions) {
    const { query, onlyNew = false, caller } = options;
    this.#records = records;
    this.#inbox = inbox;
    this.#query = query;
    this.#onlyNew = onlyNew;
    this.#caller = caller;
    this.#after = query.after;
    this.#unsubscribe = records.subscribe(inbox, () => this.#notify());
  }

  /** True after `end`, and when the server stops. */
  get isEnded(): boolean {
    return this.#wasEnded || this.#isStopping;
  }

  get #isStopping(): boolean {
    return this.#records.isStopping === true;
  }

  /**
   * Decides by the inbox's metadata whether there is something to read, because most clients wait
   * at its end. Records captured after it resolved are new. Default: the first call of `next`.
   */
  async start(): Promise<void> {
    this.#hasStarted = true;
    const meta = await this.#records.getMeta(this.#inbox);
    if (this.#onlyNew || !meta) this.#after = meta?.lastSeq ?? 0;
    if (meta && meta.lastSeq !== this.#after) this.#mayHaveMore = true;
    else this.#generation = meta?.generation;
  }

  /**
   * Resolves with the next page that has a record, in order and each record once. Resolves with
   * undefined when none came within `waitMs` or the cursor was ended.
   */
  async next(waitMs: number): Promise<ReadPage | undefined> {
    const endMs = performance.now() + waitMs;
    if (!this.#hasStarted) await this.start();
    while (!this.isEnded) {
      if (this.#mayHaveMore) {
        // Before the read, because a record captured during it may not be part of the page.
        this.#mayHaveMore = false;
        const page = await this.read();
        this.#mayHaveMore ||= page.seqs.length > 0 || page.next !== undefined;
        if (page.seqs.length > 0) return page;
      }
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) return undefined;
      if (!this.#mayHaveMore) await this.#wait(leftMs);
    }
    return undefined;
  }

  /**
   * Reads the page after the previous one, which may be empty. Restarts from sequence 1 when the
   * inbox was recreated or deleted, or when the cursor is past the inbox's end.
   */
  async read(): Promise<ReadPage> {
    if (this.#wasEnded && !this.#isStopping)
      return { ...createEmptyPage(undefined), next: undefined };
    let page = await this.#readAfter();
    const { meta } = page;
    const continues =
      meta &&
      (this.#generation ?? meta.generation) === meta.generation &&
      this.#after <= meta.lastSeq;
    if (!continues && this.#after > 0) {
      this.#after = 0;
      if (meta) page = await this.#readAfter();
    }
    this.#generation = page.meta?.generation;
    this.#after = page.lastReadSeq ?? page.seqs.at(-1) ?? this.#after;
    return page;
  }

  /**
   * Ends the wait of a client that has disconnected: `next` resolves with undefined from now on.
   */
  end(): void {
    this.#wasEnded = true;
    this.#resume?.();
  }

  /** Ends the subscription. Must be called. */
  close(): void {
    this.#unsubscribe();
  }

  #readAfter(): Promise<ReadPage> {
    const query = { ...this.#query, after: this.#after };
    return this.#records.read(this.#inbox, query, this.#caller);
  }

  #notify(): void {
    this.#mayHaveMore = true;
    this.#resume?.();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#resume?.(), ms);
      this.#resume = () => {
        clearTimeout(timer);
        this.#resume = undefined;
        resolve();
      };
    });
  }
}

/**
 * Resolves with the first page that has a record, or with an empty one after `waitMs` or when the
 * cursor was ended. Closes the cursor.
 */
export async function waitForPage(cursor: InboxCursor, waitMs: number): Promise<ReadPage> {
  try {
    return (await cursor.next(waitMs)) ?? (await cursor.read());
  } finally {
    cursor.close();
  }
}
