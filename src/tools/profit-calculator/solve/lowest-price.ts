import { type Decimal, decimal, decimalsOf, ZERO } from "../../../lib/money.ts";
import { type Fee, feeCents, type PlatformFees, toCents } from "../platforms/fee.ts";
import { type Target, firstReached, type RoundedLinearFee } from "./rounded.ts";

/** Everything about a sale but its price. */
export interface Deal {
  terms: PlatformFees;
  /** What the buyer pays for shipping, in dollars. */
  shipping: Decimal;
  /** The seller's own costs. */
  costs: Fee[];
}

/** What a price has to reach, in cents: `profit` × netProfit − `revenue` × totalRevenue ≥ `least`. */
export interface Goal {
  profit: bigint;
  revenue: bigint;
  least: bigint;
}

/** At least this profit, in dollars. */
export function profitGoal(dollars: Decimal): Goal {
  const [cents, over] = fraction(dollars.times(100));
  return { profit: over, revenue: 0n, least: cents };
}

/** At least this part of the revenue, in percent from 0 to 100. */
export function marginGoal(percent: Decimal): Goal {
  const [rate, over] = fraction(percent);
  return { profit: 100n * over, revenue: rate, least: 0n };
}

const HIGHEST_PRICE_CENTS = 100_000_000;

/**
 * The lowest price in dollars, a whole number of cents up to 1,000,000, that reaches a goal; `null` where
 * none does. Profit falls where a price crosses into a dearer tier and wherever two fees round up together,
 * so no bisection: the range is cut into pieces on which every fee is one rounded straight line, and each
 * piece is solved exactly, lowest first.
 */
export function lowestPrice(deal: Deal, goal: Goal): number | null {
  const starts = pieceStarts(deal);
  for (const [index, from] of starts.entries()) {
    const last = (starts[index + 1] ?? HIGHEST_PRICE_CENTS + 1) - 1 - from;
    const { aim, shares } = pieceAt(deal, goal, from);
    const found = firstReached(aim, shares, last);
    if (found !== null) return (from + found) / 100;
  }
  return null;
}

/**
 * Where a piece begins, in cents. At a break itself either side's formula may hold: it is a piece of its own,
 * and so is the cent after it, since a break that is a quotient may have been rounded across a cent.
 */
function pieceStarts({ terms, shipping }: Deal): number[] {
  const { ofBase, ofPrice } = terms.breakpoints();
  const breaks = [...ofBase.map((base) => base.minus(shipping)), ...ofPrice];
  const starts = breaks.flatMap((dollars) => {
    const cents = floor(dollars.times(100));
    return [cents, cents + 1, cents + 2];
  });
  const within = starts.filter((start) => start > 0 && start <= HIGHEST_PRICE_CENTS);
  return [...new Set([0, ...within])].sort((one, other) => one - other);
}

/** The goal on the piece that begins at a price, counted in cents from there. */
function pieceAt(
  { terms, shipping, costs }: Deal,
  goal: Goal,
  from: number,
): { aim: Target; shares: RoundedLinearFee[] } {
  const price = decimal(from).div(100);
  const base = price.plus(shipping);
  const fees = [...terms.feesAt({ price, base }), ...costs];
  const moving = fees.filter(({ scalesWithPrice: ofSale, pct }) => ofSale && pct.gt(ZERO));
  const still = fees.filter((fee) => !moving.includes(fee));
  const constant = BigInt(still.reduce((sum, fee) => sum + feeCents(fee), 0));
  const revenue = BigInt(toCents(base));
  const start = goal.profit * (revenue - constant) - goal.revenue * revenue - goal.least;
  return {
    aim: { rise: goal.profit - goal.revenue, start, weight: goal.profit },
    shares: moving.map(movingShare),
  };
}

/** A fee from its base on, in cents: the half that rounding adds is part of `start`. */
function movingShare({ base, pct, fixed }: Fee): RoundedLinearFee {
  const [rate, parts] = fraction(pct);
  const over = parts * 100n;
  const atBase = base.times(pct).plus(fixed.times(100)).plus("0.5");
  return { rise: rate, start: wholeOf(atBase.times(over.toString())), over };
}

/** A decimal as a fraction of whole numbers; the second is a power of ten. */
function fraction(value: Decimal): [bigint, bigint] {
  const over = 10n ** BigInt(decimalsOf(value));
  return [wholeOf(value.times(over.toString())), over];
}

function wholeOf(value: Decimal): bigint {
  return BigInt(value.round(0, DOWN).toFixed());
}

function floor(value: Decimal): number {
  const whole = Number(value.round(0, DOWN).toFixed());
  return value.lt(whole) ? whole - 1 : whole;
}

const DOWN = 0;
