import type { TaskRunner } from "../../lib/workers/task-pool.ts";
import type { PageRecords } from "../../store/store.ts";
import type { ReadPage, RecordReader } from "../read/record-reader.ts";
import { toTransferable } from "../../lib/workers/transferable.ts";
import { type ExportFormat, type FormatInput, FORMATS, formatRecords } from "./formats.ts";
import type { ExportContext } from "./target.ts";

/** Larger pages are formatted in a worker, because a record of 5 MiB takes a tenth of a second. */
const MAX_INLINE_BYTES = 65_536;

const FORMAT_TASK = new URL("./format-task.js", import.meta.url);

export interface ExportOptions {
  reader: RecordReader;
  /** Runs tasks that would block the event loop. */
  tasks: TaskRunner;
  format: ExportFormat;
  context: ExportContext;
}

/**
 * Yields the file of an export, one page of records at a time, so that its memory does not grow
 * with the inbox. The first page is read by the caller, whose response depends on it.
 */
export async function* exportRecords(
  first: ReadPage,
  { reader, tasks, format, context }: ExportOptions,
): AsyncGenerator<string | Uint8Array> {
  const { prefix, separator, suffix } = FORMATS[format];
  yield prefix(context);
  let isFirst = true;
  for (let page: ReadPage | undefined = first; page;) {
    if (page.seqs.length > 0) {
      if (!isFirst && separator !== "") yield separator;
      isFirst = false;
      yield await formatPage({ records: page, format, context }, tasks);
    }
    const next: ReadPage | undefined = page.next && (await reader.read(context.inbox, page.next));
    // Stops, because records of a new generation do not belong to this export.
    page = next?.meta?.generation === first.meta?.generation ? next : undefined;
  }
  yield suffix;
}

async function formatPage(input: FormatInput, tasks: TaskRunner): Promise<Uint8Array> {
  const { texts, seqs, sizes } = input.records;
  if (texts.length <= MAX_INLINE_BYTES) return formatRecords(input);
  const records: PageRecords = { texts: toTransferable(texts), seqs, sizes };
  return tasks.run<Uint8Array>(FORMAT_TASK, { ...input, records });
}
