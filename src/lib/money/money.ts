import Big from "big.js";

/** An exact decimal. A number converts by its shortest decimal text, so 1.005 is exactly 1.005. */
export type Decimal = Big;

/** Largest result in minor units (cents), because a double cannot represent every integer beyond it. */
export const MAX_MINOR_UNITS = Number.MAX_SAFE_INTEGER;

/** Converts a finite number or decimal text to an exact decimal. Throws for anything else. */
export function toDecimal(value: number | string | Big): Decimal {
  return new Big(value);
}

/** The exact 0. */
export const ZERO = toDecimal(0);

/** Returns the number of decimals without trailing zeros: 1 for 1.50, 0 for 1500. */
export function countDecimals({ c: digits, e: exponent }: Decimal): number {
  return Math.max(0, digits.length - 1 - exponent);
}

/** Rounds half away from zero to `places` decimals (0 to 20). */
export function round(value: Decimal, places: number): Decimal {
  // Skips rounding for amounts in whole cents, which are the common case, because Big.round is ten times slower.
  return countDecimals(value) <= places ? value : value.round(places, Big.roundHalfUp);
}

/** An exact quotient. The divisor is positive. */
export interface Quotient {
  value: Decimal;
  divisor: Decimal | number;
}

/**
 * Returns `value / divisor` rounded once, half away from zero, to `places` decimals. Big.div rounds to its own
 * precision first, so rounding its result again would turn 0.00499…9 into 0.01.
 */
export function divide(value: Decimal, divisor: Decimal | number, places: number): Decimal {
  if (isOne(divisor)) return round(value, places);
  const { whole, remainder } = split({ value, divisor }, places);
  const adjustment = remainder.abs().times(2).lt(divisor) ? 0 : remainder.s;
  return whole.plus(adjustment).times(toDecimal(`1e-${places}`));
}

function isOne(divisor: Decimal | number): boolean {
  if (typeof divisor === "number") return divisor === 1;
  return divisor.e === 0 && divisor.c.length === 1 && divisor.c[0] === 1;
}

/** Adds up the quotients of each divisor, so that {@link sumQuotients} has few of them. */
export function groupByDivisor(quotients: readonly Quotient[]): Quotient[] {
  const [first] = quotients;
  if (first && quotients.every(({ divisor }) => divisor === first.divisor)) {
    return [
      {
        value: quotients.reduce((sum, { value }) => sum.plus(value), ZERO),
        divisor: first.divisor,
      },
    ];
  }
  const groups = new Map<string, Quotient>();
  for (const { value, divisor } of quotients) {
    const key = String(divisor);
    const group = groups.get(key);
    groups.set(key, { value: group ? group.value.plus(value) : value, divisor });
  }
  return [...groups.values()];
}

/** Returns the sum of quotients rounded once, half away from zero, to `places` decimals. */
export function sumQuotients(quotients: readonly Quotient[], places: number): Decimal {
  const [first = { value: ZERO, divisor: 1 }, ...others] = quotients;
  if (others.length === 0) return divide(first.value, first.divisor, places);
  // BigInt, because a common divisor can have thousands of digits, which take big.js seconds.
  const { numerator, denominator } = quotients.map(toFraction).reduce(addFractions);
  const half = numerator < 0n ? -denominator : denominator;
  const units = (2n * numerator * 10n ** BigInt(places) + half) / (2n * denominator);
  return toDecimal(units.toString()).times(toDecimal(`1e-${places}`));
}

interface IntegerRatio {
  numerator: bigint;
  denominator: bigint;
}

function toFraction({ value, divisor }: Quotient): IntegerRatio {
  const below = toDecimal(divisor);
  const power = toDecimal(10).pow(Math.max(countDecimals(value), countDecimals(below)));
  return {
    numerator: BigInt(value.times(power).toFixed()),
    denominator: BigInt(below.times(power).toFixed()),
  };
}

function addFractions(one: IntegerRatio, other: IntegerRatio): IntegerRatio {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

/** Rounds to `places` decimals and converts to a number that is never -0. */
export function toNumber(value: Decimal, places: number): number {
  return Number(round(value, places)) + 0;
}

/**
 * Splits `total`, which has at most two decimals, into parts that sum to it. Part i is close to
 * `shares[i] / divisor`, whose exact sum rounds to the total. Each is floored to the cent, and the missing cents go
 * to those with the largest remainders, the earlier first. No share may be negative.
 */
export function allocate(total: Decimal, shares: Decimal[], divisor: number): Decimal[] {
  return allocateQuotients(
    total,
    shares.map((value) => ({ value, divisor })),
  );
}

/** Splits `total` like {@link allocate}, in shares that have divisors of their own. */
export function allocateQuotients(total: Decimal, shares: readonly Quotient[]): Decimal[] {
  const parts = shares.map((share) => split(share, 2));
  const floored = parts.reduce((sum, { whole }) => sum.plus(whole), toDecimal(0));
  const missing = total.times(100).minus(floored).toNumber();
  const byRemainder = [...parts].sort((a, b) => compareRemainders(b, a));
  const roundedUp = new Set(byRemainder.slice(0, missing));
  return parts.map((part) => part.whole.plus(roundedUp.has(part) ? 1 : 0).times("0.01"));
}

/** A quotient in whole units, rounded towards zero, and the remainder of the value. */
interface Split {
  whole: Decimal;
  remainder: Decimal;
  divisor: Decimal | number;
}

/** Compares two remainders as parts of a unit, exactly: by multiplication. */
function compareRemainders(one: Split, other: Split): number {
  if (one.divisor === other.divisor) return one.remainder.cmp(other.remainder);
  return one.remainder.times(other.divisor).cmp(other.remainder.times(one.divisor));
}

/** Divides a quotient in units of `places` decimals. */
function split({ value, divisor }: Quotient, places: number): Split {
  const units = value.times(10 ** places);
  const remainder = units.mod(divisor);
  return { whole: units.minus(remainder).div(divisor), remainder, divisor };
}
