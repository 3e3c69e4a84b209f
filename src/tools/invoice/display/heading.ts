import type { Labels } from "../locale/labels.ts";
import type { DocumentType, Invoice } from "../invoice-model.ts";
import { getLabel, type Label } from "./label.ts";

/**
 * Returns the amount in the heading: the amount due, the credit, the total of a quote, or what was
 * paid.
 */
export function getHeadingAmount(invoice: Invoice): { label: Label; amount: string } | undefined {
  const { type, format, amountDue, isCreditNote, request } = invoice;
  if (type === "delivery-note") return undefined;
  if (type === "quote")
    return { label: getLabel("total", invoice), amount: format.amount(invoice.total) };
  if (type === "receipt")
    return { label: getLabel("paid", invoice), amount: format.amount(invoice.payable) };
  const isCredit = amountDue.lt(0) || (isCreditNote && !request.labels?.amountDue);
  return {
    label: getLabel(isCredit ? "credit" : "amountDue", invoice),
    amount: format.amount(amountDue.abs()),
  };
}

const TYPE_LABELS = {
  invoice: "invoice",
  "credit-note": "creditNote",
  quote: "quote",
  proforma: "proforma",
  receipt: "receipt",
  "delivery-note": "deliveryNote",
} as const satisfies Record<DocumentType, keyof Labels>;

/** Returns the document's name: Invoice, Credit note, Quote and others. */
export function getDocumentName({ type, labels }: Pick<Invoice, "type" | "labels">): string {
  return getDocumentLabel({ type, labels, second: undefined }).text;
}

/** Returns the document's name in its languages. */
export function getDocumentLabel(invoice: Pick<Invoice, "type" | "labels" | "second">): Label {
  return getLabel(TYPE_LABELS[invoice.type], invoice);
}

/**
 * Returns the name of the table of items. Types that came after 0.2.0 have that of the document,
 * because the words for items name an invoice.
 */
export function getTableLabel(invoice: Pick<Invoice, "type" | "labels" | "second">): Label {
  const { type } = invoice;
  const isBill = type === "invoice" || type === "credit-note";
  return isBill ? getLabel("items", invoice) : getDocumentLabel(invoice);
}
