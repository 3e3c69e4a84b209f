import { type Decimal, decimal, decimalsOf, MAX_MINOR_UNITS, round } from "./money.ts";

/** Decimals of numbers that are shown unrounded: as many as a double has in normal use. */
const AS_GIVEN = 20;

const minorUnitsByCode = new Map<string, number>();
const prefixes = new Map<string, readonly [string, string]>();

/**
 * Returns the decimals of a currency by ISO 4217, from Node's ICU data: JPY 0, USD 2, KWD 3. Unknown three-letter
 * codes have 2. `code` must be in upper case.
 */
export function minorUnits(code: string): number {
  const known = minorUnitsByCode.get(code);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  minorUnitsByCode.set(code, maximumFractionDigits);
  return maximumFractionDigits;
}

/** Rounds half away from zero to the currency's minor unit. */
export function roundToMinor(code: string, amount: Decimal): Decimal {
  return round(amount, minorUnits(code));
}

/** Returns the largest amount of a result: 2^53−1 minor units, because doubles are not exact beyond. */
export function largestAmount(code: string): Decimal {
  return decimal(MAX_MINOR_UNITS).times(`1e-${minorUnits(code)}`);
}

/** Returns true for amounts of at most that size, in either direction. */
export function isSafeAmount(code: string, amount: Decimal): boolean {
  // The exponent settles it for every amount that is not absurd, without a multiplication.
  return amount.e + minorUnits(code) < 15 || amount.abs().lte(largestAmount(code));
}

/** Formats an amount: `$1,234.50`, `₹12,34,567.50`, `¥1,235`. */
export function formatCurrency(code: string, amount: Decimal): string {
  return formatted(amount, { code, symbol: true, least: minorUnits(code), most: minorUnits(code) });
}

/** Formats a price without rounding its decimals: `$1.005`, but `$5.00`. */
export function formatPrice(code: string, price: Decimal): string {
  return formatted(price, { code, symbol: true, least: minorUnits(code), most: AS_GIVEN });
}

/** Formats a number without rounding, with the digit groups of the currency: `1,234.5`. */
export function quantityText(code: string, quantity: Decimal): string {
  return formatted(quantity, { code, symbol: false, least: 0, most: AS_GIVEN });
}

/** Formats an amount after its code, as contracts do: `USD 5,000.00`, `JPY 1,001`. */
export function formatWithCode(code: string, amount: Decimal): string {
  const units = minorUnits(code);
  return `${code} ${formatted(amount, { code: "USD", symbol: false, least: units, most: units })}`;
}

/** Formats a percentage without rounding: `8.875%`. */
export function percentText(percent: number): string {
  return `${quantityText("USD", decimal(percent))}%`;
}

interface Shape {
  code: string;
  symbol: boolean;
  least: number;
  most: number;
}

/**
 * Writes the decimal text itself: no double comes in between, and there is no minus zero in it. What Intl
 * puts before the digits is asked of it once; to have it format each number takes five times as long.
 */
function formatted(amount: Decimal, { code, symbol, least, most }: Shape): string {
  const shown = round(amount, most);
  const text = padded(shown.toFixed(), least - decimalsOf(shown));
  const isNegative = text.startsWith("-");
  const [positive, negative] = symbol ? prefixesOf(code) : ["", "-"];
  const digits = grouped(isNegative ? text.slice(1) : text, code === "INR" ? 2 : 3);
  return (isNegative ? negative : positive) + digits;
}

function padded(text: string, missing: number): string {
  if (missing <= 0) return text;
  return (text.includes(".") ? text : `${text}.`) + "0".repeat(missing);
}

/** Groups the digits of the integer part: the last three, then every `size`. */
function grouped(digits: string, size: number): string {
  const point = digits.indexOf(".");
  let at = (point === -1 ? digits.length : point) - 3;
  let text = digits.slice(Math.max(0, at));
  for (; at > 0; at -= size) text = `${digits.slice(Math.max(0, at - size), at)},${text}`;
  return text;
}

/** The text before an amount's digits, plain and negative: `CA$`, `-CA$`. Defined for a short list of codes. */
function prefixesOf(code: string): readonly [string, string] {
  const known = prefixes.get(code);
  if (known) return known;
  const style = { style: "currency", currency: code } as const;
  const intl = new Intl.NumberFormat(code === "INR" ? "en-IN" : "en-US", style);
  const learned = [beforeDigits(intl.format(1)), beforeDigits(intl.format(-1))] as const;
  prefixes.set(code, learned);
  return learned;
}

function beforeDigits(text: string): string {
  return text.slice(0, text.indexOf("1"));
}
