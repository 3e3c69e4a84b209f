import { HttpError } from "../../lib/errors.ts";
import { type InboxStore, parseRecordId, splitRecords } from "../../store/store.ts";
import { mapStoreErrors } from "../store-errors.ts";

/** Returns the text of a record by its id. Throws an HttpError of 404 when the inbox has no such record. */
export async function findRecord(
  store: Pick<InboxStore, "read">,
  { inbox, record }: { inbox: string; record: string },
): Promise<Buffer> {
  const position = parseRecordId(record);
  const query = { after: (position?.seq ?? 1) - 1, limit: 1, newest: false, preflights: true };
  const page = await mapStoreErrors(store.read(inbox, query));
  const [found] = splitRecords(page);
  const isFound =
    position && page.meta?.generation === position.generation && found?.seq === position.seq;
  if (!isFound) throw new HttpError(404, "Not found: the inbox has no such record.");
  return found.text;
}
