import { type Currency, takePercent } from "../../lib/money/currency.ts";
import { type Decimal, sum, ZERO } from "../../lib/money/exact.ts";
import type { NamedTax, TaxCategory, TaxChoice } from "./figures-input.ts";

/** The tax of a line, an allowance or a charge. */
export interface LineTax {
  /** Null for named taxes, and for a rate of 0 without a category. */
  category: TaxCategory | null;
  /** One tax without a label, or the named taxes in order. */
  taxes: readonly LineTaxRate[];
}

/** A tax that is charged on a line. */
interface LineTaxRate {
  /** Null for a plain rate. */
  label: string | null;
  /** In percent. */
  rate: number;
  isCompound: boolean;
}

export interface TaxAmount extends LineTaxRate {
  /** Of a compound tax, with the taxes before it. */
  basis: Decimal;
  tax: Decimal;
}

/**
 * The lines, allowances and charges that are taxed alike. Amounts are rounded to the minor unit.
 */
export interface TaxGroup {
  category: TaxCategory | null;
  /** Sum of the lines. */
  net: Decimal;
  /** The group's part of the invoice's discount. */
  discount: Decimal;
  /** `net` minus `discount` and allowances, plus charges. */
  basis: Decimal;
  amounts: readonly TaxAmount[];
  /** Sum of the amounts. */
  tax: Decimal;
}

/** Chooses the tax of a line, an allowance or a charge: its own, or the request's. */
export function chooseTax(choice: TaxChoice, request: TaxChoice): LineTax {
  const isPlain = choice.taxRate !== undefined || choice.taxCategory !== undefined;
  const named = choice.taxes ?? (isPlain ? undefined : request.taxes);
  if (named !== undefined && named.length > 0) {
    return { category: null, taxes: named.map(toLineTaxRate) };
  }
  const rate = named === undefined ? (choice.taxRate ?? request.taxRate ?? 0) : 0;
  const given = named === undefined ? (choice.taxCategory ?? request.taxCategory) : undefined;
  return {
    category: given ?? (rate > 0 ? "S" : null),
    taxes: [{ label: null, rate, isCompound: false }],
  };
}

function toLineTaxRate({ label, rate, compound = false }: NamedTax): LineTaxRate {
  return { label, rate, isCompound: compound };
}

interface Taxed {
  amount: Decimal;
  tax: LineTax;
}

interface TaxedAmounts {
  lines: readonly Taxed[];
  allowances: readonly Taxed[];
  charges: readonly Taxed[];
  /** Distributed among the groups that have lines. */
  discount: Decimal;
}

/** Groups amounts by their tax in order of first appearance: lines, allowances, charges. */
export function toTaxGroups(
  { lines, allowances, charges, discount }: TaxedAmounts,
  percent: number,
  currency: Currency,
): TaxGroup[] {
  const groups = new Map<string, LineTax>();
  for (const { tax } of [...lines, ...allowances, ...charges]) groups.set(toKey(tax), tax);
  const sums = { net: sumByTax(lines), less: sumByTax(allowances), more: sumByTax(charges) };
  let remaining = discount;
  return Array.from(groups, ([key, tax], index): TaxGroup => {
    const net = sums.net.get(key) ?? ZERO;
    // The last group with lines takes the rest, so that the shares sum to the discount.
    const share = index === sums.net.size - 1 ? remaining : takePercent(currency, net, percent);
    remaining = remaining.minus(share);
    const allowed = sums.less.get(key) ?? ZERO;
    const charged = sums.more.get(key) ?? ZERO;
    const basis = net.minus(share).minus(allowed).plus(charged);
    const amounts = toTaxAmounts(tax, basis, currency);
    const total = sum(amounts.map((amount) => amount.tax));
    return { category: tax.category, net, discount: share, basis, amounts, tax: total };
  });
}

/** Returns a text that is equal for equal taxes. */
function toKey({ category, taxes }: LineTax): string {
  const [first] = taxes;
  if (first !== undefined && first.label === null) return `${category} ${first.rate}`;
  return JSON.stringify([
    category,
    ...taxes.map(({ label, rate, isCompound }) => [label, rate, isCompound]),
  ]);
}

function sumByTax(entries: readonly Taxed[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { tax, amount } of entries) {
    const key = toKey(tax);
    sums.set(key, (sums.get(key) ?? ZERO).plus(amount));
  }
  return sums;
}

function toTaxAmounts({ taxes }: LineTax, basis: Decimal, currency: Currency): TaxAmount[] {
  let before = ZERO;
  return taxes.map((tax) => {
    const taxed = tax.isCompound ? basis.plus(before) : basis;
    const amount = takePercent(currency, taxed, tax.rate);
    before = before.plus(amount);
    const { label, rate, isCompound } = tax;
    return { label, rate, isCompound, basis: taxed, tax: amount };
  });
}
