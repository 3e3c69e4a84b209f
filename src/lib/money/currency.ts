import { getIsoDecimals } from "../codes/iso4217.ts";
import { Decimal, type DecimalInput, MAX_MINOR_UNITS, round, toDecimal } from "./exact.ts";

/** Maximum decimals of numbers that are shown unrounded; doubles of usual size have no more. */
export const MAX_DECIMALS = 20;

/** A currency and the decimals of its amounts. */
export interface Currency {
  /** ISO 4217 code in upper case. */
  code: string;
  decimals: number;
}

const currencies = new Map<string, Currency>();
const prefixes = new Map<string, readonly [string, string]>();

/**
 * Returns a currency with its decimals by Node's ICU data: JPY 0, USD 2, KWD 3. Unknown
 * three-letter codes have 2. `code` must be in upper case.
 */
export function getIntlCurrency(code: string): Currency {
  const cached = currencies.get(code);
  if (cached) return cached;
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  const currency = { code, decimals };
  currencies.set(code, currency);
  return currency;
}

/** Returns an active currency with its decimals by ISO 4217. Throws for another code. */
export function getIsoCurrency(code: string): Currency {
  const decimals = getIsoDecimals(code);
  if (decimals === undefined) throw new Error(`${code} is not an active currency`);
  return { code, decimals };
}

/**
 * Returns `percent` percent of an amount, rounded half away from zero to the currency's minor unit.
 */
export function takePercent(
  { decimals }: Currency,
  amount: Decimal,
  percent: DecimalInput,
): Decimal {
  return round(amount.times(percent).times(HUNDREDTH), decimals);
}

const HUNDREDTH = toDecimal("0.01");

/**
 * Returns the largest amount of a result: 2^53−1 minor units, because doubles are not exact beyond.
 */
export function getMaxAmount({ decimals }: Currency): Decimal {
  return new Decimal(BigInt(MAX_MINOR_UNITS), decimals);
}

/** Returns true if the absolute amount is at most {@link getMaxAmount}. */
export function isSafeAmount(currency: Currency, amount: Decimal): boolean {
  return amount.abs().lte(getMaxAmount(currency));
}

/** Formats an amount: `$1,234.50`, `₹12,34,567.50`, `¥1,235`. */
export function formatCurrency({ code, decimals }: Currency, amount: Decimal): string {
  return formatAmount(amount, {
    code,
    symbol: true,
    minDecimals: decimals,
    maxDecimals: decimals,
  });
}

/** Formats a price without rounding its decimals: `$1.005`, but `$5.00`. */
export function formatPrice({ code, decimals }: Currency, price: Decimal): string {
  return formatAmount(price, {
    code,
    symbol: true,
    minDecimals: decimals,
    maxDecimals: MAX_DECIMALS,
  });
}

/** Formats a number without rounding, with the digit groups of the currency: `1,234.5`. */
export function formatQuantity(code: string, quantity: Decimal): string {
  return formatAmount(quantity, { code, symbol: false, minDecimals: 0, maxDecimals: MAX_DECIMALS });
}

/** Formats an amount after its code, as contracts do: `USD 5,000.00`, `JPY 1,001`. */
export function formatWithCode({ code, decimals }: Currency, amount: Decimal): string {
  return `${code} ${formatAmount(amount, { code: "USD", symbol: false, minDecimals: decimals, maxDecimals: decimals })}`;
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
 * Formats the decimal text without converting to a double, so digits are exact and zero has no
 * sign. The symbol's position is read from Intl once, because formatting each number with it takes
 * five times as long.
 */
function formatAmount(
  amount: Decimal,
  { code, symbol, minDecimals, maxDecimals }: CurrencyFormat,
): string {
  const text =
    minDecimals === maxDecimals || amount.scale <= minDecimals
      ? amount.toFixed(minDecimals)
      : padDecimals(round(amount, maxDecimals).toFixed(), minDecimals);
  const isNegative = text.startsWith("-");
  const [positive, negative] = symbol ? getPrefixes(code) : ["", "-"];
  const digits = groupDigits(isNegative ? text.slice(1) : text, code === "INR" ? 2 : 3);
  return (isNegative ? negative : positive) + digits;
}

/** Pads a plain number without trailing zeros to at least `min` decimals. */
function padDecimals(text: string, min: number): string {
  const [whole = "", decimals = ""] = text.split(".");
  return min === 0 && decimals === "" ? whole : `${whole}.${decimals.padEnd(min, "0")}`;
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
  const cached = prefixes.get(code);
  if (cached) return cached;
  const style = { style: "currency", currency: code } as const;
  const intl = new Intl.NumberFormat(code === "INR" ? "en-IN" : "en-US", style);
  const pair = [takePrefix(intl.format(1)), takePrefix(intl.format(-1))] as const;
  prefixes.set(code, pair);
  return pair;
}

/** Returns the text before the digits of a formatted 1. */
function takePrefix(text: string): string {
  return text.slice(0, text.indexOf("1"));
}
