import {
  Decimal,
  type DecimalInput,
  divideRounded,
  MAX_EXACT_POWER,
  toDecimal,
  toPowerOfTen,
} from "./exact.ts";

/**
 * An exact number. `denominator` is positive. Fractions are not reduced, because the numbers stay
 * small anyway.
 */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export const ONE: Fraction = { numerator: 1n, denominator: 1n };

/**
 * Returns the exact value of a decimal, of a number by its shortest text, or of the text of a
 * number.
 */
export function toFraction(value: DecimalInput): Fraction {
  const { units, scale } = toDecimal(value);
  return { numerator: units, denominator: toPowerOfTen(scale) };
}

/** Returns the exact sum. */
export function sumFractions(fractions: readonly Fraction[]): Fraction {
  // Adds up equal denominators first, because a common denominator can have thousands of digits.
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of fractions) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  }
  let total: Fraction = { numerator: 0n, denominator: 1n };
  for (const [denominator, numerator] of numerators) {
    total = {
      numerator: total.numerator * denominator + numerator * total.denominator,
      denominator: total.denominator * denominator,
    };
  }
  return total;
}

/** Returns the exact product. */
export function multiply(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

/** Returns the exact quotient. `divisor` must be positive. */
export function divide(dividend: Fraction, divisor: Fraction): Fraction {
  return {
    numerator: dividend.numerator * divisor.denominator,
    denominator: dividend.denominator * divisor.numerator,
  };
}

/** Rounds once, half away from zero, to `places` decimals. */
export function roundFraction({ numerator, denominator }: Fraction, places: number): Decimal {
  return new Decimal(divideRounded(numerator * toPowerOfTen(places), denominator), places);
}

/** Returns the nearest number of `digits` significant digits, half away from zero, and never -0. */
export function roundToDigits(value: Fraction, digits: number): number {
  if (value.numerator === 0n) return 0;
  const size =
    value.numerator < 0n ? { numerator: -value.numerator, denominator: value.denominator } : value;
  const places = digits - 1 - getExponent(size);
  const { units } = roundFraction(
    places < 0 ? divideByPower(size, -places) : size,
    Math.max(0, places),
  );
  const rounded = scaleDown(Number(units), places);
  return value.numerator < 0n ? -rounded : rounded;
}

function scaleDown(units: number, places: number): number {
  if (places < 0 || places > MAX_EXACT_POWER) return Number(`${units}e${-places}`);
  return units / 10 ** places;
}

function divideByPower({ numerator, denominator }: Fraction, exponent: number): Fraction {
  return { numerator, denominator: denominator * toPowerOfTen(exponent) };
}

/** Returns the decimal exponent of a positive value: 3 for 1000 to 9999.9…, -1 for 0.1 to 0.99…. */
function getExponent({ numerator, denominator }: Fraction): number {
  // Compares exact values, because the numbers of digits leave two candidates.
  const guess = countDigits(numerator) - countDigits(denominator);
  const isAtLeast =
    guess >= 0
      ? numerator >= denominator * toPowerOfTen(guess)
      : numerator * toPowerOfTen(-guess) >= denominator;
  return isAtLeast ? guess : guess - 1;
}

/** Returns the number of decimal digits of a positive integer. */
function countDigits(value: bigint): number {
  return value < 9_007_199_254_740_992n
    ? Math.floor(Math.log10(Number(value))) + 1
    : value.toString().length;
}
