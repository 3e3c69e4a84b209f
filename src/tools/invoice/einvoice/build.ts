import { getMinorUnits } from "../../../lib/currency.ts";
import { type Decimal, toDecimal, round } from "../../../lib/money.ts";
import { removeSpaces } from "../../../lib/payment/iban.ts";
import type { Invoice } from "../types.ts";
import { paymentReference } from "../payment/code.ts";
import type { Line, TaxGroup } from "../totals.ts";
import { toUnitCode } from "./codes.ts";
import { exemptionCode, exemptionReason } from "./exemptions.ts";
import type { Allowance, EInvoice, EInvoiceLine, Tax, TaxSubtotal } from "./model.ts";
import { filled, toBuyer, toPostalAddress, toSeller } from "./parties.ts";
import { type Profile, PROFILES } from "./profiles.ts";

/** Puts an invoice into the terms of EN 16931. It has all that the profile needs (see `checkNeeds`). */
export function toEInvoice(invoice: Invoice, profile: Profile): EInvoice {
  const { request, taxes } = invoice;
  const { specification, process } = PROFILES[profile];
  const hasVat = !taxes.some(({ category }) => category === "O");
  return {
    specification,
    process,
    taxScheme: profile === "peppol" ? "TAX" : "FC",
    isCreditNote: invoice.isCreditNote,
    number: invoice.invoiceNumber,
    issueDate: invoice.issueDate,
    currency: request.currency,
    note: filled(request.notes),
    ...toReferences(invoice),
    ...toDelivery(invoice),
    seller: toSeller(request.from, hasVat),
    buyer: toBuyer(request.to, hasVat),
    ...toPayment(invoice, profile),
    lines: invoice.lines.map((line, index) => toLine(line, index, request.currency)),
    allowances: taxes.flatMap((group) => toAllowance(group, invoice)),
    taxes: taxes.map((group) => toSubtotal(group, invoice)),
    totals: toTotals(invoice),
  };
}

function toReferences({ request }: Invoice) {
  const { precedingInvoice: preceding } = request;
  return {
    buyerReference: filled(request.buyerReference),
    orderReference: filled(request.orderReference),
    contractReference: filled(request.contractReference),
    precedingInvoice: preceding && { number: preceding.number.trim(), date: preceding.date },
  };
}

/** The deliver-to group is only where a rule asks for it: for intra-community supplies (BR-IC-12). */
function toDelivery({ request, taxes }: Invoice) {
  const isSupply = taxes.some(({ category }) => category === "K");
  const deliverTo = { name: request.to.name.trim(), address: toPostalAddress(request.to) };
  return {
    period: request.servicePeriod,
    deliveryDate: request.deliveryDate,
    deliverTo: isSupply ? deliverTo : undefined,
  };
}

/** SEPA for euros, otherwise any credit transfer; within Denmark Peppol takes neither (DK-R-005). */
function paymentCode({ currency, from, to }: Invoice["request"], profile: Profile): string {
  const isDanish = [from, to].every(
    ({ countryCode }) => countryCode?.trim().toUpperCase() === "DK",
  );
  if (currency === "EUR") return "58";
  return profile === "peppol" && isDanish ? "1" : "30";
}

function toPayment(invoice: Invoice, profile: Profile) {
  const { request, isCreditNote } = invoice;
  const { dueDate, payment = {} } = request;
  const iban = removeSpaces(payment.iban ?? "");
  const transfer = {
    code: paymentCode(request, profile),
    iban,
    bic: removeSpaces(payment.bic ?? "") || undefined,
    accountName: filled(payment.accountName),
  };
  // A credit note's due date belongs to its payment means; without any, only the terms can name it.
  const isHomeless = isCreditNote && iban === "" && dueDate !== undefined;
  const fallback = isHomeless
    ? `${invoice.labels.due}: ${invoice.format.date(dueDate)}`
    : dueDate === undefined
      ? invoice.labels.onReceipt
      : undefined;
  return {
    dueDate: isHomeless ? undefined : dueDate,
    payment: iban === "" ? undefined : transfer,
    paymentReference: paymentReference(invoice),
    paymentTerms: toTerms(payment.terms) ?? fallback,
  };
}

/** A Skonto line of XRechnung has to end with a line break (BR-DE-18). */
function toTerms(terms: string | undefined): string | undefined {
  const text = filled(terms);
  return text?.includes("#") ? `${text}\n` : text;
}

function toLine(line: Line, index: number, currency: string): EInvoiceLine {
  const [name = "", ...rest] = line.description.split("\n").flatMap((text) => filled(text) ?? []);
  return {
    id: String(index + 1),
    name,
    description: filled(rest.join("\n")),
    itemId: line.id,
    unit: toUnitCode(line.unit ?? "piece") ?? "C62",
    ...toPrice(line),
    net: money(currency, line.amount),
    tax: toTax(line.category, line.taxRate),
  };
}

/** Peppol takes a line whose quantity times price is this close to its amount (PEPPOL-EN16931-R120). */
const MAX_DIFFERENCE = toDecimal("0.01");

/** Decimals of quantities, prices and rates: with them the largest has 23 digits, and common parsers take 24. */
const MAX_DECIMALS = 10;

/**
 * Prices are never negative (BR-27), so that a negative rate turns the quantity around. Where the currency's rounding
 * moves the amount too far, the price is the whole amount for the whole quantity.
 */
function toPrice({ quantity: asked, rate, amount }: Line) {
  const quantity = round(rate.lt(0) ? asked.neg() : asked, MAX_DECIMALS);
  const price = round(rate.abs(), MAX_DECIMALS);
  const difference = quantity.times(price).minus(amount).abs();
  if (difference.lte(MAX_DIFFERENCE)) return { quantity: plain(quantity), price: plain(price) };
  // A quantity that is too small to write is replaced by one.
  const whole = quantity.eq(0) ? toDecimal(amount.lt(0) ? -1 : 1) : quantity;
  return {
    quantity: plain(whole),
    price: plain(amount.abs()),
    baseQuantity: plain(whole.abs()),
  };
}

function toTax(category: Line["category"], rate: number): Tax {
  return { category: category ?? "O", rate: category === "O" ? undefined : plain(toDecimal(rate)) };
}

function toAllowance(group: TaxGroup, { request, labels }: Invoice): Allowance[] {
  const { currency, discount: percent } = request;
  if (group.discount.eq(0)) return [];
  const exact = group.net.times(round(toDecimal(percent), MAX_DECIMALS)).times("0.01");
  // Percent and base are checked to the cent, also where the currency has none (PEPPOL-EN16931-R040).
  const isExact = round(exact, 2).eq(group.discount);
  return [
    {
      amount: money(currency, group.discount),
      ...(isExact && { percent: plain(toDecimal(percent)), base: money(currency, group.net) }),
      reason: labels.discount,
      tax: toTax(group.category, group.rate),
    },
  ];
}

function toSubtotal(group: TaxGroup, { request, labels }: Invoice): TaxSubtotal {
  return {
    tax: toTax(group.category, group.rate),
    basis: money(request.currency, group.basis),
    amount: money(request.currency, group.tax),
    exemptionReason: exemptionReason(group.category, request.taxExemptionReason, labels),
    exemptionCode: exemptionCode(group.category),
  };
}

function toTotals(invoice: Invoice): EInvoice["totals"] {
  const { request, subtotal, discount, tax, total, prepaid, amountDue } = invoice;
  const text = (amount: Decimal) => money(request.currency, amount);
  return {
    lines: text(subtotal),
    // The shares of groups can cancel each other out, and then their allowances still need a sum.
    allowances: invoice.taxes.some((group) => !group.discount.eq(0)) ? text(discount) : undefined,
    withoutTax: text(subtotal.minus(discount)),
    tax: text(tax),
    withTax: text(total),
    prepaid: prepaid.eq(0) ? undefined : text(prepaid),
    due: text(amountDue),
  };
}

function money(currency: string, amount: Decimal): string {
  return withoutMinusZero(amount.toFixed(getMinorUnits(currency)));
}

function plain(value: Decimal): string {
  return withoutMinusZero(round(value, MAX_DECIMALS).toFixed());
}

function withoutMinusZero(text: string): string {
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
