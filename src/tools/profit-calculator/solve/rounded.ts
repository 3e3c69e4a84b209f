import { firstBetween } from "./floor-sum-search.ts";

/** A fee that moves with the price, in whole cents at x cents: floor((`rise` × x + `start`) / `over`). */
export interface RoundedLinearFee {
  rise: bigint;
  start: bigint;
  over: bigint;
}

/** What has to be true at x: `rise` × x + `start` − `weight` × Σ shares ≥ 0; `rise` is not negative. */
export interface Target {
  rise: bigint;
  start: bigint;
  weight: bigint;
}

/** The least x from 0 to `last` at which the aim is reached, exactly; `null` where there is none. */
export function firstReached(aim: Target, shares: RoundedLinearFee[], last: number): number | null {
  if (last === 0) return reachedAt(aim, shares, 0) >= 0n ? 0 : null;
  const [share = NO_SHARE, ...more] = shares;
  return more.length > 0 ? firstOfPeriod(aim, shares, last) : firstOfOne(aim, share, last);
}

const NO_SHARE: RoundedLinearFee = { rise: 0n, start: 0n, over: 1n };

/** How far beyond the aim (or, negative, short of it) x is. */
function reachedAt({ rise, start, weight }: Target, shares: RoundedLinearFee[], x: number): bigint {
  const at = BigInt(x);
  const fees = shares.reduce(
    (sum, share) => sum + (share.rise * at + share.start) / share.over,
    0n,
  );
  return rise * at + start - weight * fees;
}

/** One rounding: a whole number of cents that is not less than the fee and leaves what the aim asks. */
function firstOfOne(aim: Target, share: RoundedLinearFee, last: number): number | null {
  const lower = { ...share, start: share.start - share.over + 1n };
  const first = firstBetween(lower, { rise: aim.rise, start: aim.start, over: aim.weight });
  return first === null || first > BigInt(last) ? null : Number(first);
}

/**
 * Several roundings: together they repeat after a period, each time a constant amount nearer to the aim (or
 * farther). So the best x of the first period says in which period the aim is first reached.
 * Percentages in the data files have at most three decimals, which bounds the period by 100 000.
 */
function firstOfPeriod(aim: Target, shares: RoundedLinearFee[], last: number): number | null {
  const period = shares.reduce((all, { rise, over }) => lcm(all, over / gcd(rise, over)), 1n);
  const length = Number(period);
  const first = scan(aim, shares, { from: 0, to: Math.min(last, length - 1) });
  if (first.x !== null) return first.x;
  const repeated = shares.reduce((sum, { rise, over }) => sum + (rise * period) / over, 0n);
  const gain = aim.rise * period - aim.weight * repeated;
  if (gain <= 0n || last < length) return null;
  const from = Number((-first.best + gain - 1n) / gain) * length;
  return scan(aim, shares, { from, to: Math.min(last, from + length - 1) }).x;
}

/** The first x in a range at which the aim is reached, else how near the nearest comes. */
function scan(aim: Target, shares: RoundedLinearFee[], range: { from: number; to: number }) {
  let best: bigint | null = null;
  for (let x = range.from; x <= range.to; x++) {
    const reached = reachedAt(aim, shares, x);
    if (reached >= 0n) return { x, best: reached };
    if (best === null || reached > best) best = reached;
  }
  return { x: null, best: best ?? 0n };
}

function gcd(one: bigint, other: bigint): bigint {
  return other === 0n ? one : gcd(other, one % other);
}

function lcm(one: bigint, other: bigint): bigint {
  return (one / gcd(one, other)) * other;
}
