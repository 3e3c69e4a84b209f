import { removeSpaces, formatIban } from "../../lib/payment/iban.ts";
import {
  formatReference,
  isCreditorReference,
  isQrReference,
} from "../../lib/payment/references.ts";
import type { Decimal } from "../../lib/money.ts";
import { exemptionReason } from "./einvoice/exemptions.ts";
import { filled, toRegistration } from "./einvoice/parties.ts";
import { toUnitCode } from "./einvoice/codes.ts";
import { mailLink, webLink } from "./links.ts";
import { paymentReference } from "./payment/code.ts";
import type { InvoiceRequest, Line, TaxGroup } from "./totals.ts";
import type { Invoice } from "./types.ts";

/** A printed fact: `Due`, `April 1, 2026`. */
export interface Detail {
  label: string;
  value: string;
  /** `YYYY-MM-DD`, of a single date. */
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

/** Returns the dates and references of an invoice, those that there are. */
export function invoiceDetails({ request, issueDate, labels, format }: Invoice): Detail[] {
  const { precedingInvoice: preceding, servicePeriod: period, deliveryDate } = request;
  const day = (label: string, date: string | undefined): Detail | undefined =>
    date === undefined ? undefined : { label, value: format.date(date), date };
  return compact([
    day(labels.issued, issueDate),
    day(labels.due, request.dueDate),
    day(labels.deliveryDate, deliveryDate),
    period && {
      label: labels.servicePeriod,
      value: `${format.shortDate(period.start)} – ${format.shortDate(period.end)}`,
    },
    fact(labels.orderReference, request.orderReference),
    fact(labels.buyerReference, request.buyerReference),
    fact(labels.contractReference, request.contractReference),
    fact(
      labels.precedingInvoice,
      preceding &&
        (preceding.date
          ? `${preceding.number}, ${format.shortDate(preceding.date)}`
          : preceding.number),
    ),
  ]);
}

function fact(label: string, text: string | undefined): Detail | undefined {
  const value = filled(text);
  return value === undefined ? undefined : { label, value };
}

function compact<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter((entry) => entry !== undefined);
}

type Party = InvoiceRequest["from"] | InvoiceRequest["to"];

/** Returns a party's postal address, line by line: as it was given, or from its parts. */
export function addressLines(party: Party, { format }: Invoice): string[] {
  const given = filled(party.address);
  if (given !== undefined) return given.split("\n");
  const country = filled(party.countryCode)?.toUpperCase();
  return compact([
    filled(party.street),
    filled(party.street2),
    ...cityLines(party, country),
    country === undefined ? undefined : format.country(country),
  ]);
}

/** Countries that write the region before the postal code: `Austin, TX 78701`. */
const REGION_FIRST = new Set(["US", "CA", "AU"]);

function join(separator: string, ...parts: (string | undefined)[]): string | undefined {
  return filled(compact(parts.map(filled)).join(separator));
}

function cityLines({ postalCode, city, region }: Party, country = ""): (string | undefined)[] {
  if (REGION_FIRST.has(country)) return [join(", ", city, join(" ", region, postalCode))];
  return [join(" ", postalCode, city), filled(region)];
}

/** Returns how a party is reached. */
export function contactLines(party: Party): ContactLine[] {
  const website = "website" in party ? filled(party.website) : undefined;
  return compact([
    contact(party.contactName),
    contact(party.email, mailLink),
    contact(party.phone),
    contact(website, webLink),
  ]);
}

function contact(
  text: string | undefined,
  toLink?: (text: string) => string | undefined,
): ContactLine | undefined {
  const shown = filled(text);
  return shown === undefined ? undefined : { text: shown, link: toLink?.(shown) };
}

/** Returns a party's tax and register numbers. */
export function partyNumbers(party: Party, { labels }: Invoice): Detail[] {
  return compact([
    fact(labels.vatId, party.vatId),
    fact(labels.taxNumber, "taxNumber" in party ? party.taxNumber : undefined),
    fact(labels.registrationId, toRegistration(party.registrationId)?.id),
  ]);
}

/** Units that Intl can write, by UN/ECE code. */
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

/** Returns a line's quantity with its unit; pieces have none. */
export function quantityWithUnit({ quantity, unit = "piece" }: Line, { format }: Invoice): string {
  const code = toUnitCode(unit) ?? "C62";
  if (code === "C62") return format.quantity(quantity);
  const known = Object.hasOwn(INTL_UNITS, code) ? INTL_UNITS[code] : undefined;
  return known === undefined
    ? `${format.quantity(quantity)} ${code}`
    : format.quantity(quantity, known);
}

/** Returns the totals in the order in which they are printed. Exactly one is the total, or what is left of it. */
export function sumLines(invoice: Invoice): SumLine[] {
  const { request, labels, format, subtotal, discount, total, prepaid, amountDue } = invoice;
  const isPaid = prepaid.gt(0);
  const discountLabel = `${labels.discount} (${format.percent(request.discount)})`;
  return compact<SumLine>([
    { label: labels.subtotal, amount: subtotal, kind: "part" },
    request.discount > 0
      ? { label: discountLabel, amount: discount.neg(), kind: "part" }
      : undefined,
    ...invoice.taxes.map((group) => taxLine(group, invoice)),
    { label: labels.total, amount: total, kind: isPaid ? "part" : "total" },
    isPaid ? { label: labels.paid, amount: prepaid.neg(), kind: "part" } : undefined,
    isPaid ? { label: labels.amountDue, amount: amountDue, kind: "total" } : undefined,
  ]);
}

/** Taxes with names of their own: of the Canary Islands, and of Ceuta and Melilla. */
const TAX_NAMES: Partial<Record<string, string>> = { L: "IGIC", M: "IPSI" };

function taxLine(
  group: TaxGroup,
  { request, labels, format, taxes }: Invoice,
): SumLine | undefined {
  const isShown = group.rate > 0 || (taxes.length > 1 && group.category !== null);
  if (!isShown) return undefined;
  const name = request.labels?.tax ? labels.tax : (TAX_NAMES[group.category ?? ""] ?? labels.tax);
  const rate = `${name} (${format.percent(group.rate)})`;
  // With one rate its basis is plain to see.
  const label = taxes.length > 1 ? `${rate} · ${format.amount(group.basis)}` : rate;
  return { label, amount: group.tax, kind: "part" };
}

/** Returns why groups are not taxed, each reason once. */
export function exemptionNotes({ request, taxes, labels }: Invoice): string[] {
  const reasons = taxes.map(({ category }) =>
    exemptionReason(category, request.taxExemptionReason, labels),
  );
  return [...new Set(compact(reasons))];
}

/** Returns the heading figure: what is to be paid, or credited. */
export function headingAmount(invoice: Invoice): { label: string; amount: string } {
  const { labels, format, amountDue, isCreditNote, request } = invoice;
  const isCredit = amountDue.lt(0) || (isCreditNote && !request.labels?.amountDue);
  return {
    label: isCredit ? labels.credit : labels.amountDue,
    amount: format.amount(amountDue.abs()),
  };
}

/** Returns how the invoice is paid. A slip states the account and reference itself. */
export function paymentDetails(invoice: Invoice, { hasSlip = false } = {}): Detail[] {
  const { request, labels } = invoice;
  const { payment } = request;
  if (!payment) return [];
  const iban = removeSpaces(payment.iban ?? "");
  const link = filled(payment.link);
  const isTransfer = iban !== "" || filled(payment.upiId) !== undefined;
  const account = [
    fact(labels.accountName, payment.accountName),
    fact(labels.iban, iban && formatIban(iban)),
    fact(labels.bic, removeSpaces(payment.bic ?? "")),
    fact(labels.upiId, payment.upiId),
    isTransfer || filled(payment.reference)
      ? fact(labels.reference, printedReference(paymentReference(invoice)))
      : undefined,
  ];
  return compact([
    ...(hasSlip ? [] : account),
    fact(labels.terms, payment.terms),
    link === undefined ? undefined : { label: labels.payOnline, value: link, link: webLink(link) },
  ]);
}

function printedReference(reference: string): string {
  const plain = removeSpaces(reference);
  return isQrReference(plain) || isCreditorReference(plain) ? formatReference(plain) : reference;
}

/** Returns the document's name: Invoice or Credit note. */
export function documentName({ isCreditNote, labels }: Invoice): string {
  return isCreditNote ? labels.creditNote : labels.invoice;
}
