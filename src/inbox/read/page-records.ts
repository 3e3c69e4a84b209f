import { excerptRecord } from "../record/excerpt.ts";
import { matchesFilter, type RecordFilter } from "../../domain/record/record-filter.ts";
import { parseRecord, readTextMember, toBodyBytes } from "../../domain/record/record-text.ts";
import { type PageRecords, splitRecords, type StoredRecord } from "../../store/store.ts";
import { isFormType, parseFormBody } from "../record/form-body.ts";

const CONTENT_TYPE = Buffer.from('"contentType":"');

/** Bytes read of a media type, more than that of a form has. */
const MAX_TYPE_LENGTH = 40;

/**
 * Returns true when a record of the page has a form body, which readers get parsed. It reads a few
 * bytes of each record, because parsing the member of every record took longer than sending the
 * page.
 */
export function hasForms({ texts, sizes }: PageRecords): boolean {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  let start = 0;
  return sizes.some((size) => {
    const at = bytes.indexOf(CONTENT_TYPE, start) + CONTENT_TYPE.length;
    start += size + 1;
    if (!mayBeForm(bytes, at)) return false;
    const [type = ""] = bytes.toString("latin1", at, at + MAX_TYPE_LENGTH).split('"', 1);
    return isFormType(type);
  });
}

/** Returns true for types that begin like `multipart/…` or `application/x…`, in any case. */
function mayBeForm(bytes: Buffer, at: number): boolean {
  const first = (bytes[at] ?? 0) | LOWER_CASE;
  const afterSlash = (bytes[at + "application/".length] ?? 0) | LOWER_CASE;
  return first === LETTER_M || (first === LETTER_A && afterSlash === LETTER_X);
}

/** The bit that makes an ASCII letter lower case. */
const LOWER_CASE = 0x20;
const LETTER_A = 0x61;
const LETTER_M = 0x6d;
const LETTER_X = 0x78;

/** The records of a page to return, and their view. */
export interface RecordSelection {
  /** Undefined selects all records. */
  filter: RecordFilter | undefined;
  view: RecordView;
}

/**
 * `full` adds `bodyForm`, `excerpt` keeps only the beginning of large bodies, `stored` is the
 * stored text.
 */
export type RecordView = "full" | "excerpt" | "stored";

/** Returns the records that match the filter in the selected view. */
export function selectRecords(page: PageRecords, { filter, view }: RecordSelection): PageRecords {
  const records = splitRecords(page)
    .filter(({ text }) => !filter || matchesFilter(text, filter))
    .map(({ seq, text }) => ({ seq, text: view === "excerpt" ? excerptRecord(text) : text }))
    .map((record) => (view !== "stored" && isForm(record) ? addForm(record) : record));
  return joinRecords(records);
}

/** Returns the page with the beginning of large bodies only. */
export function excerptRecords(page: PageRecords): PageRecords {
  return joinRecords(
    splitRecords(page).map(({ seq, text }) => ({ seq, text: excerptRecord(text) })),
  );
}

function isForm({ text }: StoredRecord): boolean {
  return isFormType(readTextMember(text, "contentType"));
}

/** Returns the record with the member `bodyForm` after its other members. */
function addForm(stored: StoredRecord): StoredRecord {
  const { seq, text } = stored;
  const record = parseRecord(text);
  const form = parseFormBody(record, () => toBodyBytes(record));
  if (form === undefined) return stored;
  const member = Buffer.from(`,"bodyForm":${JSON.stringify(form)}}`);
  return { seq, text: Buffer.concat([text.subarray(0, -1), member]) };
}

function joinRecords(records: readonly StoredRecord[]): PageRecords {
  const comma = Buffer.from(",");
  const texts = records.flatMap(({ text }, index) => (index === 0 ? [text] : [comma, text]));
  return {
    texts: Buffer.concat(texts),
    seqs: Float64Array.from(records, ({ seq }) => seq),
    sizes: Float64Array.from(records, ({ text }) => text.length),
  };
}
