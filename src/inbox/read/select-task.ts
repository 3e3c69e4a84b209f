import { detachBuffer } from "../../lib/workers/transferable.ts";
import type { PageRecords } from "../../store/store.ts";
import { type RecordSelection, selectRecords } from "./page-records.ts";

export interface SelectInput {
  records: PageRecords;
  selection: RecordSelection;
}

/** Selects the records of a page in a worker. */
export default function selectInWorker({ records, selection }: SelectInput): PageRecords {
  const selected = selectRecords(records, selection);
  detachBuffer(records.texts);
  return selected;
}
