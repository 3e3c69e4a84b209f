import { getText } from "../xml/tree.ts";
import {
  compareNumbers,
  isNode,
  isNumber,
  type Item,
  type NumberValue,
  parseNumber,
  toNumber,
  toText,
  XPathError,
} from "./values.ts";

/** A sequence of XPath. */
export type Items = readonly Item[];

/** Stops an expression whose types cannot be right. */
export function failType(message: string): never {
  throw new XPathError(message);
}

export function toItems(value: NumberValue | undefined): Items {
  return value === undefined ? [] : [value];
}

/**
 * Returns the text of at most one node or text; none is empty. Throws an XPathError for anything
 * else.
 */
export function toOneText(items: Items): string {
  const [item] = items;
  if (item === undefined) return "";
  if (items.length > 1) throw new XPathError("several values where one is expected");
  if (typeof item !== "string" && !isNode(item)) throw new XPathError("a text is expected");
  return toText(item);
}

/** As `toOneText`, for functions that take values of any type. */
export function toAnyText(items: Items): string {
  const [item] = items;
  if (items.length > 1) throw new XPathError("several values where one is expected");
  return item === undefined ? "" : toText(item);
}

/**
 * Returns the number in at most one item; undefined for none. Throws an XPathError for anything
 * else.
 */
export function toOneNumber(items: Items): NumberValue | undefined {
  const [item] = items;
  if (item === undefined) return undefined;
  if (items.length > 1) throw new XPathError("several values where one is expected");
  if (isNumber(item)) return item;
  if (!isNode(item)) throw new XPathError("a number is expected");
  return toNumber(getText(item));
}

export function needNumber(value: NumberValue | undefined): NumberValue {
  if (value === undefined) throw new XPathError("a number is missing");
  return value;
}

/** Returns the number in at most one item, NaN for none and for other values. */
export function toNumberOrNaN(items: Items): NumberValue {
  const [item] = items;
  if (items.length > 1) throw new XPathError("several values where one is expected");
  if (item === undefined) return Number.NaN;
  if (isNumber(item)) return item;
  return typeof item === "boolean" ? Number(item) : parseNumber(toText(item));
}

export function isTrueNumber(value: NumberValue | undefined): boolean {
  if (value === undefined) return false;
  const difference = compareNumbers(value, 0);
  return difference !== 0 && !Number.isNaN(difference);
}

/**
 * Returns the effective boolean value. Throws an XPathError for several values that are not nodes.
 */
export function toBoolean(items: Items): boolean {
  const [first] = items;
  if (first === undefined) return false;
  if (isNode(first)) return true;
  if (items.length > 1) throw new XPathError("several values have no boolean value");
  if (typeof first === "boolean") return first;
  if (typeof first === "string") return first !== "";
  if (isNumber(first)) return isTrueNumber(first);
  throw new XPathError("a date has no boolean value");
}

/** Casts at most one item. Returns undefined for none. */
export function castOptional<T>(cast: (text: string) => T, items: Items): T | undefined {
  return castEach(cast, items)[0];
}

/** Casts at most one item, into a sequence. */
export function castEach<T>(cast: (text: string) => T, items: Items): T[] {
  if (items.length > 1) throw new XPathError("several values where one is expected");
  return items.map((item) => cast(toText(item)));
}

export function isCastable(cast: (text: string) => unknown, items: Items): boolean {
  if (items.length !== 1) return false;
  try {
    castEach(cast, items);
    return true;
  } catch (error) {
    if (error instanceof XPathError) return false;
    throw error;
  }
}
