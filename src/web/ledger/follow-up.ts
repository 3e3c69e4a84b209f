import type { Values } from "../form/values.ts";
import { createNextInvoice, findNextNumber } from "../tool/kits/invoice/numbering.ts";
import { fillForm, type ToolView } from "../tool/view.ts";
import { listEntries, type LedgerEntry, readEntry } from "./entry.ts";
import type { EntryId } from "./entry-id.ts";
import { toLocalDay } from "../device/local-day.ts";

/** The form that a kept document fills: its own, that of a new one, or of its credit note. */
export type FollowUp = "open" | "duplicate" | "credit";

/** Returns the fragment by which the invoice page opens a document. It has no `=`. */
export function formatFollowUp(kind: FollowUp, { sender, type, number }: EntryId): string {
  return `#${kind}:${encodeURIComponent(JSON.stringify([sender, type, number]))}`;
}

/** Returns the form that a fragment asks for; undefined without one, or without the document. */
export function readFollowUp(view: ToolView, hash: string, today: Date): Values | undefined {
  const [, kind, text = ""] = /^#(open|duplicate|credit):(.+)$/.exec(hash) ?? [];
  const entry = kind === undefined ? undefined : findEntry(text);
  if (!entry) return undefined;
  const values = fillForm(view, entry.form);
  if (kind === "duplicate")
    return createNextInvoice({ ...values, ...findLast(entry, entry.type) }, today);
  return kind === "credit" ? createCreditNote(values, entry, today) : values;
}

function findEntry(text: string): LedgerEntry | undefined {
  try {
    const [sender, type, number] = JSON.parse(decodeURIComponent(text)) as string[];
    return readEntry({ sender: sender ?? "", type: type ?? "", number: number ?? "" });
  } catch {
    // A link that was cut.
    return undefined;
  }
}

/** Returns the number of the sender's newest document of a type, which the next one follows. */
function findLast({ sender }: EntryId, type: string): Values | undefined {
  const last = listEntries().find((entry) => entry.sender === sender && entry.type === type);
  return last && { invoiceNumber: last.number };
}

/** Members that are wrong on a credit note: a request to pay. */
const PAYMENT = ["dueDate", "notes", "payment.terms", "payment.reference", "payment.link"];

/** Returns the credit note of a whole invoice, which cites it. */
function createCreditNote(values: Values, entry: LedgerEntry, today: Date): Values {
  const before = findLast(entry, "credit-note") ?? findLast(entry, "invoice");
  const credit = {
    ...values,
    ...Object.fromEntries(PAYMENT.map((name) => [name, ""])),
    ...before,
    type: "credit-note",
  };
  return {
    ...credit,
    invoiceNumber: findNextNumber(credit),
    issueDate: toLocalDay(today),
    "precedingInvoice.number": entry.number,
    "precedingInvoice.date": entry.issueDate,
  };
}
