import { EXEMPTION_CODES } from "../../../domain/einvoice/exemption-codes.ts";
import { toLineAmounts, toTotals } from "../../../domain/invoice/figures.ts";
import type { FiguresRequest } from "../../../domain/invoice/figures-input.ts";
import { isIban, removeSpaces } from "../../../domain/payment/iban.ts";
import { getIsoDecimals } from "../../../lib/codes/iso4217.ts";
import { type Currency, getIsoCurrency } from "../../../lib/money/currency.ts";
import { countDecimals, type Decimal, toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { parseDecimal } from "../terms/parse-decimal.ts";
import type { GroupValue, TermValue } from "../terms/read-terms.ts";
import { toAdjustments } from "./adjustments.ts";
import { takeDiscount } from "./discount.ts";
import { Ledger, Terms, toMembers } from "./ledger.ts";
import { type InvoiceItem, toItem } from "./lines.ts";
import { acceptDeliveryToBuyer, toBuyer, toSeller } from "./parties.ts";
import { acceptSums } from "./sums.ts";

/** An input of the invoice tool, as JSON. */
export interface InvoiceInput extends FiguresRequest {
  invoiceNumber: string;
  currency: string;
  [member: string]: unknown;
}

/** Returns an invoice's request, and the values that it has. Undefined where it cannot be one. */
export function buildInvoice(
  members: readonly (TermValue | GroupValue)[],
  isCreditNote: boolean,
): { input: InvoiceInput | undefined; total: number; ledger: Ledger } {
  const ledger = new Ledger();
  const input = toInput(new Terms(members, ledger), isCreditNote);
  // Nothing is in a request that does not exist.
  if (input === undefined) return { input, total: 0, ledger: new Ledger() };
  const { total } = computeTotals(input, getIsoCurrency(input.currency));
  return { input, total: total.toNumber(), ledger };
}

function toInput(document: Terms, isCreditNote: boolean): InvoiceInput | undefined {
  const code = document.text("BT-5") ?? "";
  const invoiceNumber = document.text("BT-1", "invoiceNumber");
  if (getIsoDecimals(code) === undefined || invoiceNumber === undefined) return undefined;
  const currency = getIsoCurrency(code);
  const items = toItems(document, currency);
  if (items === undefined) return undefined;
  document.accept("BT-3", isCreditNote ? "381" : "380");
  for (const control of document.groups("BG-2")) control.text("BT-24");
  const to = toBuyer(document);
  const discount = takeDiscount(document, { items, taxRate: 0, discount: 0 }, currency);
  acceptDeliveryToBuyer(document, to);
  const input: InvoiceInput = {
    invoiceNumber,
    ...toMembers({ type: isCreditNote ? "credit-note" : undefined }),
    ...toDates(document),
    currency: code,
    from: toSeller(document),
    to,
    items,
    taxRate: 0,
    discount: discount?.discount ?? 0,
    ...toMembers({
      ...toReferences(document),
      ...toLabels(document, discount?.reason),
      ...toAdjustments(document),
      taxExemptionReason: toExemptionReason(document),
      payment: toPayment(document, { invoiceNumber, code }),
      notes: toNotes(document),
    }),
  };
  return addPayments(document, input, currency);
}

/** Maximum items of the invoice tool. */
const MAX_ITEMS = 100;

function toItems(document: Terms, currency: Currency): InvoiceItem[] | undefined {
  const groups = document.groups("BG-25").filter(hasFigures);
  if (groups.length > MAX_ITEMS) return undefined;
  const lines = groups.map((line, index) => toItem(line, index, currency));
  const items = lines.filter((item) => item !== undefined);
  return items.length === 0 || items.length < lines.length ? undefined : items;
}

/** Returns false for a line of text, as ZUGFeRD 1 has them. */
function hasFigures(line: Terms): boolean {
  const [price] = line.groups("BG-29");
  return [line.find("BT-131"), line.find("BT-129"), price?.find("BT-146")].some(Boolean);
}

function toDates(document: Terms) {
  const [delivery] = document.groups("BG-13");
  const [period] = document.groups("BG-14");
  const hasPeriod = period?.find("BT-73") !== undefined && period.find("BT-74") !== undefined;
  return toMembers({
    issueDate: document.text("BT-2", "issueDate"),
    dueDate: document.text("BT-9", "dueDate"),
    deliveryDate: delivery?.text("BT-72", "deliveryDate"),
    servicePeriod: hasPeriod
      ? {
          start: period.text("BT-73", "servicePeriod") ?? "",
          end: period.text("BT-74", "servicePeriod") ?? "",
        }
      : undefined,
  });
}

function toReferences(document: Terms) {
  const [preceding] = document.groups("BG-3");
  const number = preceding?.text("BT-25", "precedingInvoice");
  const date = preceding?.text("BT-26", "precedingInvoice.date");
  return {
    buyerReference: document.text("BT-10", "buyerReference"),
    orderReference: document.text("BT-13", "orderReference"),
    contractReference: document.text("BT-12", "contractReference"),
    precedingInvoice: number === undefined ? undefined : { number, ...toMembers({ date }) },
  };
}

function toNotes(document: Terms): string | undefined {
  const notes = document.groups("BG-1").flatMap((note) => note.text("BT-22", "notes") ?? []);
  return notes.length === 0 ? undefined : notes.join("\n");
}

/** Prints the reason for discounts, which a request has once. */
function toLabels(document: Terms, documentReason: string | undefined) {
  const allowances = document.groups("BG-25").flatMap(listDiscounts);
  const [lineReason] = allowances.flatMap((allowance) => allowance.find("BT-139")?.value ?? []);
  const reason = documentReason ?? lineReason;
  if (reason === undefined) return {};
  for (const allowance of allowances) {
    allowance.accept("BT-139", reason);
    allowance.accept("BT-140", "95");
  }
  return { labels: { discount: reason } };
}

/** Returns the allowances of a line that are its item's discount. */
function listDiscounts(line: Terms): Terms[] {
  return line.groups("BG-27").filter((allowance) => allowance.find("BT-136") === undefined);
}

function toExemptionReason(document: Terms): string | undefined {
  const groups = document.groups("BG-23");
  const [reason] = groups.flatMap((group) => group.find("BT-120")?.value ?? []);
  for (const group of groups) {
    if (group.find("BT-120")?.value === reason) group.text("BT-120", "taxExemptionReason");
    group.accept("BT-121", EXEMPTION_CODES[group.find("BT-118")?.value ?? ""]);
  }
  return reason;
}

interface PaymentContext {
  invoiceNumber: string;
  code: string;
}

function toPayment(document: Terms, { invoiceNumber, code }: PaymentContext) {
  const means = document.groups("BG-16");
  const transfers = means.filter((group) => findAccount(group) !== undefined);
  const transfer =
    transfers.find((group) => isIban(removeSpaces(findAccount(group) ?? ""))) ?? transfers[0];
  const account = transfer?.groups("BG-17")[0];
  if (account) transfer?.accept("BT-81", code === "EUR" ? "58" : "30", "payment.iban");
  // The number of the invoice is the default.
  const isDefault = [document, ...means].some((terms) => terms.accept("BT-83", invoiceNumber));
  const reference = isDefault
    ? undefined
    : [document, ...means].flatMap((terms) => terms.text("BT-83", "payment.reference") ?? [])[0];
  return toMembers({
    iban: account?.text("BT-84", "payment.iban"),
    bic: account?.text("BT-86", "payment.bic"),
    accountName: account?.text("BT-85", "payment.accountName"),
    reference,
    terms: document.text("BT-20", "payment.terms"),
  });
}

function findAccount(means: Terms): string | undefined {
  return means.groups("BG-17")[0]?.find("BT-84")?.value;
}

/** Increments to which amounts are rounded in cash. */
const INCREMENTS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50, 100];

/** Adds prepayment and rounding, and takes the sums to which the request comes. */
function addPayments(document: Terms, input: InvoiceInput, currency: Currency): InvoiceInput {
  const [sums] = document.groups("BG-22");
  const prepaid = takePrepaid(sums, computeTotals(input, currency).total);
  const paid = { ...input, ...toMembers({ prepaid }) };
  const stated = parseDecimal(sums?.find("BT-114")?.value) ?? ZERO;
  const increments = stated.eq(0) ? [] : INCREMENTS.filter((step) => isAmount(step, currency));
  const rounding = increments.find((step) =>
    computeTotals({ ...paid, rounding: step }, currency).rounding.eq(stated),
  );
  const complete = { ...paid, ...toMembers({ rounding }) };
  acceptSums(document, computeTotals(complete, currency));
  return complete;
}

/** The invoice tool takes a prepayment of up to the total. */
function takePrepaid(sums: Terms | undefined, total: Decimal): number | undefined {
  const prepaid = parseDecimal(sums?.find("BT-113")?.value) ?? ZERO;
  if (!prepaid.eq(0) && (prepaid.lt(0) || prepaid.gt(total))) return undefined;
  return sums?.number("BT-113", "prepaid") || undefined;
}

function isAmount(step: number, { decimals }: Currency): boolean {
  return countDecimals(toDecimal(step)) <= decimals;
}

function computeTotals(request: FiguresRequest, currency: Currency) {
  const lines = request.items.map((item) => toLineAmounts(item, request, currency));
  return toTotals(lines, request, currency);
}
