import { formatIban, removeSpaces } from "../../../domain/payment/iban.ts";
import {
  formatReference,
  isCreditorReference,
  isQrReference,
} from "../../../domain/payment/references.ts";
import { trimToUndefined } from "../einvoice/parties.ts";
import { toWebLink } from "../links.ts";
import type { Labels } from "../locale/labels.ts";
import { getPaymentReference } from "../payment/reference.ts";
import type { PAYMENT_METHODS } from "../schema.ts";
import type { DocumentType, Invoice } from "../invoice-model.ts";
import { getLabel, isolateText, type Label } from "./label.ts";

/** A label with its value: `Due`, `April 1, 2026`. */
export interface Detail {
  label: Label;
  value: string;
  /** The value as `YYYY-MM-DD` if it is a single date. */
  date?: string | undefined;
  link?: string | undefined;
}

/** Returns the dates and references that an invoice has. */
export function listDetails(invoice: Invoice): Detail[] {
  const { request, type, issueDate, labels, format } = invoice;
  const method = request.paid?.method;
  const { precedingInvoice: preceding, servicePeriod: period, deliveryDate } = request;
  const toDetail = createDetails(invoice);
  const toDayDetail = (name: keyof Labels, date: string | undefined): Detail | undefined =>
    date === undefined
      ? undefined
      : { label: getLabel(name, invoice), value: format.date(date), date };
  return omitUndefined([
    toDayDetail("issued", issueDate),
    hasDueDate(type) ? toDayDetail("due", request.dueDate) : undefined,
    toDayDetail("validUntil", request.validUntil),
    type === "receipt" ? toDayDetail("paid", request.paid?.date ?? issueDate) : undefined,
    toDetail("paymentMethod", method && labels[METHOD_LABELS[method]]),
    toDayDetail("deliveryDate", deliveryDate),
    period && {
      label: getLabel("servicePeriod", invoice),
      value: `${format.shortDate(period.start)} – ${format.shortDate(period.end)}`,
    },
    toDetail("orderReference", request.orderReference),
    toDetail("buyerReference", request.buyerReference),
    toDetail("contractReference", request.contractReference),
    toDetail(
      "precedingInvoice",
      preceding &&
        (preceding.date
          ? `${isolateText(preceding.number, invoice)}, ${format.shortDate(preceding.date)}`
          : preceding.number),
    ),
  ]);
}

/** The labels of ways in which a receipt was paid. */
const METHOD_LABELS = {
  cash: "cash",
  card: "card",
  transfer: "transfer",
  "direct-debit": "directDebit",
  cheque: "cheque",
  online: "online",
  other: "other",
} as const satisfies Record<(typeof PAYMENT_METHODS)[number], keyof Labels>;

function hasDueDate(type: DocumentType): boolean {
  return type === "invoice" || type === "credit-note" || type === "proforma";
}

/** Returns the function that creates the detail of a label, or undefined without a text. */
export function createDetails(invoice: Invoice) {
  return (name: keyof Labels, text: string | undefined): Detail | undefined => {
    const value = trimToUndefined(text);
    return value === undefined ? undefined : { label: getLabel(name, invoice), value };
  };
}

export function omitUndefined<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter((entry) => entry !== undefined);
}

/** Returns the payment details. A slip states the account and reference itself. */
export function listPaymentDetails(invoice: Invoice, { hasSlip = false } = {}): Detail[] {
  const { request, type } = invoice;
  const { payment } = request;
  if (!payment || !hasDueDate(type)) return [];
  const iban = removeSpaces(payment.iban ?? "");
  const link = trimToUndefined(payment.link);
  const isTransfer = iban !== "" || trimToUndefined(payment.upiId) !== undefined;
  const toDetail = createDetails(invoice);
  const account = [
    toDetail("accountName", payment.accountName),
    toDetail("iban", iban && formatIban(iban)),
    toDetail("bic", removeSpaces(payment.bic ?? "")),
    toDetail("upiId", payment.upiId),
    toDetail("pixKey", payment.pixKey),
    isTransfer || trimToUndefined(payment.reference)
      ? toDetail("reference", formatPrintedReference(getPaymentReference(invoice)))
      : undefined,
  ];
  return omitUndefined([
    ...(hasSlip ? [] : account),
    toDetail("terms", payment.terms),
    link === undefined
      ? undefined
      : { label: getLabel("payOnline", invoice), value: link, link: toWebLink(link) },
  ]);
}

function formatPrintedReference(reference: string): string {
  const plain = removeSpaces(reference);
  return isQrReference(plain) || isCreditorReference(plain) ? formatReference(plain) : reference;
}
