import { type Decimal, toDecimal, ZERO } from "../../lib/money/exact.ts";
import { compareTexts, type LedgerEntry } from "./entry.ts";
import { getOpenAmount, getStatus } from "./status.ts";

/** The sums of a year in one currency. Credit notes are subtracted. */
export interface YearTotals {
  year: string;
  currency: string;
  net: Decimal;
  total: Decimal;
  rates: RateTotals[];
}

interface RateTotals {
  label: string;
  basis: Decimal;
  tax: Decimal;
}

/**
 * Returns the sums of invoices, receipts and credit notes by year and currency, the newest first. A
 * receipt with the number of an invoice is its payment, and not counted again.
 */
export function computeYears(entries: readonly LedgerEntry[]): YearTotals[] {
  const years = new Map<string, YearTotals>();
  for (const entry of entries) {
    const sign = getSign(entry, entries);
    if (sign === 0) continue;
    const { currency } = entry;
    const year = entry.issueDate.slice(0, 4);
    const key = `${year} ${currency}`;
    const totals = years.get(key) ?? { year, currency, net: ZERO, total: ZERO, rates: [] };
    years.set(key, addEntry(totals, entry, sign));
  }
  return [...years.values()].toSorted(
    (left, right) =>
      compareTexts(right.year, left.year) || compareTexts(left.currency, right.currency),
  );
}

/** Returns 1 for turnover, -1 for a credit note, 0 for what is not counted. */
function getSign(
  { type, sender, number }: LedgerEntry,
  entries: readonly LedgerEntry[],
): 0 | 1 | -1 {
  if (type === "invoice") return 1;
  if (type === "credit-note") return -1;
  const hasInvoice = entries.some(
    (entry) => entry.type === "invoice" && entry.number === number && entry.sender === sender,
  );
  return type === "receipt" && !hasInvoice ? 1 : 0;
}

function addEntry(totals: YearTotals, entry: LedgerEntry, sign: 1 | -1): YearTotals {
  const rates = new Map(totals.rates.map((rate) => [rate.label, rate]));
  for (const { label, basis, tax } of entry.taxes) {
    const rate = rates.get(label) ?? { label, basis: ZERO, tax: ZERO };
    rates.set(label, {
      label,
      basis: rate.basis.plus(toDecimal(basis).times(sign)),
      tax: rate.tax.plus(toDecimal(tax).times(sign)),
    });
  }
  return {
    ...totals,
    net: totals.net.plus(toDecimal(entry.net).times(sign)),
    total: totals.total.plus(toDecimal(entry.total).times(sign)),
    rates: [...rates.values()].toSorted((left, right) =>
      right.label.localeCompare(left.label, "en", { numeric: true }),
    ),
  };
}

/** The open amount of one currency. */
export interface OpenTotals {
  currency: string;
  open: Decimal;
  /** The part of it that is overdue. */
  overdue: Decimal;
}

/** Returns what clients owe by currency, without currencies in which they owe nothing. */
export function computeOpen(entries: readonly LedgerEntry[], today: string): OpenTotals[] {
  const sums = new Map<string, OpenTotals>();
  for (const entry of entries) {
    const amount = getOpenAmount(entry, entries);
    if (amount.eq(0)) continue;
    const { currency } = entry;
    const { open, overdue } = sums.get(currency) ?? { open: ZERO, overdue: ZERO };
    const isOverdue = getStatus(entry, entries, today) === "overdue";
    sums.set(currency, {
      currency,
      open: open.plus(amount),
      overdue: isOverdue ? overdue.plus(amount) : overdue,
    });
  }
  return [...sums.values()].toSorted((left, right) => compareTexts(left.currency, right.currency));
}
