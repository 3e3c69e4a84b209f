/** An exact number. `denominator` is positive. Fractions are not reduced, because the numbers stay small anyway. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** The number 1. */
export const ONE: Fraction = { numerator: 1n, denominator: 1n };

const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10^exponent. `exponent` is an integer of at least 0. */
export function toPowerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Returns the exact value of a plain decimal (`-12.50`, `3`). */
export function parseDecimal(text: string): Fraction {
  const point = text.indexOf(".");
  if (point < 0) return { numerator: BigInt(text), denominator: 1n };
  const decimals = text.length - point - 1;
  return {
    numerator: BigInt(text.slice(0, point) + text.slice(point + 1)),
    denominator: toPowerOfTen(decimals),
  };
}

/** Returns the exact value of the shortest decimal text of a finite number. 0.1 yields one tenth. */
export function toFraction(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  const [digits = "", exponent = "0"] = String(value).split("e");
  const { numerator, denominator } = parseDecimal(digits);
  const power = Number(exponent);
  return power < 0
    ? { numerator, denominator: denominator * toPowerOfTen(-power) }
    : { numerator: numerator * toPowerOfTen(power), denominator };
}

/** Returns the exact product. */
export function multiply(one: Fraction, other: Fraction): Fraction {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  };
}

/** Returns the exact quotient. `divisor` must be positive. */
export function divide(dividend: Fraction, divisor: Fraction): Fraction {
  return {
    numerator: dividend.numerator * divisor.denominator,
    denominator: dividend.denominator * divisor.numerator,
  };
}

/** Returns the whole number of units of `10^-places`, rounded once, half away from zero. */
export function roundToUnits({ numerator, denominator }: Fraction, places: number): bigint {
  const twice = 2n * (numerator < 0n ? -numerator : numerator) * toPowerOfTen(places);
  const units = (twice + denominator) / (2n * denominator);
  return numerator < 0n ? -units : units;
}

/** Returns the nearest number of `digits` significant digits, half away from zero, and never -0. */
export function roundToDigits(value: Fraction, digits: number): number {
  if (value.numerator === 0n) return 0;
  const size =
    value.numerator < 0n ? { numerator: -value.numerator, denominator: value.denominator } : value;
  const places = digits - 1 - getExponent(size);
  const units = roundToUnits(places < 0 ? divideByPower(size, -places) : size, Math.max(0, places));
  const rounded = scaleDown(Number(units), places);
  return value.numerator < 0n ? -rounded : rounded;
}

/** Maximum exponent of a power of ten that is exact as a number, so that one division rounds correctly. */
const MAX_EXACT_POWER = 22;

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
