import { removeSpaces, formatIban } from "../../lib/payment/iban.ts";
import {
  formatReference,
  isCreditorReference,
  isQrReference,
} from "../../lib/payment/references.ts";
import type { Decimal } from "../../lib/money/money.ts";
import { getExemptionReason } from "./einvoice/exemptions.ts";
import { trimToUndefined, toRegistration } from "./einvoice/parties.ts";
import { toUnitCode } from "./einvoice/codes.ts";
import { toMailLink, toWebLink } from "./links.ts";
import { getPaymentReference } from "./payment/code.ts";
import type { InvoiceRequest, InvoiceLine, TaxGroup } from "./totals.ts";
import type { Invoice } from "./types.ts";

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
  kind: "part" | "total";
}

/** A line of a party's contact. */
export interface ContactLine {
  text: string;
  link?: string | undefined;
}

/** Returns the dates and references that an invoice has. */
export function listDetails({ request, issueDate, labels, format }: Invoice): Detail[] {
  const { precedingInvoice: preceding, servicePeriod: period, deliveryDate } = request;
  const toDayDetail = (label: string, date: string | undefined): Detail | undefined =>
    date === undefined ? undefined : { label, value: format.date(date), date };
  return omitUndefined([
    toDayDetail(labels.issued, issueDate),
    toDayDetail(labels.due, request.dueDate),
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

/** Returns the totals from the subtotal down. Exactly one is of kind `total`: the total, or the amount that remains to be paid. */
export function listSumLines(invoice: Invoice): SumLine[] {
  const { request, labels, format, subtotal, discount, total, prepaid, amountDue } = invoice;
  const isPaid = prepaid.gt(0);
  const discountLabel = `${labels.discount} (${format.percent(request.discount)})`;
  return omitUndefined<SumLine>([
    { label: labels.subtotal, amount: subtotal, kind: "part" },
    request.discount > 0
      ? { label: discountLabel, amount: discount.neg(), kind: "part" }
      : undefined,
    ...invoice.taxes.map((group) => createTaxLine(group, invoice)),
    { label: labels.total, amount: total, kind: isPaid ? "part" : "total" },
    isPaid ? { label: labels.paid, amount: prepaid.neg(), kind: "part" } : undefined,
    isPaid ? { label: labels.amountDue, amount: amountDue, kind: "total" } : undefined,
  ]);
}

/** Names of taxes that are not VAT: of the Canary Islands, and of Ceuta and Melilla. */
const TAX_NAMES: Partial<Record<string, string>> = { L: "IGIC", M: "IPSI" };

function createTaxLine(
  group: TaxGroup,
  { request, labels, format, taxes }: Invoice,
): SumLine | undefined {
  const isShown = group.rate > 0 || (taxes.length > 1 && group.category !== null);
  if (!isShown) return undefined;
  const name = request.labels?.tax ? labels.tax : (TAX_NAMES[group.category ?? ""] ?? labels.tax);
  const rate = `${name} (${format.percent(group.rate)})`;
  // Adds the basis only for several rates, because with one rate it is the subtotal.
  const label = taxes.length > 1 ? `${rate} · ${format.amount(group.basis)}` : rate;
  return { label, amount: group.tax, kind: "part" };
}

/** Returns the reasons why groups have no tax, without duplicates. */
export function listExemptionNotes({ request, taxes, labels }: Invoice): string[] {
  const reasons = taxes.map(({ category }) =>
    getExemptionReason(category, request.taxExemptionReason, labels),
  );
  return [...new Set(omitUndefined(reasons))];
}

/** Returns the amount in the heading: the amount due, or the credit. */
export function getHeadingAmount(invoice: Invoice): { label: string; amount: string } {
  const { labels, format, amountDue, isCreditNote, request } = invoice;
  const isCredit = amountDue.lt(0) || (isCreditNote && !request.labels?.amountDue);
  return {
    label: isCredit ? labels.credit : labels.amountDue,
    amount: format.amount(amountDue.abs()),
  };
}

/** Returns the payment details. A slip states the account and reference itself. */
export function listPaymentDetails(invoice: Invoice, { hasSlip = false } = {}): Detail[] {
  const { request, labels } = invoice;
  const { payment } = request;
  if (!payment) return [];
  const iban = removeSpaces(payment.iban ?? "");
  const link = trimToUndefined(payment.link);
  const isTransfer = iban !== "" || trimToUndefined(payment.upiId) !== undefined;
  const account = [
    toDetail(labels.accountName, payment.accountName),
    toDetail(labels.iban, iban && formatIban(iban)),
    toDetail(labels.bic, removeSpaces(payment.bic ?? "")),
    toDetail(labels.upiId, payment.upiId),
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

/** Returns the document's name: Invoice or Credit note. */
export function getDocumentName({ isCreditNote, labels }: Invoice): string {
  return isCreditNote ? labels.creditNote : labels.invoice;
}
