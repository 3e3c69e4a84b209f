import type { Values } from "../../../form/values.ts";
import { readStored, writeStored } from "../../../shell/storage.ts";

/** The invoice that was last downloaded or printed on this device. */
const LAST = "sundry:last:invoice";

/** Returns the number after an invoice's number: `INV-0041` is followed by `INV-0042`. */
export function incrementNumber(number: string): string {
  const [, before = "", digits, after = ""] = /^(.*?)(\d+)(\D*)$/s.exec(number) ?? [];
  if (digits === undefined) return `${number}-2`;
  return before + String(BigInt(digits) + 1n).padStart(digits.length, "0") + after;
}

/** Remembers that an invoice was exported, so that the next one gets another number. */
export function rememberNumber({ invoiceNumber = "" }: Values): void {
  writeStored(LAST, invoiceNumber);
}

/** Returns true for the invoice that was last exported on this device. */
export function isExported({ invoiceNumber = "" }: Values): boolean {
  return invoiceNumber !== "" && readStored(LAST) === invoiceNumber;
}

/**
 * Returns the invoice that follows another: the next number, today's date, and as many days until
 * it is due.
 */
export function createNextInvoice(values: Values, today: Date): Values {
  const { invoiceNumber = "", issueDate = "", dueDate = "" } = values;
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  const days = (Date.parse(dueDate) - Date.parse(issueDate)) / MS_PER_DAY;
  return {
    ...values,
    invoiceNumber: incrementNumber(invoiceNumber),
    issueDate: toDay(day),
    ...(dueDate !== "" && { dueDate: toDay(day + (days >= 0 ? days : 30) * MS_PER_DAY) }),
  };
}

const MS_PER_DAY = 86_400_000;

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
