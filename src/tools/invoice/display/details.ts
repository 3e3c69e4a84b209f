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
import type { DocumentType, Invoice } from "../types.ts";

/** A label with its value: `Due`, `April 1, 2026`. */
export interface Detail {
  label: string;
  value: string;
  /** The value as `YYYY-MM-DD` if it is a single date. */
  date?: string | undefined;
  link?: string | undefined;
}

/** Returns the dates and references that an invoice has. */
export function listDetails({ request, type, issueDate, labels, format }: Invoice): Detail[] {
  const method = request.paid?.method;
  const { precedingInvoice: preceding, servicePeriod: period, deliveryDate } = request;
  const toDayDetail = (label: string, date: string | undefined): Detail | undefined =>
    date === undefined ? undefined : { label, value: format.date(date), date };
  return omitUndefined([
    toDayDetail(labels.issued, issueDate),
    hasDueDate(type) ? toDayDetail(labels.due, request.dueDate) : undefined,
    toDayDetail(labels.validUntil, request.validUntil),
    type === "receipt" ? toDayDetail(labels.paid, request.paid?.date ?? issueDate) : undefined,
    toDetail(labels.paymentMethod, method && labels[METHOD_LABELS[method]]),
    toDayDetail(labels.deliveryDate, deliveryDate),
    period && {
      label: labels.servicePeriod,
      value: `${format.shortDate(period.start)} – ${format.shortDate(period.end)}`,
    },
    toDetail(labels.orderReference, request.orderReference),
    toDetail(labels.buyerReference, request.buyerReference),
    toDetail(labels.contractReference, request.contractReference),
    toDetail(
      labels.precedingInvoice,
      preceding &&
        (preceding.date
          ? `${preceding.number}, ${format.shortDate(preceding.date)}`
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

export function toDetail(label: string, text: string | undefined): Detail | undefined {
  const value = trimToUndefined(text);
  return value === undefined ? undefined : { label, value };
}

export function omitUndefined<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter((entry) => entry !== undefined);
}

/** Returns the payment details. A slip states the account and reference itself. */
export function listPaymentDetails(invoice: Invoice, { hasSlip = false } = {}): Detail[] {
  const { request, type, labels } = invoice;
  const { payment } = request;
  if (!payment || !hasDueDate(type)) return [];
  const iban = removeSpaces(payment.iban ?? "");
  const link = trimToUndefined(payment.link);
  const isTransfer = iban !== "" || trimToUndefined(payment.upiId) !== undefined;
  const account = [
    toDetail(labels.accountName, payment.accountName),
    toDetail(labels.iban, iban && formatIban(iban)),
    toDetail(labels.bic, removeSpaces(payment.bic ?? "")),
    toDetail(labels.upiId, payment.upiId),
    toDetail(labels.pixKey, payment.pixKey),
    isTransfer || trimToUndefined(payment.reference)
      ? toDetail(labels.reference, formatPrintedReference(getPaymentReference(invoice)))
      : undefined,
  ];
  return omitUndefined([
    ...(hasSlip ? [] : account),
    toDetail(labels.terms, payment.terms),
    link === undefined
      ? undefined
      : { label: labels.payOnline, value: link, link: toWebLink(link) },
  ]);
}

function formatPrintedReference(reference: string): string {
  const plain = removeSpaces(reference);
  return isQrReference(plain) || isCreditorReference(plain) ? formatReference(plain) : reference;
}
