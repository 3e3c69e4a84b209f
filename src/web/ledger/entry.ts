import { type EntryId, LEDGER_PREFIX, toEntryKey } from "./entry-id.ts";
import { tryParseJson } from "../../lib/text/parse-json.ts";
import { listStoredKeys, readStored, writeStored } from "../shell/storage.ts";

/** The tax of one rate. Amounts are plain decimals. */
export interface EntryTax {
  /** `19%`, `GST 5%` or `0% AE`. */
  label: string;
  basis: string;
  tax: string;
}

/** A document that was downloaded or printed on this device. Amounts are plain decimals. */
export interface LedgerEntry extends EntryId {
  /** The version of this shape. */
  version: 1;
  client: string;
  /** ISO 4217. */
  currency: string;
  net: string;
  total: string;
  /** The amount due, after prepayments and withheld taxes. */
  due: string;
  taxes: EntryTax[];
  /** Days as `YYYY-MM-DD`; empty: none. */
  issueDate: string;
  dueDate: string;
  /** The day on which the user marked it as paid; empty: it is not. */
  paidOn: string;
  /** The number of the invoice that a credit note corrects; else empty. */
  cites: string;
  /** When it was downloaded or marked last, in milliseconds since 1970. */
  changedAt: number;
  /** The form as text, without the logo. */
  form: string;
}

/** Returns all documents, the newest first. */
export function listEntries(): LedgerEntry[] {
  return listStoredKeys(LEDGER_PREFIX)
    .flatMap((key) => parseEntry(readStored(key)) ?? [])
    .toSorted(
      (left, right) =>
        compareTexts(right.issueDate, left.issueDate) || right.changedAt - left.changedAt,
    );
}

export function readEntry(id: EntryId): LedgerEntry | undefined {
  return parseEntry(readStored(toEntryKey(id)));
}

/** Returns false when the storage is full or not allowed. */
export function writeEntry(entry: LedgerEntry): boolean {
  return writeStored(toEntryKey(entry), JSON.stringify(entry));
}

export function removeEntry(id: EntryId): void {
  writeStored(toEntryKey(id), null);
}

/** Members that are texts. */
const TEXTS = [
  "sender",
  "type",
  "number",
  "client",
  "currency",
  "form",
  "paidOn",
  "cites",
] as const;
const AMOUNTS = ["net", "total", "due"] as const;
const DAYS = ["issueDate", "dueDate"] as const;

const isText = (value: unknown) => typeof value === "string";
const isAmount = (value: unknown) => isText(value) && /^-?\d{1,24}(\.\d{1,8})?$/.test(value);
const isDay = (value: unknown) => isText(value) && /^(\d{4}-\d\d-\d\d)?$/.test(value);

/** Parses a stored document; undefined for one of another shape, or of a later version. */
export function parseEntry(text: string | null): LedgerEntry | undefined {
  const entry = tryParseJson(text ?? "") as Partial<LedgerEntry> | null | undefined;
  if (entry?.version !== 1 || typeof entry.changedAt !== "number") return undefined;
  const isValid =
    TEXTS.every((name) => isText(entry[name])) &&
    AMOUNTS.every((name) => isAmount(entry[name])) &&
    DAYS.every((name) => isDay(entry[name])) &&
    Array.isArray(entry.taxes) &&
    entry.taxes.every((tax) => isText(tax?.label) && isAmount(tax.basis) && isAmount(tax.tax));
  return isValid ? (entry as LedgerEntry) : undefined;
}

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
