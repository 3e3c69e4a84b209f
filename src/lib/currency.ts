import { type Decimal, decimal, decimalsOf, MAX_MINOR_UNITS, round } from "./money.ts";

/** Decimals kept where a number is shown as it was given; as many as a double has in normal use. */
const AS_GIVEN = 20;

const minorUnitsByCode = new Map<string, number>();
const prefixes = new Map<string, readonly [string, string]>();

/**
 * Decimals of a currency by ISO 4217, from Node's own ICU data: JPY 0, USD 2, KWD 3; of an unknown
 * three-letter code 2. `code` in upper case.
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

/** The amount of 2^53−1 minor units, the largest that is answered. */
export function largestAmount(code: string): Decimal {
  return decimal(MAX_MINOR_UNITS).times(`1e-${minorUnits(code)}`);
}

/** Whether an amount is no larger than that, in either direction. */
export function isSafeAmount(code: string, amount: Decimal): boolean {
  // The exponent settles it for every amount that is not absurd, without a multiplication.
  return amount.e + minorUnits(code) < 15 || amount.abs().lte(largestAmount(code));
}

/** An amount as people read it: `$1,234.50`, `₹12,34,567.50`, `¥1,235`. */
export function formatCurrency(code: string, amount: Decimal): string {
  return formatted(amount, { code, symbol: true, least: minorUnits(code), most: minorUnits(code) });
}

/** A price as it was given, none of its decimals rounded away: `$1.005`, and still `$5.00`. */
export function formatPrice(code: string, price: Decimal): string {
  return formatted(price, { code, symbol: true, least: minorUnits(code), most: AS_GIVEN });
}

/** A number as it was given, grouped as the currency's amounts are: `1,234.5`. */
export function quantityText(code: string, quantity: Decimal): string {
  return formatted(quantity, { code, symbol: false, least: 0, most: AS_GIVEN });
}

/** An amount after its code, as contracts write it: `USD 5,000.00`, `JPY 1,001`. */
export function formatWithCode(code: string, amount: Decimal): string {
  const units = minorUnits(code);
  return `${code} ${formatted(amount, { code: "USD", symbol: false, least: units, most: units })}`;
}

/** A percentage as it was given: `8.875%`. */
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

/** Commas before the last three digits of the whole part, and then before each `size` more. */
function grouped(digits: string, size: number): string {
  const point = digits.indexOf(".");
  let at = (point === -1 ? digits.length : point) - 3;
  let text = digits.slice(Math.max(0, at));
  for (; at > 0; at -= size) text = `${digits.slice(Math.max(0, at - size), at)},${text}`;
  return text;
}

/** What comes before the digits of an amount and of a negative one: `CA$`, `-CA$`. For a short list of codes. */
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
