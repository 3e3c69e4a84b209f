import { detachBuffer } from "../../lib/workers/transferable.ts";
import type { PageRecords } from "../../store/store.ts";
import { type Selection, selectRecords } from "./page-records.ts";

export interface SelectInput {
  records: PageRecords;
  selection: Selection;
}

/** Selects the records of a page in a worker. */
export default function selectInWorker({ records, selection }: SelectInput): PageRecords {
  const selected = selectRecords(records, selection);
  detachBuffer(records.texts);
  return selected;
}
