import { findFirstBetween } from "./floor-sum-search.ts";

/**
 * A fee that scales with the price, in cents at x cents: floor((`rise` × x + `start`) /
 * `denominator`).
 */
export interface RoundedLinearFee {
  rise: bigint;
  start: bigint;
  denominator: bigint;
}

/** The condition at x: `rise` × x + `start` − `weight` × Σ fees ≥ 0, with `rise` ≥ 0. */
export interface Target {
  rise: bigint;
  start: bigint;
  weight: bigint;
}

/** Returns the smallest integer x from 0 to `last` that reaches the target, or `null`. */
export function findFirstReached(
  target: Target,
  fees: RoundedLinearFee[],
  last: number,
): number | null {
  if (last === 0) return getSurplusAt(target, fees, 0) >= 0n ? 0 : null;
  const [fee = NO_FEE, ...more] = fees;
  return more.length > 0
    ? solvePeriodicFees(target, fees, last)
    : solveSingleFee(target, fee, last);
}

const NO_FEE: RoundedLinearFee = { rise: 0n, start: 0n, denominator: 1n };

/** Returns by how much x exceeds the target; negative when it falls short. */
function getSurplusAt(
  { rise, start, weight }: Target,
  fees: RoundedLinearFee[],
  x: number,
): bigint {
  const at = BigInt(x);
  const total = fees.reduce((sum, fee) => sum + (fee.rise * at + fee.start) / fee.denominator, 0n);
  return rise * at + start - weight * total;
}

/**
 * Solves for a single fee: an integer number of cents between the fee's line and the target's line
 * must exist.
 */
function solveSingleFee(target: Target, fee: RoundedLinearFee, last: number): number | null {
  const lower = { ...fee, start: fee.start - fee.denominator + 1n };
  const first = findFirstBetween(lower, {
    rise: target.rise,
    start: target.start,
    denominator: target.weight,
  });
  return first === null || first > BigInt(last) ? null : Number(first);
}

/**
 * Solves for several fees. Their rounding repeats with a period that adds a constant surplus each
 * time. The best x of the first period therefore determines the period in which the target is first
 * reached. Data files allow at most three decimals in a percentage, which bounds the period to
 * 100,000.
 */
function solvePeriodicFees(target: Target, fees: RoundedLinearFee[], last: number): number | null {
  const period = fees.reduce(
    (all, { rise, denominator }) => lcm(all, denominator / gcd(rise, denominator)),
    1n,
  );
  const length = Number(period);
  const first = scan(target, fees, { from: 0, to: Math.min(last, length - 1) });
  if (first.x !== null) return first.x;
  const repeated = fees.reduce(
    (sum, { rise, denominator }) => sum + (rise * period) / denominator,
    0n,
  );
  const gain = target.rise * period - target.weight * repeated;
  if (gain <= 0n || last < length) return null;
  const from = Number((-first.best + gain - 1n) / gain) * length;
  return scan(target, fees, { from, to: Math.min(last, from + length - 1) }).x;
}

/**
 * Returns the first x in a range that reaches the target, otherwise the best surplus in the range.
 */
function scan(target: Target, fees: RoundedLinearFee[], range: { from: number; to: number }) {
  let best: bigint | null = null;
  for (let x = range.from; x <= range.to; x++) {
    const reached = getSurplusAt(target, fees, x);
    if (reached >= 0n) return { x, best: reached };
    if (best === null || reached > best) best = reached;
  }
  return { x: null, best: best ?? 0n };
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

function lcm(a: bigint, b: bigint): bigint {
  return (a / gcd(a, b)) * b;
}
