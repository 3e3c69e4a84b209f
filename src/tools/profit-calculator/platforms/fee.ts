import type { FeeSchedules, UsedSchedule } from "../../../fees/schedules.ts";
import { type Decimal, divide, toDecimal, round, ZERO } from "../../../lib/money/exact.ts";

/**
 * One cost line: `base` × `pct`% + `fixed` dollars, rounded half up to cents once.
 * `scalesWithPrice` is true when the base is what the buyer pays.
 */
export interface Fee {
  label: string;
  base: Decimal;
  pct: Decimal;
  fixed: Decimal;
  scalesWithPrice: boolean;
}

/** Amounts that the buyer pays in exact dollars: `base` is price plus shipping. */
export interface Sale {
  price: Decimal;
  base: Decimal;
}

/**
 * Amounts in dollars at which the fee formula changes. The formula of either side may apply to the
 * amount itself.
 */
interface Breakpoints {
  ofBase: Decimal[];
  ofPrice: Decimal[];
}

/** A platform's fees for one seller and product, as a function of the price. */
export interface PlatformFees {
  /** Returns the fees at a price in display order. */
  computeFees(sale: Sale): Fee[];
  /** The plan's price of a month in dollars; undefined when the schedule does not have it. */
  monthlyFee: Decimal | undefined;
  /** Returns where a fee changes its `pct` or its `fixed` part. */
  listBreakpoints(): Breakpoints;
  scheduleIds: string[];
  describeSchedules(): UsedSchedule[];
}

/** The fee schedules and the UTC day (YYYY-MM-DD) to apply. */
export interface DatedSchedules {
  schedules: FeeSchedules;
  day: string;
}

/** Creates a fee of a fixed amount in dollars. */
export function createFlatFee(label: string, amount: Decimal): Fee {
  return { label, base: ZERO, pct: ZERO, fixed: amount, scalesWithPrice: false };
}

/**
 * Creates a fee of a percentage of what the buyer pays plus an optional fixed amount in dollars.
 */
export function createSaleFee(label: string, { base }: Sale, { pct, fixed = ZERO }: SaleRate): Fee {
  return { label, base, pct, fixed, scalesWithPrice: true };
}

interface SaleRate {
  pct: Decimal;
  fixed?: Decimal;
}

/**
 * Returns a fee in integer cents, rounded half up. The result is exact because amounts are at most
 * 1e14 cents.
 */
export function toFeeCents({ base, pct, fixed }: Fee): number {
  return toCents(pct.eq(ZERO) ? fixed : takePercent(base, pct).plus(fixed));
}

/** Returns `pct` percent of an amount. Multiplies, because division would round. */
export function takePercent(amount: Decimal, pct: Decimal): Decimal {
  return amount.times(pct).times(HUNDREDTH);
}

/** Returns the base above which `pct` percent exceeds `amount`, or 0 when `pct` is 0. */
export function findCrossover(pct: Decimal, amount: Decimal): Decimal {
  return pct.eq(ZERO) ? ZERO : divide(amount.times(100), pct);
}

/** Converts dollars to integer cents, rounded half up. */
export function toCents(dollars: Decimal): number {
  return Math.round(round(dollars, 2).toNumber() * 100);
}

const HUNDREDTH = toDecimal("0.01");
