import { type Decimal, floor, toDecimal, ZERO } from "../../../lib/money/exact.ts";
import { toFraction } from "../../../lib/money/fraction.ts";
import { type Fee, toFeeCents, type PlatformFees, toCents } from "../platforms/fee.ts";
import { type Target, findFirstReached, type RoundedLinearFee } from "./rounded.ts";

/** A sale without its price. */
export interface UnpricedSale {
  platformFees: PlatformFees;
  /** Shipping charged to the buyer, in dollars. */
  shipping: Decimal;
  /** Costs of the seller other than the platform's fees. */
  costs: Fee[];
}

/**
 * The condition on a price, in cents: `profit` × netProfit − `revenue` × totalRevenue ≥ `minimum`.
 */
export interface Goal {
  profit: bigint;
  revenue: bigint;
  minimum: bigint;
}

/** Creates the goal of a minimum profit in dollars. */
export function toProfitGoal(dollars: Decimal): Goal {
  const { numerator: cents, denominator } = toFraction(dollars.times(100));
  return { profit: denominator, revenue: 0n, minimum: cents };
}

/** Creates the goal of a minimum margin: profit in percent (0 to 100) of the revenue. */
export function toMarginGoal(percent: Decimal): Goal {
  const { numerator: rate, denominator } = toFraction(percent);
  return { profit: 100n * denominator, revenue: rate, minimum: 0n };
}

/** The highest price that a request may have. */
const MAX_PRICE_CENTS = 100_000_000;

/**
 * Returns the lowest price in dollars (whole cents, up to 1,000,000) that reaches a goal, or
 * `null`.
 *
 * Bisection does not work because profit is not monotonic: it falls at tier boundaries and where
 * two fees round up together. Instead, the range is split at the breakpoints, so that every fee is
 * a rounded linear function within a segment. Each segment is solved exactly, lowest first.
 */
export function findLowestPrice(sale: UnpricedSale, goal: Goal): number | null {
  const starts = splitAtBreakpoints(sale);
  for (const [index, from] of starts.entries()) {
    const last = (starts[index + 1] ?? MAX_PRICE_CENTS + 1) - 1 - from;
    const { target, fees } = createSegment(sale, goal, from);
    const offset = findFirstReached(target, fees, last);
    if (offset !== null) return (from + offset) / 100;
  }
  return null;
}

/**
 * Returns the starts of the segments in cents. A breakpoint is a segment of its own, because the
 * formula of either side may apply to it. So is the cent after it, because division may have
 * rounded a breakpoint across a cent.
 */
function splitAtBreakpoints({ platformFees, shipping }: UnpricedSale): number[] {
  const { ofBase, ofPrice } = platformFees.listBreakpoints();
  const breaks = [...ofBase.map((base) => base.minus(shipping)), ...ofPrice];
  const starts = breaks.flatMap((dollars) => {
    const cents = Number(floor(dollars.times(100)));
    return [cents, cents + 1, cents + 2];
  });
  const within = starts.filter((start) => start > 0 && start <= MAX_PRICE_CENTS);
  return [...new Set([0, ...within])].sort((a, b) => a - b);
}

/**
 * Returns the goal and the fees within the segment that starts at `from`, with x in cents from
 * there.
 */
function createSegment(
  { platformFees, shipping, costs }: UnpricedSale,
  goal: Goal,
  from: number,
): { target: Target; fees: RoundedLinearFee[] } {
  const price = toDecimal(from).times("0.01");
  const base = price.plus(shipping);
  const fees = [...platformFees.computeFees({ price, base }), ...costs];
  const scaling = fees.filter(({ scalesWithPrice, pct }) => scalesWithPrice && pct.gt(ZERO));
  const flat = fees.filter((fee) => !scaling.includes(fee));
  const constant = BigInt(flat.reduce((sum, fee) => sum + toFeeCents(fee), 0));
  const revenue = BigInt(toCents(base));
  const start = goal.profit * (revenue - constant) - goal.revenue * revenue - goal.minimum;
  return {
    target: { rise: goal.profit - goal.revenue, start, weight: goal.profit },
    fees: scaling.map(toRoundedLinearFee),
  };
}

/**
 * Converts a fee to a floor function in cents. `start` includes the 0.5 that turns rounding into
 * floor.
 */
function toRoundedLinearFee({ base, pct, fixed }: Fee): RoundedLinearFee {
  const { numerator: rate, denominator: rateDenominator } = toFraction(pct);
  const denominator = rateDenominator * 100n;
  const atBase = base.times(pct).plus(fixed.times(100)).plus("0.5");
  return { rise: rate, start: floor(atBase.times(denominator.toString())), denominator };
}
