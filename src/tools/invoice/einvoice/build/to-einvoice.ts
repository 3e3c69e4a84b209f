import { removeSpaces } from "../../../../domain/payment/iban.ts";
import { sumAmounts } from "../../../../domain/invoice/figures.ts";
import type { Decimal } from "../../../../lib/money/exact.ts";
import { getPaymentReference } from "../../payment/reference.ts";
import type { Invoice } from "../../invoice-model.ts";
import { toAdjustments, toDiscount } from "./allowances.ts";
import { toLine } from "./lines.ts";
import { mergeGroups, toSubtotal } from "./taxes.ts";
import { formatAmount } from "./figures.ts";
import type { EInvoice } from "../einvoice-model.ts";
import { toBuyer, toPostalAddress, toSeller, trimToUndefined } from "../parties.ts";
import { type EInvoiceProfile, PROFILES } from "../profiles.ts";

/** Converts an invoice to the terms of EN 16931. It must satisfy `checkProfileRules`. */
export function toEInvoice(invoice: Invoice, profile: EInvoiceProfile): EInvoice {
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
function getPaymentMeansCode(
  { currency, from, to }: Invoice["request"],
  profile: EInvoiceProfile,
): string {
  const isDanish = [from, to].every(
    ({ countryCode }) => countryCode?.trim().toUpperCase() === "DK",
  );
  if (currency === "EUR") return "58";
  return profile === "peppol" && isDanish ? "1" : "30";
}

function toPayment(invoice: Invoice, profile: EInvoiceProfile) {
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
