import { getMinorUnits } from "../../../lib/money/currency.ts";
import { type Decimal, toDecimal, round } from "../../../lib/money/money.ts";
import { removeSpaces } from "../../../lib/payment/iban.ts";
import type { Invoice } from "../types.ts";
import { getPaymentReference } from "../payment/code.ts";
import type { InvoiceLine, TaxGroup } from "../totals.ts";
import { toUnitCode } from "./codes.ts";
import { getExemptionCode, getExemptionReason } from "./exemptions.ts";
import type { Allowance, EInvoice, EInvoiceLine, Tax, TaxSubtotal } from "./model.ts";
import { trimToUndefined, toBuyer, toPostalAddress, toSeller } from "./parties.ts";
import { type Profile, PROFILES } from "./profiles.ts";

/** Converts an invoice to the terms of EN 16931. It must satisfy `checkProfileRules`. */
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
    note: trimToUndefined(request.notes),
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
    buyerReference: trimToUndefined(request.buyerReference),
    orderReference: trimToUndefined(request.orderReference),
    contractReference: trimToUndefined(request.contractReference),
    precedingInvoice: preceding && { number: preceding.number.trim(), date: preceding.date },
  };
}

/** Adds the deliver-to group only where a rule requires it: for intra-community supplies (BR-IC-12). */
function toDelivery({ request, taxes }: Invoice) {
  const isSupply = taxes.some(({ category }) => category === "K");
  const deliverTo = { name: request.to.name.trim(), address: toPostalAddress(request.to) };
  return {
    period: request.servicePeriod,
    deliveryDate: request.deliveryDate,
    deliverTo: isSupply ? deliverTo : undefined,
  };
}

/** Returns 58 (SEPA) for euros, otherwise 30 (credit transfer), or 1 within Denmark, where Peppol accepts neither (DK-R-005). */
function getPaymentMeansCode({ currency, from, to }: Invoice["request"], profile: Profile): string {
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
    code: getPaymentMeansCode(request, profile),
    iban,
    bic: removeSpaces(payment.bic ?? "") || undefined,
    accountName: trimToUndefined(payment.accountName),
  };
  // The due date of a credit note belongs to its payment means, which need an account.
  const onlyTermsCanStateDueDate = isCreditNote && iban === "" && dueDate !== undefined;
  const fallback = onlyTermsCanStateDueDate
    ? `${invoice.labels.due}: ${invoice.format.date(dueDate)}`
    : dueDate === undefined
      ? invoice.labels.onReceipt
      : undefined;
  return {
    dueDate: onlyTermsCanStateDueDate ? undefined : dueDate,
    payment: iban === "" ? undefined : transfer,
    paymentReference: getPaymentReference(invoice),
    paymentTerms: toTerms(payment.terms) ?? fallback,
  };
}

/** Returns the payment terms. Adds a line break after a cash discount (#SKONTO#), which XRechnung requires (BR-DE-18). */
function toTerms(terms: string | undefined): string | undefined {
  const text = trimToUndefined(terms);
  return text?.includes("#") ? `${text}\n` : text;
}

function toLine(line: InvoiceLine, index: number, currency: string): EInvoiceLine {
  const [name = "", ...rest] = line.description
    .split("\n")
    .flatMap((text) => trimToUndefined(text) ?? []);
  return {
    id: String(index + 1),
    name,
    description: trimToUndefined(rest.join("\n")),
    itemId: line.id,
    unit: toUnitCode(line.unit ?? "piece") ?? "C62",
    ...toPrice(line),
    net: formatAmount(currency, line.amount),
    tax: toTax(line.category, line.taxRate),
  };
}

/** Maximum difference that Peppol accepts between quantity times price and the amount of a line (PEPPOL-EN16931-R120). */
const MAX_DIFFERENCE = toDecimal("0.01");

/** Maximum decimals of quantities, prices and rates. The largest number then has 23 digits; common parsers accept 24. */
const MAX_DECIMALS = 10;

/**
 * Returns quantity and price of a line. A negative rate negates the quantity, because prices are never negative (BR-27). If
 * the currency's rounding changes the amount too much, the price is the whole amount for the whole quantity.
 */
function toPrice(line: InvoiceLine) {
  const { rate, amount } = line;
  const quantity = round(rate.lt(0) ? line.quantity.neg() : line.quantity, MAX_DECIMALS);
  const price = round(rate.abs(), MAX_DECIMALS);
  const difference = quantity.times(price).minus(amount).abs();
  if (difference.lte(MAX_DIFFERENCE))
    return { quantity: formatDecimal(quantity), price: formatDecimal(price) };
  // Writes 1 for a quantity that rounds to 0.
  const writtenQuantity = quantity.eq(0) ? toDecimal(amount.lt(0) ? -1 : 1) : quantity;
  return {
    quantity: formatDecimal(writtenQuantity),
    price: formatDecimal(amount.abs()),
    baseQuantity: formatDecimal(writtenQuantity.abs()),
  };
}

function toTax(category: InvoiceLine["category"], rate: number): Tax {
  return {
    category: category ?? "O",
    rate: category === "O" ? undefined : formatDecimal(toDecimal(rate)),
  };
}

function toAllowance(group: TaxGroup, { request, labels }: Invoice): Allowance[] {
  const { currency, discount: percent } = request;
  if (group.discount.eq(0)) return [];
  const exact = group.net.times(round(toDecimal(percent), MAX_DECIMALS)).times("0.01");
  // Peppol checks percent and base to the cent, even if the currency has no cents (PEPPOL-EN16931-R040).
  const isExact = round(exact, 2).eq(group.discount);
  return [
    {
      amount: formatAmount(currency, group.discount),
      ...(isExact && {
        percent: formatDecimal(toDecimal(percent)),
        base: formatAmount(currency, group.net),
      }),
      reason: labels.discount,
      tax: toTax(group.category, group.rate),
    },
  ];
}

function toSubtotal(group: TaxGroup, { request, labels }: Invoice): TaxSubtotal {
  return {
    tax: toTax(group.category, group.rate),
    basis: formatAmount(request.currency, group.basis),
    amount: formatAmount(request.currency, group.tax),
    exemptionReason: getExemptionReason(group.category, request.taxExemptionReason, labels),
    exemptionCode: getExemptionCode(group.category),
  };
}

function toTotals(invoice: Invoice): EInvoice["totals"] {
  const { request, subtotal, discount, tax, total, prepaid, amountDue } = invoice;
  const format = (amount: Decimal) => formatAmount(request.currency, amount);
  return {
    lines: format(subtotal),
    // States a sum of 0 if the discounts of groups cancel out, because their allowances still need a sum.
    allowances: invoice.taxes.some((group) => !group.discount.eq(0)) ? format(discount) : undefined,
    withoutTax: format(subtotal.minus(discount)),
    tax: format(tax),
    withTax: format(total),
    prepaid: prepaid.eq(0) ? undefined : format(prepaid),
    due: format(amountDue),
  };
}

function formatAmount(currency: string, amount: Decimal): string {
  return removeMinusZero(amount.toFixed(getMinorUnits(currency)));
}

function formatDecimal(value: Decimal): string {
  return removeMinusZero(round(value, MAX_DECIMALS).toFixed());
}

function removeMinusZero(text: string): string {
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
