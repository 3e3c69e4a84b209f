import { type Decimal, sum } from "../../lib/money/exact.ts";
import type { Totals } from "./figures.ts";
import type { FiguresRequest, TaxCategory } from "./figures-input.ts";
import type { TaxAmount, TaxGroup } from "./tax-groups.ts";

/**
 * A line of the totals. `label` is a name from the request; other lines are named after their kind.
 */
export type Sum =
  | { kind: "subtotal" | "net" | "taxTotal" | "total"; amount: Decimal }
  | { kind: "paid" | "rounding" | "amountDue"; amount: Decimal }
  | { kind: "discount"; amount: Decimal; percent: number }
  | { kind: "allowance" | "charge"; amount: Decimal; label: string; percent?: number | undefined }
  | { kind: "withheld"; amount: Decimal; label: string; percent: number }
  | TaxSum;

export interface TaxSum {
  kind: "tax";
  amount: Decimal;
  /** Null for a plain rate. */
  label: string | null;
  category: TaxCategory | null;
  percent: number;
  /** Absent with one rate, because the basis is then the sum above. */
  basis?: Decimal | undefined;
}

/**
 * Lists the totals from the subtotal down, as they are printed. The last one is what is to be paid,
 * or was paid.
 */
export function listSums(totals: Totals, request: FiguresRequest): Sum[] {
  const { subtotal, discount, allowances, charges, net } = totals;
  const isAdjusted = allowances.length + charges.length > 0;
  return [
    { kind: "subtotal", amount: subtotal },
    ...when(request.discount > 0, {
      kind: "discount",
      amount: discount.neg(),
      percent: request.discount,
    }),
    ...allowances.map(({ label, amount, percent }): Sum => {
      return { kind: "allowance", label, percent, amount: amount.neg() };
    }),
    ...charges.map(({ label, amount, percent }): Sum => {
      return { kind: "charge", label, percent, amount };
    }),
    ...when(isAdjusted, { kind: "net", amount: net }),
    ...listTaxSums(totals),
    ...listPayments(totals, request.type === "receipt"),
  ];
}

function when(isShown: boolean, line: Sum): Sum[] {
  return isShown ? [line] : [];
}

function listTaxSums({ taxes, tax }: Totals): Sum[] {
  const sums = mergeTaxes(taxes);
  return [...sums, ...when(sums.length > 1, { kind: "taxTotal", amount: tax })];
}

/**
 * Lists each label and rate once, with the sum of its groups. A rate of 0 without a name is left
 * out.
 */
function mergeTaxes(groups: readonly TaxGroup[]): TaxSum[] {
  const merged = new Map<string, { category: TaxCategory | null; amounts: TaxAmount[] }>();
  for (const { category, amounts } of groups) {
    for (const amount of amounts) {
      const isShown =
        amount.label !== null || amount.rate > 0 || (groups.length > 1 && category !== null);
      if (!isShown) continue;
      const key = `${category} ${amount.rate} ${amount.label ?? ""}`;
      const entry = merged.get(key) ?? { category, amounts: [] };
      entry.amounts.push(amount);
      merged.set(key, entry);
    }
  }
  return Array.from(merged.values(), ({ category, amounts }) => ({
    kind: "tax",
    label: amounts[0]?.label ?? null,
    category,
    percent: amounts[0]?.rate ?? 0,
    amount: sum(amounts.map(({ tax }) => tax)),
    ...(groups.length > 1 && { basis: sum(amounts.map(({ basis }) => basis)) }),
  }));
}

function listPayments(totals: Totals, isReceipt: boolean): Sum[] {
  const { total, withholding, prepaid, rounding, payable, amountDue } = totals;
  const lines: Sum[] = [
    ...withholding.map(({ label, rate, amount }): Sum => {
      return { kind: "withheld", label, percent: rate, amount: amount.neg() };
    }),
    ...when(prepaid.gt(0), { kind: "paid", amount: prepaid.neg() }),
    ...when(!rounding.eq(0), { kind: "rounding", amount: rounding }),
  ];
  const last: Sum = isReceipt
    ? { kind: "paid", amount: payable }
    : { kind: "amountDue", amount: amountDue };
  return [{ kind: "total", amount: total }, ...lines, ...when(isReceipt || lines.length > 0, last)];
}
