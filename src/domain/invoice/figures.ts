import { type Currency, takePercent } from "../../lib/money/currency.ts";
import { Decimal, round, sum, toDecimal, ZERO } from "../../lib/money/exact.ts";
import { divide, roundFraction, toFraction } from "../../lib/money/fraction.ts";
import type { Adjustment, FiguresRequest, ItemFigures, Withholding } from "./figures-input.ts";
import { chooseTax, type LineTax, type TaxGroup, toTaxGroups } from "./tax-groups.ts";

/** The figures of a line. Amounts are rounded to the currency's minor unit. */
export interface LineAmounts {
  quantity: Decimal;
  rate: Decimal;
  /** `quantity × rate / per`. */
  gross: Decimal;
  /** Has the sign of `gross`. */
  discount: Decimal;
  /** `gross` minus `discount`. */
  amount: Decimal;
  tax: LineTax;
}

/** The amount of an allowance or a charge. */
interface AdjustmentAmount {
  label: string;
  amount: Decimal;
  /** In percent, where the amount is a percentage of `basis`. */
  percent?: number | undefined;
  basis: Decimal;
  tax: LineTax;
}

/** An amount that the buyer keeps back. */
interface WithheldAmount {
  label: string;
  /** In percent. */
  rate: number;
  basis: Decimal;
  amount: Decimal;
}

/** The figures below the items, each rounded to the minor unit, so that they add up as printed. */
export interface Totals {
  subtotal: Decimal;
  discount: Decimal;
  allowances: AdjustmentAmount[];
  charges: AdjustmentAmount[];
  /** The sum without tax. */
  net: Decimal;
  taxes: TaxGroup[];
  tax: Decimal;
  total: Decimal;
  withholding: WithheldAmount[];
  withheld: Decimal;
  prepaid: Decimal;
  /** The amount that rounding adds to the amount to pay. */
  rounding: Decimal;
  /**
   * The amount to pay after withholding, prepayment and rounding; of a receipt, the amount that was
   * paid.
   */
  payable: Decimal;
  /** `payable`, or 0 for a receipt. */
  amountDue: Decimal;
}

export function toLineAmounts(
  item: ItemFigures,
  request: FiguresRequest,
  currency: Currency,
): LineAmounts {
  const quantity = toDecimal(item.quantity);
  const rate = toDecimal(item.rate ?? 0);
  const gross = computeGross(quantity.times(rate), item.per ?? 1, currency);
  const discount = toLineDiscount(item, gross, currency);
  const tax = chooseTax(item, request);
  return { quantity, rate, gross, discount, amount: gross.minus(discount), tax };
}

/** Divides by the quantity that the price is for, and rounds the exact quotient. */
function computeGross(product: Decimal, per: number, { decimals }: Currency): Decimal {
  if (per === 1) return round(product, decimals);
  return roundFraction(divide(toFraction(product), toFraction(per)), decimals);
}

function toLineDiscount(
  { discount, discountAmount }: ItemFigures,
  gross: Decimal,
  currency: Currency,
): Decimal {
  if (discount === undefined && discountAmount === undefined) return ZERO;
  if (discountAmount === undefined) return takePercent(currency, gross, discount ?? 0);
  const amount = round(toDecimal(discountAmount), currency.decimals);
  return gross.lt(0) ? amount.neg() : amount;
}

/** Computes the totals. The discount reduces the basis of the tax. */
export function toTotals(
  lines: readonly LineAmounts[],
  request: FiguresRequest,
  currency: Currency,
): Totals {
  const subtotal = sumAmounts(lines);
  const discount = takePercent(currency, subtotal, request.discount);
  const toAmounts = (list: readonly Adjustment[] = []) =>
    list.map((adjustment) => ({
      ...computeAdjustment(adjustment, subtotal, currency),
      tax: chooseTax(adjustment, request),
    }));
  const allowances = toAmounts(request.allowances);
  const charges = toAmounts(request.charges);
  const net = subtotal.minus(discount).minus(sumAmounts(allowances)).plus(sumAmounts(charges));
  const taxes = toTaxGroups({ lines, allowances, charges, discount }, request.discount, currency);
  const tax = sum(taxes.map((group) => group.tax));
  const total = net.plus(tax);
  const payment = toPayment({ net, total }, request, currency);
  const { withholding, withheld, prepaid, rounding, payable, amountDue } = payment;
  // Names every member, because a spread costs as much as the figures themselves.
  return {
    subtotal,
    discount,
    allowances,
    charges,
    net,
    taxes,
    tax,
    total,
    withholding,
    withheld,
    prepaid,
    rounding,
    payable,
    amountDue,
  };
}

export function sumAmounts(list: readonly { amount: Decimal }[]): Decimal {
  return sum(list.map(({ amount }) => amount));
}

function computeAdjustment(adjustment: Adjustment, subtotal: Decimal, currency: Currency) {
  const { label, amount, percent } = adjustment;
  const basis =
    adjustment.basis === undefined
      ? subtotal
      : round(toDecimal(adjustment.basis), currency.decimals);
  if (amount !== undefined) {
    return { label, amount: round(toDecimal(amount), currency.decimals), basis };
  }
  return { label, amount: takePercent(currency, basis, percent ?? 0), percent, basis };
}

function toPayment(
  { net, total }: Pick<Totals, "net" | "total">,
  request: FiguresRequest,
  currency: Currency,
) {
  const withholding = (request.withholding ?? []).map(
    ({ label, rate, basis: given }: Withholding) => {
      const basis = given === undefined ? net : round(toDecimal(given), currency.decimals);
      return { label, rate, basis, amount: takePercent(currency, basis, rate) };
    },
  );
  const withheld = sumAmounts(withholding);
  const prepaid = round(toDecimal(request.prepaid ?? 0), currency.decimals);
  const exact = total.minus(withheld).minus(prepaid);
  const payable = request.rounding === undefined ? exact : roundToMultiple(exact, request.rounding);
  return {
    withholding,
    withheld,
    prepaid,
    rounding: payable.minus(exact),
    payable,
    amountDue: request.type === "receipt" ? ZERO : payable,
  };
}

/** Rounds half away from zero to a multiple of an increment above 0. */
function roundToMultiple(amount: Decimal, increment: number): Decimal {
  const step = toFraction(increment);
  const { units } = roundFraction(divide(toFraction(amount), step), 0);
  return toDecimal(increment).times(new Decimal(units, 0));
}
