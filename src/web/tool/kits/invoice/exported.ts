import type { Values } from "../../../form/values.ts";
import { toEntryId, toEntryKey } from "../../../ledger/entry-id.ts";
import { readStored } from "../../../shell/storage.ts";

/** The number of the invoice that releases up to 0.2.1 exported last. */
const LAST = "sundry:last:invoice";

/** Returns true for an invoice that was exported on this device. */
export function isExported(values: Values): boolean {
  const isInLedger = readStored(toEntryKey(toEntryId(values))) !== null;
  return isInLedger || readStored(LAST) === values["invoiceNumber"];
}
