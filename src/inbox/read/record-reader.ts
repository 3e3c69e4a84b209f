import { UnavailableError } from "../../lib/errors.ts";
import type { RecordFilter } from "../../lib/record/record-filter.ts";
import type { TaskRunner } from "../../lib/task-pool.ts";
import { type InboxStore, type Page, type PageRecords, type ReadQuery } from "../../store/store.ts";
import { toTransferable } from "../transferable.ts";
import { hasForms, selectRecords } from "./page-records.ts";
import type { SelectInput } from "./select-task.ts";

/** Which records to read. `limit` counts those that match the filter. */
export interface FilteredQuery extends ReadQuery {
  filter?: RecordFilter;
}

/** A page of records as readers get them. */
export interface ReadPage extends Page {
  /** The query that reads the next page; undefined after the last one. */
  next: FilteredQuery | undefined;
  /** The last record that was read, where a filter may have removed it from the page. */
  lastReadSeq?: number | undefined;
}

/** The reading half of a store, as readers see it: with filters, and with forms in their records. */
export interface RecordReader extends Pick<InboxStore, "getMeta" | "subscribe"> {
  /**
   * Returns one page of records, oldest first. It may be empty although `next` is set, because a filter is applied to
   * one page of the store at a time.
   */
  read(inbox: string, query: FilteredQuery): Promise<ReadPage>;
}

/** Larger pages are filtered and parsed in a worker, because a record of 5 MiB takes a tenth of a second. */
const MAX_INLINE_BYTES = 65_536;

/** Creates the reader of a store. `tasks` runs what would block the event loop. */
export function createRecordReader(store: InboxStore, tasks: TaskRunner): RecordReader {
  async function read(inbox: string, query: FilteredQuery): Promise<ReadPage> {
    const { filter, ...plain } = query;
    if (!filter) return present(await store.read(inbox, plain), { tasks });
    if (query.newest) return readNewest(inbox, query);
    // The limit counts matches, which the store does not know.
    const page = await store.read(inbox, { ...plain, limit: Number.MAX_SAFE_INTEGER });
    const selected = takeFirst(await present(page, { tasks, filter }), query.limit);
    const limit = query.limit - selected.seqs.length;
    const next = page.next && limit > 0 ? { ...page.next, limit, filter } : undefined;
    return { ...selected, next };
  }

  /** Reads twice, because where the newest matches begin is known only at the end of the inbox. */
  async function readNewest(inbox: string, query: FilteredQuery): Promise<ReadPage> {
    const forward = { ...query, newest: false };
    const first = await read(inbox, { ...forward, limit: Number.MAX_SAFE_INTEGER });
    const seqs = [...first.seqs];
    for (let { next } = first; next;) {
      const page = await read(inbox, next);
      seqs.push(...page.seqs);
      next = page.next;
    }
    const through = first.meta?.lastSeq ?? 0;
    const start = seqs.at(-query.limit) ?? seqs[0] ?? through + 1;
    const page = await read(inbox, { ...forward, after: start - 1, through });
    if (page.meta?.generation !== first.meta?.generation) return readNewest(inbox, query);
    // A record that was captured meanwhile is not in the page, so the metadata must not include it.
    return { ...page, meta: first.meta };
  }

  return {
    read,
    getMeta: (inbox) => store.getMeta(inbox),
    subscribe: (inbox, listener) => store.subscribe(inbox, listener),
  };
}

interface Presentation {
  tasks: TaskRunner;
  filter?: RecordFilter;
}

/** Returns a page with the records that match, and with their forms. */
async function present(page: Page, { tasks, filter }: Presentation): Promise<ReadPage> {
  const { texts, seqs, sizes } = page;
  const records = { texts, seqs, sizes };
  const lastReadSeq = seqs.at(-1);
  if (seqs.length === 0 || (!filter && !hasForms(records))) return { ...page, lastReadSeq };
  const isSmall = texts.length <= MAX_INLINE_BYTES;
  const selected = isSmall
    ? selectRecords(records, filter)
    : await runTask(tasks, { records, filter });
  return { ...page, ...selected, lastReadSeq };
}

const SELECT_TASK = new URL("./select-task.js", import.meta.url);

async function runTask(tasks: TaskRunner, input: SelectInput): Promise<PageRecords> {
  try {
    const records = { ...input.records, texts: toTransferable(input.records.texts) };
    return await tasks.run<PageRecords>(SELECT_TASK, { ...input, records });
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw new UnavailableError("The records took too long to filter.", "overloaded", 2);
  }
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
