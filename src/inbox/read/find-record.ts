import { HttpError } from "../../lib/errors.ts";
import { parseRecord } from "../../domain/record/record-text.ts";
import { runForClient, type TaskRunner } from "../../lib/workers/task-pool.ts";
import { detachBuffer, toTransferable } from "../../lib/workers/transferable.ts";
import { mapStoreErrors, type InboxStore, parseRecordId, splitRecords } from "../../store/store.ts";
import type { ParsedRecord } from "./parse-task.ts";
import type { ReadClient, ReadQueue } from "./read-queue.ts";
import { readVerifiedBody } from "./verified-body.ts";

export interface RecordAddress {
  inbox: string;
  record: string;
}

/** Returns a record and its bytes. Throws an HttpError of 404 when the inbox has no such record. */
export type FindRecord = (address: RecordAddress, client: ReadClient) => Promise<ParsedRecord>;

interface FindRecordDeps {
  store: InboxStore;
  readQueue: ReadQueue;
  /** Runs tasks that would block the event loop. */
  tasks: TaskRunner;
}

/** Larger records are parsed in a worker, because one of 30 MB takes a sixth of a second. */
const MAX_INLINE_BYTES = 262_144;

const PARSE_TASK = new URL("./parse-task.js", import.meta.url);

/** Creates the function that finds single records. Large ones are read in turn, as lists are. */
export function createFindRecord({ store, readQueue, tasks }: FindRecordDeps): FindRecord {
  return async ({ inbox, record }, caller) => {
    const position = parseRecordId(record);
    const query = { after: (position?.seq ?? 1) - 1, limit: 1, newest: false, preflights: true };
    const read = readQueue.run(caller, inbox, () => store.read(inbox, query));
    const page = await mapStoreErrors(read);
    const [stored] = splitRecords(page);
    const isFound =
      position && page.meta?.generation === position.generation && stored?.seq === position.seq;
    if (!isFound) throw new HttpError(404, "Not found: the inbox has no such record.");
    return parse(stored.text, runForClient(tasks, caller.client));
  };
}

async function parse(text: Buffer, tasks: TaskRunner): Promise<ParsedRecord> {
  if (text.length <= MAX_INLINE_BYTES) {
    const record = parseRecord(text);
    return { record, bytes: readVerifiedBody(record) };
  }
  const input = toTransferable(text);
  try {
    return await tasks.run<ParsedRecord>(PARSE_TASK, input);
  } finally {
    detachBuffer(input);
  }
}
