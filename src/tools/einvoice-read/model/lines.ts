import { toLineAmounts } from "../../../domain/invoice/figures.ts";
import {
  type ItemFigures,
  TAX_CATEGORIES,
  type TaxCategory,
} from "../../../domain/invoice/figures-input.ts";
import type { Currency } from "../../../lib/money/currency.ts";
import { round, sum, toDecimal } from "../../../lib/money/exact.ts";
import { parseNumber } from "../terms/parse-decimal.ts";
import { type Terms, toMembers } from "./ledger.ts";

export interface InvoiceItem extends ItemFigures {
  description: string;
  unit?: string | undefined;
  id?: string | undefined;
  period?: { start: string; end: string } | undefined;
}

/**
 * Returns a line as an item with the line's amount (BT-131): by quantity and price if they come to
 * it, otherwise as one piece. Returns undefined for a line without an amount.
 */
export function toItem(terms: Terms, index: number, currency: Currency): InvoiceItem | undefined {
  const path = `items.${index}`;
  const net = terms.number("BT-131", `${path}.rate`);
  if (net === undefined) return undefined;
  terms.accept("BT-126", String(index + 1));
  const shared = {
    ...toDescription(terms, path),
    ...toTax(terms.groups("BG-30")[0], path, LINE_TAX),
  };
  return { ...shared, ...toFigures(terms, { path, net, currency, tax: shared }) };
}

/** Maximum length of a description in the invoice tool. */
const MAX_LENGTH = 2000;

function toDescription(terms: Terms, path: string) {
  const [item] = terms.groups("BG-31");
  const name = item?.text("BT-153", `${path}.description`, MAX_LENGTH) ?? "?";
  const maxLength = MAX_LENGTH - name.length - 1;
  const description = item?.text("BT-154", `${path}.description`, maxLength);
  return {
    description: description === undefined ? name : `${name}\n${description}`,
    ...toMembers({ id: item?.text("BT-155", `${path}.id`), period: toPeriod(terms, path) }),
  };
}

function toPeriod(terms: Terms, path: string) {
  const [period] = terms.groups("BG-26");
  if (!period?.find("BT-134") || !period.find("BT-135")) return undefined;
  const start = period.text("BT-134", `${path}.period`) ?? "";
  return { start, end: period.text("BT-135", `${path}.period`) ?? "" };
}

const LINE_TAX = { category: "BT-151", rate: "BT-152" };

/** Returns category and rate of a line, an allowance or a charge. */
export function toTax(
  terms: Terms | undefined,
  path: string,
  ids: { category: string; rate: string },
): { taxCategory?: TaxCategory; taxRate: number } {
  const category = TAX_CATEGORIES.find((code) => code === terms?.find(ids.category)?.value);
  const taxRate = terms?.number(ids.rate, `${path}.taxRate`) ?? 0;
  if (category === undefined) return { taxRate };
  terms?.text(ids.category, `${path}.taxCategory`);
  return { taxCategory: category, taxRate };
}

interface LineContext {
  path: string;
  net: number;
  currency: Currency;
  tax: { taxRate: number; taxCategory?: TaxCategory };
}

/** The terms of a line's quantity, price and discounts. */
interface Parts {
  quantity: number;
  rate: number;
  per?: number | undefined;
  discount?: number | undefined;
  discountAmount?: number | undefined;
}

function toFigures(terms: Terms, { path, net, currency, tax }: LineContext) {
  const parts = readParts(terms, currency);
  const request = { items: [], discount: 0, taxRate: 0 };
  const isExact =
    parts !== undefined &&
    toLineAmounts({ ...parts, ...tax }, request, currency).amount.eq(toDecimal(net));
  if (!isExact) return { quantity: 1, rate: net };
  takeParts(terms, path, parts);
  return { ...parts, ...toMembers({ unit: takeUnit(terms, path) }) };
}

/** Returns NaN for a text that is not a number. */
function read(terms: Terms | undefined, id: string, fallback: number): number {
  const value = terms?.find(id)?.value;
  return value === undefined ? fallback : (parseNumber(value) ?? Number.NaN);
}

/** Reads without taking, because the parts may not come to the amount. */
function readParts(terms: Terms, { decimals }: Currency): Parts | undefined {
  const [price] = terms.groups("BG-29");
  const quantity = read(terms, "BT-129", 1);
  const rate = read(price, "BT-146", Number.NaN);
  const per = read(price, "BT-149", 1);
  const amounts = [
    ...terms.groups("BG-27").map((entry) => read(entry, "BT-136", 0)),
    ...terms.groups("BG-28").map((entry) => -read(entry, "BT-141", 0)),
  ];
  if ([quantity, rate, ...amounts].some(Number.isNaN) || !(per > 0)) return undefined;
  const sign = quantity * rate < 0 ? -1 : 1;
  const discount = sum(amounts.map(toDecimal)).times(sign);
  if (discount.lt(0)) return undefined;
  const discountAmount = discount.eq(0) ? undefined : round(discount, decimals).toNumber();
  const share = readShare(terms, discountAmount);
  return {
    quantity,
    rate,
    ...toMembers({
      per: per === 1 ? undefined : per,
      ...(share === undefined ? { discountAmount } : { discount: share }),
    }),
  };
}

/** Returns the percentage of a single allowance that yields its amount. */
function readShare(terms: Terms, amount: number | undefined): number | undefined {
  const [allowance, ...others] = [...terms.groups("BG-27"), ...terms.groups("BG-28")];
  if (allowance === undefined || others.length > 0 || amount === undefined) return undefined;
  const percent = parseNumber(allowance.find("BT-138")?.value);
  const base = parseNumber(allowance.find("BT-137")?.value);
  if (percent === undefined || base === undefined || percent < 0 || percent > 100) return undefined;
  const exact = toDecimal(base).times(percent).times("0.01").abs();
  return round(exact, 2).eq(toDecimal(amount)) ? percent : undefined;
}

/** Charges stay beyond the item, whose discount is smaller by them. */
function takeParts(terms: Terms, path: string, { discount, discountAmount }: Parts): void {
  const [price] = terms.groups("BG-29");
  price?.text("BT-146", `${path}.rate`);
  takeBaseQuantity(terms, price, path);
  const allowances = terms.groups("BG-27");
  if (discount !== undefined || discountAmount !== undefined) {
    for (const entry of allowances) entry.text("BT-136", `${path}.discountAmount`);
  }
  if (discount === undefined) return;
  const [allowance] = allowances;
  for (const id of ["BT-137", "BT-138"]) allowance?.text(id, `${path}.discount`);
}

/** Takes the unit with it, if it is that of the line. */
function takeBaseQuantity(terms: Terms, price: Terms | undefined, path: string): void {
  const base = price?.find("BT-149");
  const [unit] = base?.attributes ?? [];
  const [lineUnit] = terms.find("BT-129")?.attributes ?? [];
  if (unit?.value.trim() === lineUnit?.value.trim()) price?.attribute(base);
  price?.text("BT-149", `${path}.per`);
}

function takeUnit(terms: Terms, path: string): string | undefined {
  const quantity = terms.find("BT-129");
  const unit = terms.attribute(quantity);
  terms.text("BT-129", `${path}.unit`);
  return unit;
}
