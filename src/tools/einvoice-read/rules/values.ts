import {
  Decimal,
  divide as divideDecimals,
  floor,
  toDecimal,
  toPowerOfTen,
} from "../../../lib/money/exact.ts";
import { getText, type XmlNode } from "../xml/tree.ts";

/** An `xs:date`. Its time zone does not matter to the rules. */
export interface DateValue {
  kind: "date";
  text: string;
  /** Milliseconds of its midnight in UTC since 1970. */
  time: number;
}

/** An integer or NaN as a JavaScript number, any other decimal exactly, never as a double. */
export type NumberValue = number | Decimal;

/** An item of a sequence. A node counts as its untyped text wherever a value is needed. */
export type Item = XmlNode | string | boolean | NumberValue | DateValue;

export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** A dynamic error of XPath. The assertion that contains the expression has failed then. */
export class XPathError extends Error {}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const INTEGER = /^[+-]?\d+$/;
const DOUBLE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const DATE = /^(-?\d{4})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d)?$/;

/** Returns an exact number. `text` matches `xs:decimal`. */
export function toExact(text: string): NumberValue {
  const number = Number(text);
  if (Number.isSafeInteger(number) && INTEGER.test(text)) return number;
  return simplify(toDecimal(toPlain(text)));
}

/** Writes `+.5E3` and `5.` as `toDecimal` reads them. */
function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\+/, "")
    .replace(/\.(?=e|$)/, "")
    .replace(/^(-?)\./, "$10.");
}

/** Casts a text to `xs:decimal`. Throws an XPathError if it is none. */
export function castDecimal(text: string): NumberValue {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) throw new XPathError(`"${trimmed}" is not a decimal`);
  return toExact(trimmed);
}

/** Casts a text to `xs:integer`. Throws an XPathError if it is none. */
export function castInteger(text: string): NumberValue {
  const trimmed = text.trim();
  if (!INTEGER.test(trimmed)) throw new XPathError(`"${trimmed}" is not an integer`);
  return toExact(trimmed);
}

/** Casts a text to `xs:date`. Throws an XPathError if it is none. */
export function castDate(text: string): DateValue {
  const trimmed = text.trim();
  const [, year = "", month = "", day = ""] = DATE.exec(trimmed) ?? [];
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (
    year === "" ||
    new Date(time).getUTCDate() !== Number(day) ||
    Number(month) < 1 ||
    Number(month) > 12
  ) {
    throw new XPathError(`"${trimmed}" is not a date`);
  }
  return { kind: "date", text: trimmed, time };
}

/** Casts a text to `xs:boolean`. Throws an XPathError if it is none. */
export function castBoolean(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "true" || trimmed === "1") return true;
  if (trimmed === "false" || trimmed === "0") return false;
  throw new XPathError(`"${trimmed}" is not a boolean`);
}

/** Converts a text as `fn:number` does: to NaN if it is not a number. */
export function parseNumber(text: string): NumberValue {
  const trimmed = text.trim();
  return DOUBLE.test(trimmed) ? toExact(trimmed) : Number.NaN;
}

/** Converts untyped text in arithmetic and comparisons. Throws an XPathError for other text. */
export function toNumber(text: string): NumberValue {
  const trimmed = text.trim();
  if (trimmed === "NaN") return Number.NaN;
  if (!DOUBLE.test(trimmed)) throw new XPathError(`"${trimmed}" is not a number`);
  return parseNumber(trimmed);
}

export function isNode(item: Item): item is XmlNode {
  return typeof item === "object" && !(item instanceof Decimal) && item.kind !== "date";
}

export function isNumber(item: Item): item is NumberValue {
  return typeof item === "number" || item instanceof Decimal;
}

/** Returns the value of an item as text, as `fn:string` does. */
export function toText(item: Item): string {
  if (typeof item === "string") return item;
  if (isNumber(item)) return typeof item === "number" ? String(item) : item.toFixed();
  if (typeof item === "boolean") return String(item);
  return item.kind === "date" ? item.text : getText(item);
}

function isSmall(left: NumberValue, right: NumberValue): boolean {
  return typeof left === "number" && typeof right === "number";
}

function isNaN(value: NumberValue): boolean {
  return typeof value === "number" && Number.isNaN(value);
}

/** Applies an operator to two numbers that are not NaN, exactly. */
function compute(
  left: NumberValue,
  right: NumberValue,
  operator: "plus" | "minus" | "times",
): NumberValue {
  if (isNaN(left) || isNaN(right)) return Number.NaN;
  return simplify(toDecimal(left)[operator](right));
}

/** Returns integers as JavaScript numbers, which are faster. */
function simplify(value: Decimal): NumberValue {
  if (value.units % toPowerOfTen(value.scale) !== 0n) return value;
  const number = Number(value.units / toPowerOfTen(value.scale));
  return Number.isSafeInteger(number) ? number : value;
}

export function add(left: NumberValue, right: NumberValue): NumberValue {
  const sum = isSmall(left, right) ? (left as number) + (right as number) : NaN;
  return Number.isSafeInteger(sum) ? sum : compute(left, right, "plus");
}

export function subtract(left: NumberValue, right: NumberValue): NumberValue {
  const difference = isSmall(left, right) ? (left as number) - (right as number) : NaN;
  return Number.isSafeInteger(difference) ? difference : compute(left, right, "minus");
}

export function multiply(left: NumberValue, right: NumberValue): NumberValue {
  const product = isSmall(left, right) ? (left as number) * (right as number) : NaN;
  return Number.isSafeInteger(product) ? product : compute(left, right, "times");
}

/** `div`, with 20 decimals; the rules round to 2. Throws an XPathError for the divisor 0. */
export function divide(left: NumberValue, right: NumberValue): NumberValue {
  if (isNaN(left) || isNaN(right)) return Number.NaN;
  const [dividend, divisor] = [toDecimal(left), assertDivisor(right)];
  const sign = divisor.lt(0) ? -1 : 1;
  return simplify(divideDecimals(dividend.times(sign), divisor.abs()));
}

/** `idiv`: the quotient toward zero. */
export function divideWhole(left: NumberValue, right: NumberValue): NumberValue {
  if (isNaN(left) || isNaN(right)) throw new XPathError("a whole quotient of NaN");
  return simplify(truncateQuotient(toDecimal(left), assertDivisor(right)));
}

function truncateQuotient(dividend: Decimal, divisor: Decimal): Decimal {
  const numerator = dividend.units * toPowerOfTen(divisor.scale);
  return new Decimal(numerator / (divisor.units * toPowerOfTen(dividend.scale)), 0);
}

/** `mod`: the remainder with the sign of the dividend. */
export function modulo(left: NumberValue, right: NumberValue): NumberValue {
  if (isSmall(left, right) && right !== 0) return (left as number) % (right as number);
  if (isNaN(left) || isNaN(right)) return Number.NaN;
  const [dividend, divisor] = [toDecimal(left), assertDivisor(right)];
  return simplify(dividend.minus(divisor.times(truncateQuotient(dividend, divisor))));
}

function assertDivisor(value: NumberValue): Decimal {
  const divisor = toDecimal(value);
  if (divisor.eq(0)) throw new XPathError("division by zero");
  return divisor;
}

export function negate(value: NumberValue): NumberValue {
  return typeof value === "number" ? -value || 0 : value.neg();
}

/** Returns the nearest integer; halves go up, as in `fn:round`. */
export function roundHalfUp(value: NumberValue): NumberValue {
  if (typeof value === "number") return value;
  return simplify(new Decimal(floor(value.plus("0.5")), 0));
}

/** Returns a negative number, 0 or a positive number; NaN if one is NaN. */
export function compareNumbers(left: NumberValue, right: NumberValue): number {
  if (isSmall(left, right)) return (left as number) - (right as number);
  if (isNaN(left) || isNaN(right)) return Number.NaN;
  return toDecimal(left).cmp(right);
}

/** Compares texts by code points. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * Returns true if a comparison holds for the sign of a difference. No comparison but `!=` holds for
 * NaN.
 */
export function holds(operator: Comparison, difference: number): boolean {
  switch (operator) {
    case "=":
      return difference === 0;
    case "!=":
      return difference !== 0;
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case ">":
      return difference > 0;
    default:
      return difference >= 0;
  }
}

/**
 * Compares two items as a general comparison does: a node's untyped text takes the type of the
 * other side.
 */
export function compareItems(left: Item, right: Item): number {
  if (isNumber(left)) return compareNumbers(left, asNumber(right));
  if (isNumber(right)) return compareNumbers(asNumber(left), right);
  if (typeof left === "boolean") return Number(left) - Number(asBoolean(right));
  if (typeof right === "boolean") return Number(asBoolean(left)) - Number(right);
  if (isDate(left) || isDate(right)) return asDate(left).time - asDate(right).time;
  return compareTexts(toText(left), toText(right));
}

function isDate(item: Item): item is DateValue {
  return typeof item === "object" && !(item instanceof Decimal) && item.kind === "date";
}

function asNumber(item: Item): NumberValue {
  if (isNumber(item)) return item;
  if (isNode(item)) return toNumber(getText(item));
  throw new XPathError("a number is compared with another type");
}

function asBoolean(item: Item): boolean {
  if (typeof item === "boolean") return item;
  if (isNode(item)) return castBoolean(getText(item));
  throw new XPathError("a boolean is compared with another type");
}

function asDate(item: Item): DateValue {
  if (isDate(item)) return item;
  if (isNode(item)) return castDate(getText(item));
  throw new XPathError("a date is compared with another type");
}
