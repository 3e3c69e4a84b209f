import type { Adjustment, ItemFigures, TaxChoice } from "../../domain/invoice/figures-input.ts";
import type { LineTax } from "../../domain/invoice/tax-groups.ts";
import {
  formatCurrency,
  getIsoCurrency,
  getMaxAmount,
  isSafeAmount,
} from "../../lib/money/currency.ts";
import type { Issue, Path } from "../../lib/errors.ts";
import { countDecimals, type Decimal, toDecimal, ZERO } from "../../lib/money/exact.ts";
import type { Invoice, InvoiceRequest } from "./invoice-model.ts";

/** Lists the broken rules of the members that figures are computed from. */
export function checkFigures(invoice: Invoice): Issue[] {
  const { request } = invoice;
  return [
    ...checkSizes(invoice),
    ...request.items.flatMap((item, index) => [
      ...checkItem(request, index),
      ...(isPriced(item, request) ? checkDiscount(invoice, index) : []),
    ]),
    ...checkDocumentTaxes(request),
    ...checkAdjustments("allowances", request),
    ...checkAdjustments("charges", request),
    ...checkRates(invoice),
    ...checkPrepaidType(request),
    // Without a rate that a line needs, the total is not the caller's.
    ...(request.items.every((item) => isPriced(item, request)) ? checkPrepaid(invoice) : []),
    ...checkRounding(request),
  ];
}

/**
 * Reports lines that are too large. Reports sums that are only if no line is, because a large line
 * causes a large sum.
 */
function checkSizes(invoice: Invoice): Issue[] {
  const { currency, lines, allowances, charges, withholding } = invoice;
  const isTooLarge = (amount: Decimal) => !isSafeAmount(currency, amount);
  const linePaths = lines.flatMap(({ gross }, index) =>
    isTooLarge(gross) ? [["items", index] as const] : [],
  );
  const { subtotal, net, tax, total, withheld, payable } = invoice;
  const parts = [...allowances, ...charges, ...withholding].map(({ amount }) => amount);
  const sums = [subtotal, net, tax, total, withheld, payable, ...parts];
  const paths = linePaths.length === 0 && sums.some(isTooLarge) ? [["items"]] : linePaths;
  return paths.map((path) => ({
    path,
    message: `must come to at most ${formatCurrency(currency, getMaxAmount(currency))}`,
  }));
}

/** Returns false for an item that lacks a required rate. */
function isPriced({ rate }: ItemFigures, { type }: { type?: string | undefined }): boolean {
  return rate !== undefined || type === "delivery-note";
}

/** Reports members of an item that do not go together. */
export function checkItem({ items, type }: Pick<InvoiceRequest, "items" | "type">, index: number) {
  const item = items[index];
  if (!item) return [];
  const path = ["items", index];
  const issues = checkNamedTaxes(path, item);
  const report = (member: string, message: string) =>
    issues.push({ path: [...path, member], message });
  if (!isPriced(item, { type })) report("rate", "is required");
  if (item.discount !== undefined && item.discountAmount !== undefined) {
    report("discountAmount", "must be left out beside discount");
  }
  if (item.period && item.period.end < item.period.start) {
    const message = `must not be before items[${index}].period.start`;
    issues.push({ path: [...path, "period", "end"], message });
  }
  return issues;
}

/** Reports a discount of a line that is larger than the line. */
function checkDiscount({ request, lines, currency }: Invoice, index: number): Issue[] {
  const { discount, discountAmount } = request.items[index] ?? {};
  const line = lines[index];
  const isEither = discount === undefined || discountAmount === undefined;
  if (!line || !isEither || !line.discount.abs().gt(line.gross.abs())) return [];
  const message = `must be at most the line, ${formatCurrency(currency, line.gross.abs())}`;
  return [{ path: ["items", index, "discountAmount"], message }];
}

/** Reports named taxes of the document beside a category or a rate, whose default is 0. */
export function checkDocumentTaxes({ taxRate, ...choice }: TaxChoice): Issue[] {
  return checkNamedTaxes([], { ...choice, taxRate: taxRate === 0 ? undefined : taxRate });
}

/** Reports named taxes beside a rate or category on the same level. */
function checkNamedTaxes(path: Path, { taxes, taxRate, taxCategory }: TaxChoice): Issue[] {
  if (taxes === undefined) return [];
  const rival =
    taxRate !== undefined ? "taxRate" : taxCategory !== undefined ? "taxCategory" : undefined;
  if (rival === undefined) return [];
  return [{ path: [...path, "taxes"], message: `must be left out beside ${rival}` }];
}

/** Reports allowances or charges whose members do not go together. */
export function checkAdjustments<M extends "allowances" | "charges">(
  member: M,
  request: Partial<Record<M, readonly Adjustment[] | undefined>>,
): Issue[] {
  const entries: readonly Adjustment[] = request[member] ?? [];
  return entries.flatMap((entry, index) => checkAdjustment([member, index], entry));
}

function checkAdjustment(path: Path, adjustment: Adjustment): Issue[] {
  const { amount, percent } = adjustment;
  const issues = checkNamedTaxes(path, adjustment);
  if (amount === undefined && percent === undefined) {
    issues.push({ path, message: "needs amount or percent" });
  }
  if (amount !== undefined && percent !== undefined) {
    issues.push({ path: [...path, "percent"], message: "must be left out beside amount" });
  }
  return issues;
}

/**
 * Reports rates that their tax category does not allow. Reports a rate of the whole request once.
 */
function checkRates({ request, lines, allowances, charges }: Invoice): Issue[] {
  const issues = new Map<string, Issue>();
  const check = (path: Path, choice: TaxChoice | undefined, tax: LineTax) => {
    const message = checkRate(tax);
    if (message === undefined) return;
    const isOwn = choice?.taxRate !== undefined || choice?.taxCategory !== undefined;
    const member = isOwn ? [...path, "taxRate"] : ["taxRate"];
    issues.set(member.join("."), { path: member, message });
  };
  lines.forEach(({ tax }, index) => check(["items", index], request.items[index], tax));
  allowances.forEach(({ tax }, index) =>
    check(["allowances", index], request.allowances?.[index], tax),
  );
  charges.forEach(({ tax }, index) => check(["charges", index], request.charges?.[index], tax));
  return [...issues.values()];
}

function checkRate({ category, taxes: [tax] }: LineTax): string | undefined {
  const rate = tax?.rate ?? 0;
  if (category === "S" && rate === 0) return "must be more than 0 for taxCategory S";
  const isZero = category !== null && ["Z", "E", "AE", "K", "G", "O"].includes(category);
  return isZero && rate > 0 ? `must be 0 for taxCategory ${category}` : undefined;
}

export function checkPrepaidType({
  type,
  prepaid,
}: Pick<InvoiceRequest, "type" | "prepaid">): Issue[] {
  if (type !== "receipt" || prepaid === undefined) return [];
  return [{ path: ["prepaid"], message: "must be left out for type receipt" }];
}

function checkPrepaid({ currency, prepaid, total, withheld }: Invoice): Issue[] {
  const payable = total.minus(withheld);
  const max = payable.lt(0) ? ZERO : payable;
  if (prepaid.lte(max)) return [];
  const message = `must be at most the total, ${formatCurrency(currency, max)}`;
  return [{ path: ["prepaid"], message }];
}

export function checkRounding({
  rounding,
  currency,
}: Pick<InvoiceRequest, "rounding" | "currency">): Issue[] {
  const { decimals } = getIsoCurrency(currency);
  if (rounding === undefined || countDecimals(toDecimal(rounding)) <= decimals) return [];
  const unit = toDecimal(`1e-${decimals}`).toFixed();
  return [{ path: ["rounding"], message: `must be a multiple of ${unit}` }];
}
