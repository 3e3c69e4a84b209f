import type { RecordFilter } from "../../lib/record/record-filter.ts";
import type { PageRecords } from "../../store/store.ts";
import { selectRecords } from "./page-records.ts";

/** What the task is given. */
export interface SelectInput {
  records: PageRecords;
  filter: RecordFilter | undefined;
}

/** Selects the records of a page in a worker. */
export default function selectInWorker({ records, filter }: SelectInput): PageRecords {
  return selectRecords(records, filter);
}
