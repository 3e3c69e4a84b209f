import type { PageRecords } from "../../store/store.ts";
import { type Selection, selectRecords } from "./page-records.ts";

/** What the task is given. */
export interface SelectInput {
  records: PageRecords;
  selection: Selection;
}

/** Selects the records of a page in a worker. */
export default function selectInWorker({ records, selection }: SelectInput): PageRecords {
  return selectRecords(records, selection);
}
