import type { Labels } from "../locale/labels.ts";
import type { DocumentType, Invoice } from "../types.ts";

/**
 * Returns the amount in the heading: the amount due, the credit, the total of a quote, or what was
 * paid.
 */
export function getHeadingAmount(invoice: Invoice): { label: string; amount: string } | undefined {
  const { type, labels, format, amountDue, isCreditNote, request } = invoice;
  if (type === "delivery-note") return undefined;
  if (type === "quote") return { label: labels.total, amount: format.amount(amountDue) };
  if (type === "receipt") return { label: labels.paid, amount: format.amount(invoice.payable) };
  const isCredit = amountDue.lt(0) || (isCreditNote && !request.labels?.amountDue);
  return {
    label: isCredit ? labels.credit : labels.amountDue,
    amount: format.amount(amountDue.abs()),
  };
}

/** Labels of the types of documents. */
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
  return labels[TYPE_LABELS[type]];
}
