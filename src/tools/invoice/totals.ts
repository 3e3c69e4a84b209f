import { roundToMinor, takePercent } from "../../lib/money/currency.ts";
import { type Decimal, toDecimal, ZERO } from "../../lib/money/money.ts";
import type { Input } from "../../lib/schema.ts";
import type { InvoiceInput, TaxCategory } from "./schema.ts";

/** A valid request with its defaults. */
export type InvoiceRequest = Input<typeof InvoiceInput>;

/** An item with its exact figures; `amount` is rounded to the currency's minor unit. */
export interface InvoiceLine {
  description: string;
  quantity: Decimal;
  rate: Decimal;
  amount: Decimal;
  /** Tax rate in percent. */
  taxRate: number;
  /** Null if the rate is 0 and no category was given. */
  category: TaxCategory | null;
  /** The request's unit: a UN/ECE code, or a word such as `hour`. */
  unit?: string | undefined;
  /** The seller's number of the item. */
  id?: string | undefined;
}

/** The lines of one tax category and rate. Amounts are rounded to the minor unit. */
export interface TaxGroup {
  category: TaxCategory | null;
  rate: number;
  /** Sum of the lines. */
  net: Decimal;
  /** The group's part of the invoice's discount. */
  discount: Decimal;
  /** `net` minus `discount`. */
  basis: Decimal;
  tax: Decimal;
}

/** The totals below the items, each rounded to the minor unit, so that they add up as printed. */
export interface Totals {
  subtotal: Decimal;
  discount: Decimal;
  tax: Decimal;
  total: Decimal;
  taxes: TaxGroup[];
  prepaid: Decimal;
  amountDue: Decimal;
}

/** Computes the lines of a request. A line without a tax rate or category has the request's. */
export function toLines(request: InvoiceRequest): InvoiceLine[] {
  return request.items.map((item) => {
    const quantity = toDecimal(item.quantity);
    const rate = toDecimal(item.rate);
    const taxRate = item.taxRate ?? request.taxRate;
    return {
      description: item.description,
      quantity,
      rate,
      amount: roundToMinor(request.currency, quantity.times(rate)),
      taxRate,
      category: item.taxCategory ?? request.taxCategory ?? (taxRate > 0 ? "S" : null),
      unit: item.unit?.trim() || undefined,
      id: item.id?.trim() || undefined,
    };
  });
}

/** Computes the totals. The discount reduces the basis of the tax. */
export function toTotals(lines: InvoiceLine[], request: InvoiceRequest): Totals {
  const { currency } = request;
  const subtotal = sum(lines.map(({ amount }) => amount));
  const discount = takePercent(currency, subtotal, request.discount);
  const taxes = toTaxGroups(lines, discount, request);
  const tax = sum(taxes.map((group) => group.tax));
  const total = subtotal.minus(discount).plus(tax);
  const prepaid = roundToMinor(currency, toDecimal(request.prepaid ?? 0));
  return { subtotal, discount, tax, total, taxes, prepaid, amountDue: total.minus(prepaid) };
}

/** Groups lines by category and rate in order of first appearance, and distributes the discount among the groups. */
function toTaxGroups(
  lines: InvoiceLine[],
  discount: Decimal,
  { currency, discount: percent }: InvoiceRequest,
): TaxGroup[] {
  const groups = [...groupByTax(lines).values()];
  let rest = discount;
  return groups.map((members, index) => {
    const { category = null, taxRate: rate = 0 } = members[0] ?? {};
    const net = sum(members.map(({ amount }) => amount));
    // The last group gets the rest, so that the parts sum to the discount.
    const share = index === groups.length - 1 ? rest : takePercent(currency, net, percent);
    rest = rest.minus(share);
    const basis = net.minus(share);
    return { category, rate, net, discount: share, basis, tax: takePercent(currency, basis, rate) };
  });
}

function groupByTax(lines: InvoiceLine[]): Map<string, InvoiceLine[]> {
  const groups = new Map<string, InvoiceLine[]>();
  for (const line of lines) {
    const key = `${line.category} ${line.taxRate}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

function sum(amounts: Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}
