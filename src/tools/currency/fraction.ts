/** An exact number, `top / bottom`; `bottom` is positive. Not reduced, because the numbers stay small anyway. */
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** 1, exactly. */
export const ONE: Fraction = { top: 1n, bottom: 1n };

const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10^exponent; `exponent` is a whole number from 0. */
export function toPowerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Returns the exact value of a plain decimal (`-12.50`, `3`). */
export function parseDecimal(text: string): Fraction {
  const point = text.indexOf(".");
  if (point < 0) return { top: BigInt(text), bottom: 1n };
  const decimals = text.length - point - 1;
  return {
    top: BigInt(text.slice(0, point) + text.slice(point + 1)),
    bottom: toPowerOfTen(decimals),
  };
}

/** Returns the exact value of the shortest decimal text of a finite number: 0.1 is one tenth. */
export function toFraction(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { top: BigInt(value), bottom: 1n };
  const [digits = "", exponent = "0"] = String(value).split("e");
  const { top, bottom } = parseDecimal(digits);
  const power = Number(exponent);
  return power < 0
    ? { top, bottom: bottom * toPowerOfTen(-power) }
    : { top: top * toPowerOfTen(power), bottom };
}

/** Returns the exact product. */
export function multiply(one: Fraction, other: Fraction): Fraction {
  return { top: one.top * other.top, bottom: one.bottom * other.bottom };
}

/** Returns the exact quotient. `divisor` must be positive. */
export function divide(dividend: Fraction, divisor: Fraction): Fraction {
  return { top: dividend.top * divisor.bottom, bottom: dividend.bottom * divisor.top };
}

/** Returns the whole number of units of `10^-places`, rounded once, half away from zero. */
export function roundToUnits({ top, bottom }: Fraction, places: number): bigint {
  const twice = 2n * (top < 0n ? -top : top) * toPowerOfTen(places);
  const units = (twice + bottom) / (2n * bottom);
  return top < 0n ? -units : units;
}

/** Returns the nearest number of `digits` significant digits, half away from zero. Never -0. */
export function roundToDigits(value: Fraction, digits: number): number {
  if (value.top === 0n) return 0;
  const size = value.top < 0n ? { top: -value.top, bottom: value.bottom } : value;
  const places = digits - 1 - getExponent(size);
  const units = roundToUnits(places < 0 ? divideByPower(size, -places) : size, Math.max(0, places));
  const rounded = scaleDown(Number(units), places);
  return value.top < 0n ? -rounded : rounded;
}

/** Powers of ten up to this one are exact as numbers, so that one division rounds correctly. */
const MAX_EXACT_POWER = 22;

function scaleDown(units: number, places: number): number {
  if (places < 0 || places > MAX_EXACT_POWER) return Number(`${units}e${-places}`);
  return units / 10 ** places;
}

function divideByPower({ top, bottom }: Fraction, exponent: number): Fraction {
  return { top, bottom: bottom * toPowerOfTen(exponent) };
}

/** Returns the decimal exponent of a positive value: 3 for 1000 to 9999.9…, -1 for 0.1 to 0.99…. */
function getExponent({ top, bottom }: Fraction): number {
  // The lengths leave two candidates, so a comparison of exact values decides.
  const guess = countDigits(top) - countDigits(bottom);
  const isAtLeast =
    guess >= 0 ? top >= bottom * toPowerOfTen(guess) : top * toPowerOfTen(-guess) >= bottom;
  return isAtLeast ? guess : guess - 1;
}

/** Decimal digits of a positive integer. */
function countDigits(value: bigint): number {
  return value < 9_007_199_254_740_992n
    ? Math.floor(Math.log10(Number(value))) + 1
    : value.toString().length;
}
