import Big from "big.js";

/** An exact decimal. A number converts by its shortest decimal text, so 1.005 is exactly 1.005. */
export type Decimal = Big;

/** Largest result in minor units (cents), because a double cannot represent every integer beyond it. */
export const MAX_MINOR_UNITS = Number.MAX_SAFE_INTEGER;

/** Converts a finite number or decimal text to an exact decimal. Throws for anything else. */
export function decimal(value: number | string | Big): Decimal {
  return new Big(value);
}

export const ZERO = decimal(0);

/** Returns the number of decimals without trailing zeros: 1 for 1.50, 0 for 1500. */
export function decimalsOf({ c: digits, e: exponent }: Decimal): number {
  return Math.max(0, digits.length - 1 - exponent);
}

/** Rounds half away from zero to `places` decimals (0 to 20). */
export function round(value: Decimal, places: number): Decimal {
  // Skip rounding for amounts in whole cents, because they are the common case and Big.round is ten times slower.
  return decimalsOf(value) <= places ? value : value.round(places, Big.roundHalfUp);
}

/**
 * Returns `value / divisor` rounded once, half away from zero, to `places` decimals. Big.div rounds to its own
 * precision first, so rounding its result again would turn 0.00499…9 into 0.01.
 */
export function divide(value: Decimal, divisor: number, places: number): Decimal {
  const { whole, rest } = split(value, divisor, places);
  const away = rest.abs().times(2).lt(divisor) ? 0 : rest.s;
  return whole.plus(away).times(decimal(10).pow(-places));
}

/** Rounds to `places` decimals and converts to a number that is never -0. */
export function toNumber(value: Decimal, places: number): number {
  return Number(round(value, places)) + 0;
}

/**
 * Splits `total`, which has at most two decimals, into parts that sum to it. Part i is close to
 * `shares[i] / divisor`, whose exact sum rounds to the total: each is floored to the cent, and the missing
 * cents go to those with the largest remainders, the earlier first. No share may be negative.
 */
export function allocate(total: Decimal, shares: Decimal[], divisor: number): Decimal[] {
  const parts = shares.map((share) => split(share, divisor, 2));
  const floored = parts.reduce((sum, { whole }) => sum.plus(whole), decimal(0));
  const missing = total.times(100).minus(floored).toNumber();
  const byRest = [...parts].sort((a, b) => b.rest.cmp(a.rest));
  const topped = new Set(byRest.slice(0, missing));
  return parts.map((part) => part.whole.plus(topped.has(part) ? 1 : 0).times("0.01"));
}

/** Divides `value`, in units of `places` decimals; returns the quotient rounded towards zero and the remainder. */
function split(value: Decimal, divisor: number, places: number): { whole: Decimal; rest: Decimal } {
  const units = value.times(10 ** places);
  const rest = units.mod(divisor);
  return { whole: units.minus(rest).div(divisor), rest };
}
