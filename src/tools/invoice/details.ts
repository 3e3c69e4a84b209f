import { listSums, type Sum, type TaxSum } from "../../domain/invoice/list-sums.ts";
import type { LineTax } from "../../domain/invoice/tax-groups.ts";
import { removeSpaces, formatIban } from "../../domain/payment/iban.ts";
import {
  formatReference,
  isCreditorReference,
  isQrReference,
} from "../../domain/payment/references.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import { getExemptionReason } from "./einvoice/exemptions.ts";
import { trimToUndefined, toRegistration } from "./einvoice/parties.ts";
import { toUnitCode } from "./einvoice/codes.ts";
import { toMailLink, toWebLink } from "./links.ts";
import { getPaymentReference } from "./payment/reference.ts";
import type { Labels } from "./locale/labels.ts";
import type { PAYMENT_METHODS } from "./schema.ts";
import type { DocumentType, Invoice, InvoiceLine, InvoiceRequest } from "./types.ts";

/** A label with its value: `Due`, `April 1, 2026`. */
export interface Detail {
  label: string;
  value: string;
  /** The value as `YYYY-MM-DD` if it is a single date. */
  date?: string | undefined;
  link?: string | undefined;
}

/** A line of the totals. */
export interface SumLine {
  label: string;
  amount: Decimal;
}

/** A line of a party's contact. */
export interface ContactLine {
  text: string;
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

function toDetail(label: string, text: string | undefined): Detail | undefined {
  const value = trimToUndefined(text);
  return value === undefined ? undefined : { label, value };
}

function omitUndefined<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter((entry) => entry !== undefined);
}

type PartyInput = InvoiceRequest["from"] | InvoiceRequest["to"];

/** Returns a party's postal address line by line: as given, or composed from its parts. */
export function formatAddressLines(party: PartyInput, { format }: Invoice): string[] {
  const given = trimToUndefined(party.address);
  if (given !== undefined) return given.split("\n");
  const country = trimToUndefined(party.countryCode)?.toUpperCase();
  return omitUndefined([
    trimToUndefined(party.street),
    trimToUndefined(party.street2),
    ...formatCityLines(party, country),
    country === undefined ? undefined : format.country(country),
  ]);
}

/** Countries that write the region before the postal code: `Austin, TX 78701`. */
const REGION_FIRST = new Set(["US", "CA", "AU"]);

function joinParts(separator: string, ...parts: (string | undefined)[]): string | undefined {
  return trimToUndefined(omitUndefined(parts.map(trimToUndefined)).join(separator));
}

function formatCityLines(
  { postalCode, city, region }: PartyInput,
  country = "",
): (string | undefined)[] {
  if (REGION_FIRST.has(country)) return [joinParts(", ", city, joinParts(" ", region, postalCode))];
  return [joinParts(" ", postalCode, city), trimToUndefined(region)];
}

/** Returns a party's contact lines: contact, email, phone and website. */
export function listContactLines(party: PartyInput): ContactLine[] {
  const website = "website" in party ? trimToUndefined(party.website) : undefined;
  return omitUndefined([
    toContactLine(party.contactName),
    toContactLine(party.email, toMailLink),
    toContactLine(party.phone),
    toContactLine(website, toWebLink),
  ]);
}

function toContactLine(
  text: string | undefined,
  toLink?: (text: string) => string | undefined,
): ContactLine | undefined {
  const shown = trimToUndefined(text);
  return shown === undefined ? undefined : { text: shown, link: toLink?.(shown) };
}

/** Returns a party's tax and register numbers. */
export function listPartyNumbers(party: PartyInput, { labels }: Invoice): Detail[] {
  return omitUndefined([
    toDetail(labels.vatId, party.vatId),
    toDetail(labels.taxNumber, "taxNumber" in party ? party.taxNumber : undefined),
    toDetail(labels.registrationId, toRegistration(party.registrationId)?.id),
  ]);
}

/** Units that Intl can format, by UN/ECE code. */
const INTL_UNITS: Readonly<Record<string, string>> = {
  SEC: "second",
  MIN: "minute",
  HUR: "hour",
  DAY: "day",
  WEE: "week",
  MON: "month",
  ANN: "year",
  GRM: "gram",
  KGM: "kilogram",
  MMT: "millimeter",
  CMT: "centimeter",
  MTR: "meter",
  KMT: "kilometer",
  MLT: "milliliter",
  LTR: "liter",
};

/** Formats a line's quantity with its unit, or without one for pieces. */
export function formatQuantity(
  { quantity, unit = "piece" }: InvoiceLine,
  { format }: Invoice,
): string {
  const code = toUnitCode(unit) ?? "C62";
  if (code === "C62") return format.quantity(quantity);
  const known = Object.hasOwn(INTL_UNITS, code) ? INTL_UNITS[code] : undefined;
  return known === undefined
    ? `${format.quantity(quantity)} ${code}`
    : format.quantity(quantity, known);
}

/** Formats the price of a line, where it has a unit of its own: `$17.89 / 1,000`. */
export function formatLinePrice({ rate, per }: InvoiceLine, { format }: Invoice): string {
  return per ? `${format.price(rate)} / ${format.quantity(per)}` : format.price(rate);
}

/** Lists what is printed small below a line: its number, its period and its discount. */
export function listLineNotes(line: InvoiceLine, invoice: Invoice, index: number): string[] {
  const { labels, format, request } = invoice;
  const { period, discount, id } = line;
  const percent = request.items[index]?.discount;
  const rate = percent === undefined ? "" : ` (${format.percent(percent)})`;
  return omitUndefined([
    id,
    period && `${format.shortDate(period.start)} – ${format.shortDate(period.end)}`,
    discount.eq(0) || !hasPrices(invoice)
      ? undefined
      : `${labels.discount}${rate} ${format.amount(discount.neg())}`,
  ]);
}

/** Returns false for a delivery note, which shows no price, sum, tax and payment. */
export function hasPrices({ type }: Invoice): boolean {
  return type !== "delivery-note";
}

/**
 * Returns the totals from the subtotal down. The last one is the total, or the amount that remains
 * to be paid.
 */
export function listSumLines(invoice: Invoice): SumLine[] {
  return listSums(invoice, invoice.request).map((line) => ({
    label: formatSumLabel(line, invoice),
    amount: line.amount,
  }));
}

function formatSumLabel(line: Sum, invoice: Invoice): string {
  const { labels, format } = invoice;
  switch (line.kind) {
    case "tax":
      return formatTaxLabel(line, invoice);
    case "discount":
      return `${labels.discount} (${format.percent(line.percent)})`;
    case "allowance":
    case "charge":
    case "withheld":
      return `${labels[line.kind]}: ${line.label}${
        line.percent === undefined ? "" : ` (${format.percent(line.percent)})`
      }`;
    default:
      return labels[line.kind];
  }
}

/** Formats the taxes of a line: `Tax 19%`, or `GST 5%, PST 7%`. */
export function formatLineTax({ taxes }: LineTax, { labels, format }: Invoice): string {
  return taxes
    .map(({ label, rate }) => `${label ?? labels.tax} ${format.percent(rate)}`)
    .join(", ");
}

/** Names of taxes that are not VAT: of the Canary Islands, and of Ceuta and Melilla. */
const TAX_NAMES: Partial<Record<string, string>> = { L: "IGIC", M: "IPSI" };

function formatTaxLabel(
  { label, category, percent, basis }: TaxSum,
  { request, labels, format }: Invoice,
): string {
  const standard = request.labels?.tax ? labels.tax : (TAX_NAMES[category ?? ""] ?? labels.tax);
  const rate = `${label ?? standard} (${format.percent(percent)})`;
  return basis === undefined ? rate : `${rate} · ${format.amount(basis)}`;
}

/** Returns the reasons why groups have no tax, without duplicates. */
export function listExemptionNotes({ request, taxes, labels }: Invoice): string[] {
  const reasons = taxes.map(({ category }) =>
    getExemptionReason(category, request.taxExemptionReason, labels),
  );
  return [...new Set(omitUndefined(reasons))];
}

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
