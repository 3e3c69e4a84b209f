import type { LineTax, TaxGroup } from "../../../domain/invoice/tax-groups.ts";
import type { Currency } from "../../../lib/money/currency.ts";
import { type Decimal, round, sum, toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { removeSpaces } from "../../../domain/payment/iban.ts";
import type { Invoice, InvoiceLine } from "../types.ts";
import { getPaymentReference } from "../payment/reference.ts";
import { toUnitCode } from "./codes.ts";
import { getExemptionCode, getExemptionReason } from "./exemptions.ts";
import type { Allowance, EInvoice, EInvoiceLine, Tax, TaxSubtotal } from "./model.ts";
import { trimToUndefined, toBuyer, toPostalAddress, toSeller } from "./parties.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { getEnCategory, getEnRate } from "./tax.ts";

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
    lines: invoice.lines.map((line, index) => toLine(line, index, invoice)),
    allowances: [
      ...taxes.flatMap((group) => toDiscount(group, invoice)),
      ...toAdjustments(invoice, "allowances"),
      ...toAdjustments(invoice, "charges"),
    ],
    taxes: mergeGroups(taxes).map((group) => toSubtotal(group, invoice)),
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

/**
 * Adds the deliver-to group only where a rule requires it: for intra-community supplies (BR-IC-12).
 */
function toDelivery({ request, taxes }: Invoice) {
  const isSupply = taxes.some(({ category }) => category === "K");
  const deliverTo = { name: request.to.name.trim(), address: toPostalAddress(request.to) };
  return {
    period: request.servicePeriod,
    deliveryDate: request.deliveryDate,
    deliverTo: isSupply ? deliverTo : undefined,
  };
}

/**
 * Returns 58 (SEPA) for euros, otherwise 30 (credit transfer), or 1 within Denmark, where Peppol
 * accepts neither (DK-R-005).
 */
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

/**
 * Returns the payment terms. Adds a line break after a cash discount (#SKONTO#), which XRechnung
 * requires (BR-DE-18).
 */
function toTerms(terms: string | undefined): string | undefined {
  const text = trimToUndefined(terms);
  return text?.includes("#") ? `${text}\n` : text;
}

function toLine(line: InvoiceLine, index: number, invoice: Invoice): EInvoiceLine {
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
    net: formatAmount(invoice.currency, line.amount),
    allowance: toLineDiscount(line, index, invoice),
    period: line.period,
    tax: toTax(line.tax),
  };
}

/**
 * Maximum difference that Peppol accepts between quantity times price and the amount of a line
 * (PEPPOL-EN16931-R120).
 */
const MAX_DIFFERENCE = toDecimal("0.01");

/**
 * Maximum decimals of quantities, prices and rates. The largest number then has 23 digits; common
 * parsers accept 24.
 */
const MAX_DECIMALS = 10;

/** Returns the discount of a line; that of a negative line is negative. */
function toLineDiscount({ gross, discount }: InvoiceLine, index: number, invoice: Invoice) {
  if (discount.eq(0)) return undefined;
  const { request, currency, labels } = invoice;
  return {
    amount: formatAmount(currency, discount),
    ...toShare(discount, gross, { percent: request.items[index]?.discount, currency }),
    base: formatAmount(currency, gross),
    reason: labels.discount,
  };
}

/**
 * Returns percent and base of an amount, only if they yield it to the cent, as Peppol checks
 * (PEPPOL-EN16931-R040).
 */
function toShare(
  amount: Decimal,
  base: Decimal,
  { percent, currency }: { percent: number | undefined; currency: Currency },
): Partial<Pick<Allowance, "percent" | "base">> {
  if (percent === undefined) return {};
  const exact = base.times(round(toDecimal(percent), MAX_DECIMALS)).times("0.01");
  if (!round(exact, 2).eq(amount)) return {};
  return { percent: formatDecimal(toDecimal(percent)), base: formatAmount(currency, base) };
}

/**
 * Returns quantity and price of a line. A negative rate negates the quantity, because prices are
 * never negative (BR-27). If the currency's rounding changes the amount too much, the price is the
 * whole amount for the whole quantity.
 */
function toPrice(line: InvoiceLine) {
  const { rate, gross } = line;
  const quantity = round(rate.lt(0) ? line.quantity.neg() : line.quantity, MAX_DECIMALS);
  const price = round(rate.abs(), MAX_DECIMALS);
  const per = round(line.per ?? toDecimal(1), MAX_DECIMALS);
  const isExact =
    per.gt(0) && quantity.times(price).minus(gross.times(per)).abs().lte(MAX_DIFFERENCE.times(per));
  if (isExact) {
    return {
      quantity: formatDecimal(quantity),
      price: formatDecimal(price),
      ...(line.per && { baseQuantity: formatDecimal(per) }),
    };
  }
  // Writes 1 for a quantity that rounds to 0.
  const writtenQuantity = quantity.eq(0) ? toDecimal(gross.lt(0) ? -1 : 1) : quantity;
  return {
    quantity: formatDecimal(writtenQuantity),
    price: formatDecimal(gross.abs()),
    baseQuantity: formatDecimal(writtenQuantity.abs()),
  };
}

function toTax(tax: LineTax): Tax {
  const category = getEnCategory(tax) ?? "O";
  return {
    category,
    rate: category === "O" ? undefined : formatDecimal(toDecimal(getEnRate(tax))),
  };
}

/** Returns a group's part of the invoice's discount. */
function toDiscount(group: TaxGroup, { request, currency, labels }: Invoice): Allowance[] {
  if (group.discount.eq(0)) return [];
  return [
    {
      isCharge: false,
      code: DISCOUNT,
      amount: formatAmount(currency, group.discount),
      ...toShare(group.discount, group.net, { percent: request.discount, currency }),
      reason: labels.discount,
      tax: toTax(toLineTax(group)),
    },
  ];
}

/** Discount, in UNTDID 5189. */
const DISCOUNT = "95";
/** Mutually defined, in UNTDID 7161. */
const OTHER_CHARGE = "ZZZ";

function toAdjustments(invoice: Invoice, member: "allowances" | "charges"): Allowance[] {
  const { request, currency } = invoice;
  const isCharge = member === "charges";
  return invoice[member].map(({ label, amount, percent, basis, tax }, index) => ({
    isCharge,
    code:
      trimToUndefined(request[member]?.[index]?.reasonCode)?.toUpperCase() ??
      (isCharge ? OTHER_CHARGE : DISCOUNT),
    amount: formatAmount(currency, amount),
    ...toShare(amount, basis, { percent, currency }),
    reason: label.trim(),
    tax: toTax(tax),
  }));
}

function toLineTax({ category, amounts }: TaxGroup): LineTax {
  return { category, taxes: amounts };
}

/** The sums of one category and rate. */
type TaxSums = Pick<TaxGroup, "category" | "amounts" | "basis" | "tax">;

/**
 * Adds up groups of one category and rate, because a named tax and a plain rate can be equal in EN
 * 16931.
 */
function mergeGroups(groups: readonly TaxGroup[]): TaxSums[] {
  const merged = new Map<string, TaxSums>();
  for (const group of groups) {
    const tax = toLineTax(group);
    const key = `${getEnCategory(tax)} ${getEnRate(tax)}`;
    const { basis, tax: amount } = merged.get(key) ?? { basis: ZERO, tax: ZERO };
    merged.set(key, { ...group, basis: group.basis.plus(basis), tax: group.tax.plus(amount) });
  }
  return [...merged.values()];
}

function toSubtotal(group: TaxSums, { request, currency, labels }: Invoice): TaxSubtotal {
  return {
    tax: toTax({ category: group.category, taxes: group.amounts }),
    basis: formatAmount(currency, group.basis),
    amount: formatAmount(currency, group.tax),
    exemptionReason: getExemptionReason(group.category, request.taxExemptionReason, labels),
    exemptionCode: getExemptionCode(group.category),
  };
}

function sumAmounts(list: readonly { amount: Decimal }[]): Decimal {
  return sum(list.map(({ amount }) => amount));
}

function toTotals(invoice: Invoice): EInvoice["totals"] {
  const { currency, subtotal, discount, net, tax, total, prepaid, amountDue } = invoice;
  const format = (amount: Decimal) => formatAmount(currency, amount);
  // States a sum of 0 if the discounts of groups cancel out, because their allowances still need a
  // sum.
  const hasAllowances =
    invoice.allowances.length > 0 || invoice.taxes.some((group) => !group.discount.eq(0));
  return {
    lines: format(subtotal),
    allowances: hasAllowances ? format(discount.plus(sumAmounts(invoice.allowances))) : undefined,
    charges: invoice.charges.length > 0 ? format(sumAmounts(invoice.charges)) : undefined,
    withoutTax: format(net),
    tax: format(tax),
    withTax: format(total),
    prepaid: prepaid.eq(0) ? undefined : format(prepaid),
    rounding: invoice.rounding.eq(0) ? undefined : format(invoice.rounding),
    due: format(amountDue),
  };
}

function formatAmount({ decimals }: Currency, amount: Decimal): string {
  return amount.toFixed(decimals);
}

function formatDecimal(value: Decimal): string {
  return round(value, MAX_DECIMALS).toFixed();
}
