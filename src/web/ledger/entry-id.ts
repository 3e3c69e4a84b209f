import type { Values } from "../form/values.ts";

/** Keys of the invoices that this device keeps, one each, so that tabs do not overwrite others. */
export const LEDGER_PREFIX = "sundry:invoice:";

/** The members that identify a document: a number is unique for its sender and type. */
export interface EntryId {
  sender: string;
  /** `invoice`, `credit-note` and so on. */
  type: string;
  number: string;
}

export function toEntryKey({ sender, type, number }: EntryId): string {
  return LEDGER_PREFIX + JSON.stringify([sender, type, number]);
}

/** Returns what identifies the document of a form. */
export function toEntryId(values: Values): EntryId {
  return {
    sender: (values["from.name"] ?? "").trim(),
    type: values["type"] || "invoice",
    number: (values["invoiceNumber"] ?? "").trim(),
  };
}
