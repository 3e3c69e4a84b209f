import { type Decimal, toDecimal, countDecimals, MAX_MINOR_UNITS, round } from "./money.ts";

/** Maximum decimals of numbers that are shown unrounded; doubles of usual size have no more. */
export const MAX_DECIMALS = 20;

const minorUnitsByCode = new Map<string, number>();
const prefixes = new Map<string, readonly [string, string]>();

/**
 * Returns the decimals of a currency by ISO 4217, from Node's ICU data: JPY 0, USD 2, KWD 3. Unknown three-letter
 * codes have 2. `code` must be in upper case.
 */
export function getMinorUnits(code: string): number {
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
  return round(amount, getMinorUnits(code));
}

/** Returns `percent` percent of an amount, rounded half away from zero to the currency's minor unit. */
export function takePercent(code: string, amount: Decimal, percent: number): Decimal {
  return roundToMinor(code, amount.times(toDecimal(percent)).times("0.01"));
}

/** Returns the largest amount of a result: 2^53−1 minor units, because doubles are not exact beyond. */
export function getMaxAmount(code: string): Decimal {
  return toDecimal(MAX_MINOR_UNITS).times(`1e-${getMinorUnits(code)}`);
}

/** Returns true if the absolute amount is at most {@link getMaxAmount}. */
export function isSafeAmount(code: string, amount: Decimal): boolean {
  // The exponent alone decides for all but huge amounts, without a multiplication.
  return amount.e + getMinorUnits(code) < 15 || amount.abs().lte(getMaxAmount(code));
}

/** Formats an amount: `$1,234.50`, `₹12,34,567.50`, `¥1,235`. */
export function formatCurrency(code: string, amount: Decimal): string {
  return formatAmount(amount, {
    code,
    symbol: true,
    minDecimals: getMinorUnits(code),
    maxDecimals: getMinorUnits(code),
  });
}

/** Formats a price without rounding its decimals: `$1.005`, but `$5.00`. */
export function formatPrice(code: string, price: Decimal): string {
  return formatAmount(price, {
    code,
    symbol: true,
    minDecimals: getMinorUnits(code),
    maxDecimals: MAX_DECIMALS,
  });
}

/** Formats a number without rounding, with the digit groups of the currency: `1,234.5`. */
export function formatQuantity(code: string, quantity: Decimal): string {
  return formatAmount(quantity, { code, symbol: false, minDecimals: 0, maxDecimals: MAX_DECIMALS });
}

/** Formats an amount after its code, as contracts do: `USD 5,000.00`, `JPY 1,001`. */
export function formatWithCode(code: string, amount: Decimal): string {
  const units = getMinorUnits(code);
  return `${code} ${formatAmount(amount, { code: "USD", symbol: false, minDecimals: units, maxDecimals: units })}`;
}

/** Formats a percentage without rounding: `8.875%`. */
export function formatPercent(percent: number): string {
  return `${formatQuantity("USD", toDecimal(percent))}%`;
}

interface CurrencyFormat {
  code: string;
  symbol: boolean;
  minDecimals: number;
  maxDecimals: number;
}

/**
 * Formats the decimal text without converting to a double, so digits are exact and zero has no sign. The symbol's
 * position is read from Intl once, because formatting each number with it takes five times as long.
 */
function formatAmount(
  amount: Decimal,
  { code, symbol, minDecimals, maxDecimals }: CurrencyFormat,
): string {
  const shown = round(amount, maxDecimals);
  const text = padDecimals(shown.toFixed(), minDecimals - countDecimals(shown));
  const isNegative = text.startsWith("-");
  const [positive, negative] = symbol ? getPrefixes(code) : ["", "-"];
  const digits = groupDigits(isNegative ? text.slice(1) : text, code === "INR" ? 2 : 3);
  return (isNegative ? negative : positive) + digits;
}

function padDecimals(text: string, missing: number): string {
  if (missing <= 0) return text;
  return (text.includes(".") ? text : `${text}.`) + "0".repeat(missing);
}

/** Groups the digits of the integer part: the last three, then every `size`. */
function groupDigits(digits: string, size: number): string {
  const point = digits.indexOf(".");
  let at = (point === -1 ? digits.length : point) - 3;
  let text = digits.slice(Math.max(0, at));
  for (; at > 0; at -= size) text = `${digits.slice(Math.max(0, at - size), at)},${text}`;
  return text;
}

/** Returns the text before an amount's digits, positive and negative: `CA$`, `-CA$`. */
function getPrefixes(code: string): readonly [string, string] {
  const known = prefixes.get(code);
  if (known) return known;
  const style = { style: "currency", currency: code } as const;
  const intl = new Intl.NumberFormat(code === "INR" ? "en-IN" : "en-US", style);
  const found = [takePrefix(intl.format(1)), takePrefix(intl.format(-1))] as const;
  prefixes.set(code, found);
  return found;
}

/** Returns the text before the digits of a formatted 1. */
function takePrefix(text: string): string {
  return text.slice(0, text.indexOf("1"));
}
