import Big from "big.js";

/** An exact decimal. Numbers enter as the shortest decimal text of their double: 1.005 is 1.005. */
export type Decimal = Big;

/** The most minor units (cents) that a result may have: past it a double cannot even count them. */
export const MAX_MINOR_UNITS = Number.MAX_SAFE_INTEGER;

/** The exact decimal of a finite number or a decimal text. */
export function decimal(value: number | string | Big): Decimal {
  return new Big(value);
}

/** Nothing. */
export const ZERO = decimal(0);

/** Decimals that a number needs: of 1.50, one; of 1500, none. */
export function decimalsOf({ c: digits, e: exponent }: Decimal): number {
  return Math.max(0, digits.length - 1 - exponent);
}

/** Rounds half away from zero to `places` decimals (0 to 20). */
export function round(value: Decimal, places: number): Decimal {
  // Most amounts are whole cents already; to round them anyway takes ten times as long.
  return decimalsOf(value) <= places ? value : value.round(places, Big.roundHalfUp);
}

/**
 * `value / divisor`, rounded once, half away from zero, to `places` decimals. To divide to some twenty
 * places first and round then, as the library's own division would, rounds 0.00499…9 up twice.
 */
export function divide(value: Decimal, divisor: number, places: number): Decimal {
  const { whole, rest } = split(value, divisor, places);
  const away = rest.abs().times(2).lt(divisor) ? 0 : rest.s;
  return whole.plus(away).times(decimal(10).pow(-places));
}

/** A decimal rounded to `places`, as the number to send: never -0. */
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

/** `value` in units of `places` decimals, divided: the whole quotient towards zero, and what is left over. */
function split(value: Decimal, divisor: number, places: number): { whole: Decimal; rest: Decimal } {
  const units = value.times(10 ** places);
  const rest = units.mod(divisor);
  return { whole: units.minus(rest).div(divisor), rest };
}
