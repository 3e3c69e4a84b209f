import { type Decimal, decimal, round } from "./money.ts";

/** Decimals kept where a number is shown as it was given; as many as a double has in normal use. */
const AS_GIVEN = 20;

const minorUnitsByCode = new Map<string, number>();
const formatters = new Map<string, Intl.NumberFormat>();

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

/** The amount of 2^53−1 minor units: past it a JSON number no longer holds every cent. */
export function largestAmount(code: string): Decimal {
  const units = minorUnits(code);
  return decimal(`${Number.MAX_SAFE_INTEGER}e-${units}`);
}

/** An amount as people read it: `$1,234.50`, `₹12,34,567.50`, `¥1,235`. */
export function currencyText(code: string, amount: Decimal): string {
  return formatted(amount, { code, symbol: true, least: minorUnits(code), most: minorUnits(code) });
}

/** A price as it was given, none of its decimals rounded away: `$1.005`, and still `$5.00`. */
export function priceText(code: string, price: Decimal): string {
  return formatted(price, { code, symbol: true, least: minorUnits(code), most: AS_GIVEN });
}

/** A number as it was given, grouped as the currency's amounts are: `1,234.5`. */
export function quantityText(code: string, quantity: Decimal): string {
  return formatted(quantity, { code, symbol: false, least: 0, most: AS_GIVEN });
}

/** An amount after its code, as contracts write it: `USD 5,000.00`, `JPY 1,001`. */
export function codeText(code: string, amount: Decimal): string {
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

/** Formats the decimal text itself: no double comes in between, and there is no minus zero in it. */
function formatted(amount: Decimal, shape: Shape): string {
  const text = amount.eq(0) ? "0" : amount.toFixed();
  return formatterOf(shape).format(text as Intl.StringNumericLiteral);
}

/** Formatters are kept: making one costs fifty times what using it does. Their codes are a short list. */
function formatterOf({ code, symbol, least, most }: Shape): Intl.NumberFormat {
  const key = `${code} ${symbol} ${least} ${most}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.NumberFormat(code === "INR" ? "en-IN" : "en-US", {
    ...(symbol && { style: "currency", currency: code }),
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  formatters.set(key, formatter);
  return formatter;
}
