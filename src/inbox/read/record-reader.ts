import type { RecordFilter } from "../../domain/record/record-filter.ts";
import { runForClient, type TaskRunner } from "../../lib/workers/task-pool.ts";
import {
  type InboxStore,
  type RecordPage,
  type PageRecords,
  type ReadQuery,
} from "../../store/store.ts";
import { detachBuffer, toTransferable } from "../../lib/workers/transferable.ts";
import {
  excerptRecords,
  hasForms,
  type RecordView,
  type RecordSelection,
  selectRecords,
} from "./page-records.ts";
import type { ReadClient, ReadQueue } from "./read-queue.ts";
import type { SelectInput } from "./select-task.ts";

/** The records to read. `limit` counts those that match the filter. */
export interface FilteredQuery extends ReadQuery {
  filter?: RecordFilter;
  /** Default: `full`. */
  view?: RecordView;
}

export interface ReadPage extends RecordPage {
  /** The query that reads the next page; undefined after the last one. */
  next: FilteredQuery | undefined;
  /** The last record that was read, where a filter may have removed it from the page. */
  lastReadSeq?: number | undefined;
}

/** The reading half of a store with filters, and with form bodies parsed. */
export interface RecordReader extends Pick<InboxStore, "getMeta" | "subscribe"> {
  /**
   * Returns one page of records, oldest first. It may be empty although `next` is set, because a
   * filter is applied to one page of the store at a time.
   */
  read(inbox: string, query: FilteredQuery, caller?: ReadClient): Promise<ReadPage>;
  /**
   * Releases the memory of a page. Pages that are never released are left to the garbage collector.
   */
  release?(page: ReadPage): void;
  /** True when the server stops, so that waiting clients end. Absent where none wait. */
  readonly isStopping?: boolean;
}

/**
 * Larger pages are filtered and parsed in a worker, because a record of 5 MiB takes a tenth of a
 * second.
 */
const MAX_INLINE_BYTES = 65_536;

/** Creates the reader of a store. `pool` runs what would block the event loop. */
export function createRecordReader(store: InboxStore, pool: TaskRunner): RecordReader {
  return {
    read: (inbox, query, caller) => readPage({ store, pool, caller }, inbox, query),
    getMeta: (inbox) => store.getMeta(inbox),
    subscribe: (inbox, listener) => store.subscribe(inbox, listener),
    release: ({ texts }) => detachBuffer(texts),
  };
}

/** The store of a read, the pool of its tasks, and its caller. */
interface ReadSource {
  store: InboxStore;
  pool: TaskRunner;
  caller: ReadClient | undefined;
}

async function readPage(
  source: ReadSource,
  inbox: string,
  query: FilteredQuery,
): Promise<ReadPage> {
  const { store, pool, caller } = source;
  const tasks = runForClient(pool, caller?.client);
  const { filter, view = "full", ...plain } = query;
  const selection = { filter, view };
  if (!filter) {
    const page = await store.read(inbox, plain);
    return keepSelection(await applySelection(page, tasks, selection), query);
  }
  if (query.newest) return readNewest(source, inbox, query);
  // Reads without a limit, because the limit counts matches, which the store does not evaluate.
  const page = await store.read(inbox, { ...plain, limit: Number.MAX_SAFE_INTEGER });
  const selected = takeFirst(await applySelection(page, tasks, selection), query.limit);
  const limit = query.limit - selected.seqs.length;
  const next = page.next && limit > 0 ? { ...page.next, limit } : undefined;
  return keepSelection({ ...selected, next }, query);
}

/**
 * Reads twice, because the position of the newest matches is known only at the end of the inbox.
 */
async function readNewest(
  source: ReadSource,
  inbox: string,
  query: FilteredQuery,
): Promise<ReadPage> {
  const forward = { ...query, newest: false };
  const first = await readPage(source, inbox, { ...forward, limit: Number.MAX_SAFE_INTEGER });
  const seqs = [...first.seqs];
  for (let { next } = first; next;) {
    const page = await readPage(source, inbox, next);
    seqs.push(...page.seqs);
    next = page.next;
  }
  const through = first.meta?.lastSeq ?? 0;
  const start = seqs.at(-query.limit) ?? seqs[0] ?? through + 1;
  const page = await readPage(source, inbox, { ...forward, after: start - 1, through });
  if (page.meta?.generation !== first.meta?.generation) return readNewest(source, inbox, query);
  // Keeps the first page's metadata, because a record captured during the read is not in the page.
  return { ...page, meta: first.meta };
}

/** Adds the filter and view to the page's next query, because the store omits them. */
function keepSelection(page: ReadPage, { filter, view }: FilteredQuery): ReadPage {
  if (!page.next || (!filter && !view)) return page;
  return { ...page, next: { ...page.next, ...(filter && { filter }), ...(view && { view }) } };
}

/** Returns a page with the records that match, in the selected view. */
async function applySelection(
  page: RecordPage,
  tasks: TaskRunner,
  selection: RecordSelection,
): Promise<ReadPage> {
  if (page.seqs.length === 0) return page;
  const { filter, view } = selection;
  // Excerpts come first where nothing needs the whole body, because what follows then works on
  // small records.
  let records = view === "excerpt" && !filter ? excerptRecords(page) : pickRecords(page);
  if (filter || (view !== "stored" && hasForms(records)))
    records = await select(records, tasks, selection);
  // Freed immediately, because hundreds of readers may select from pages of 30 MB.
  if (records.texts !== page.texts) detachBuffer(page.texts);
  return { ...page, ...records, lastReadSeq: page.seqs.at(-1) };
}

function pickRecords({ texts, seqs, sizes }: PageRecords): PageRecords {
  return { texts, seqs, sizes };
}

const SELECT_TASK = new URL("./select-task.js", import.meta.url);

/** Selects in a worker what would block the event loop. */
async function select(
  page: PageRecords,
  tasks: TaskRunner,
  selection: RecordSelection,
): Promise<PageRecords> {
  if (page.texts.length <= MAX_INLINE_BYTES) return selectRecords(page, selection);
  // Copied to the worker with nothing of a larger buffer that the texts may be part of.
  const records = { ...page, texts: toTransferable(page.texts) };
  const input: SelectInput = { records, selection };
  return tasks.run<PageRecords>(SELECT_TASK, input);
}

/** Returns the page with at most `limit` records. */
function takeFirst(page: ReadPage, limit: number): ReadPage {
  if (page.seqs.length <= limit) return page;
  const sizes = page.sizes.subarray(0, limit);
  const bytes = sizes.reduce((sum, size) => sum + size, 0) + limit - 1;
  return {
    ...page,
    texts: page.texts.subarray(0, bytes),
    seqs: page.seqs.subarray(0, limit),
    sizes,
  };
}

/** Returns a reader whose reads wait for their turn; those without a caller do not. */
export function createQueuedReader(reader: RecordReader, queue: ReadQueue): RecordReader {
  return {
    getMeta: (inbox) => reader.getMeta(inbox),
    subscribe: (inbox, listener) => reader.subscribe(inbox, listener),
    release: (page) => reader.release?.(page),
    read: (inbox, query, caller) => {
      const read = () => reader.read(inbox, query, caller);
      return caller ? queue.run(caller, inbox, read) : read();
    },
  };
}
