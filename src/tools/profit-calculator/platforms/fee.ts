import type { FeeSchedules, UsedSchedule } from "../../../fees/schedules.ts";
import { type Decimal, decimal, round, ZERO } from "../../../lib/money.ts";

/**
 * One line of costs: `base` × `pct` % + `fixed`, rounded half up to cents as one. `ofSale` says that the base
 * is what the buyer pays, so that the amount moves with the price.
 */
export interface Fee {
  label: string;
  base: Decimal;
  pct: Decimal;
  fixed: Decimal;
  scalesWithPrice: boolean;
}

/** What the buyer pays: `base` is price and shipping together. Exact dollars. */
export interface Sale {
  price: Decimal;
  base: Decimal;
}

/** Dollars at which a formula changes; at the amount itself it may be that of either side. */
interface Breaks {
  ofBase: Decimal[];
  ofPrice: Decimal[];
}

/** What one platform takes from one seller for one product, at whatever price. */
export interface PlatformFees {
  /** The fees at a price, in the order in which they are shown. */
  feesAt(sale: Sale): Fee[];
  /** Where one of the fees changes its `pct` or its `fixed` part. */
  breakpoints(): Breaks;
  /** The ids of the schedules that the fees come from. */
  scheduleIds: string[];
  /** What there is to tell of these schedules. */
  schedules(): UsedSchedule[];
}

/** The fee schedules, and the UTC day they are wanted for. */
export interface DatedBook {
  book: FeeSchedules;
  day: string;
}

/** A fee that is an amount in dollars, whatever the price. */
export function flatFee(label: string, amount: Decimal): Fee {
  return { label, base: ZERO, pct: ZERO, fixed: amount, scalesWithPrice: false };
}

/** A fee on what the buyer pays: a part of it in percent and, where there is one, a fixed amount in dollars. */
export function saleFee(label: string, { base }: Sale, { pct, fixed = ZERO }: SaleRate): Fee {
  return { label, base, pct, fixed, scalesWithPrice: true };
}

interface SaleRate {
  pct: Decimal;
  fixed?: Decimal;
}

/** A fee in whole cents, rounded half up. Exact: amounts are at most 1e14 cents. */
export function feeCents({ base, pct, fixed }: Fee): number {
  return toCents(pct.eq(ZERO) ? fixed : shareOf(base, pct).plus(fixed));
}

/** A percentage of an amount. Exact: a multiplication, since a division keeps only some decimals. */
export function shareOf(amount: Decimal, pct: Decimal): Decimal {
  return amount.times(pct).times(HUNDREDTH);
}

/** The base from which on a percentage is more than an amount; 0 where it never is. */
export function baseAtWhichPercentExceeds(pct: Decimal, amount: Decimal): Decimal {
  return pct.eq(ZERO) ? ZERO : amount.times(100).div(pct);
}

/** Dollars in whole cents, rounded half up. */
export function toCents(dollars: Decimal): number {
  return Math.round(round(dollars, 2).toNumber() * 100);
}

const HUNDREDTH = decimal("0.01");
