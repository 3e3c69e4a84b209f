import { getText, type XmlNode } from "../xml/tree.ts";
import {
  absolute,
  compareItems,
  compareNumbers,
  type Comparison,
  holds,
  isNode,
  isNumber,
  type Item,
  type NumberValue,
  parseNumber,
  roundHalfUp,
  add,
  toNumber,
  toText,
  XPathError,
} from "./values.ts";

type Items = readonly Item[];

// Conversions

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

/** Returns the number in at most one item, NaN for none and for what is no number. */
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

// Comparisons and arithmetic on sequences

/** Returns true if a comparison holds for any pair of items. */
export function compare(operator: Comparison, left: Items, right: Items): boolean {
  return left.some((one) => right.some((other) => holds(operator, compareItems(one, other))));
}

/** Returns true if one of the nodes has exactly this text. */
export function someTextIs(nodes: readonly XmlNode[], text: string): boolean {
  return nodes.some((node) => getText(node) === text);
}

export function withBoth(
  operator: (left: NumberValue, right: NumberValue) => NumberValue,
  left: NumberValue | undefined,
  right: NumberValue | undefined,
): NumberValue | undefined {
  return left === undefined || right === undefined ? undefined : operator(left, right);
}

export function withOne(
  operator: (value: NumberValue) => NumberValue,
  value: NumberValue | undefined,
): NumberValue | undefined {
  return value === undefined ? undefined : operator(value);
}

export function roundOptional(value: NumberValue | undefined): NumberValue | undefined {
  return withOne(roundHalfUp, value);
}

export function absoluteOptional(value: NumberValue | undefined): NumberValue | undefined {
  return withOne(absolute, value);
}

export function sum(items: Items): NumberValue {
  let total: NumberValue = 0;
  for (const item of items) total = add(total, needNumber(toOneNumber([item])));
  return total;
}

/** Largest range that is enumerated; the rules count digits of identifiers. */
const MAX_RANGE = 10_000;

export function toRange(start: NumberValue | undefined, end: NumberValue | undefined): number[] {
  if (start === undefined || end === undefined) return [];
  const [first, last] = [Number(start), Number(end)];
  if (last - first > MAX_RANGE) throw new XPathError("a range is too long");
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

// Predicates

type Predicate<T> = (item: Item, index: number, size: number) => T;

/** Returns the item at a position from 1. */
export function takeAt<T extends Item>(items: readonly T[], position: Predicate<NumberValue>): T[] {
  return items.filter(
    (item, index) => compareNumbers(position(item, index, items.length), index + 1) === 0,
  );
}

export function filterBy<T extends Item>(items: readonly T[], test: Predicate<boolean>): T[] {
  return items.filter((item, index) => test(item, index, items.length));
}

/** Filters by a value whose type is not known before: a number is a position. */
export function filterItems<T extends Item>(items: readonly T[], test: Predicate<Items>): T[] {
  return items.filter((item, index) => {
    const result = test(item, index, items.length);
    const [only] = result;
    if (result.length === 1 && only !== undefined && isNumber(only)) {
      return compareNumbers(only, index + 1) === 0;
    }
    return toBoolean(result);
  });
}

// Texts

const SPACE = /[ \t\r\n]+/g;

export function normalizeSpace(text: string): string {
  return text.replace(SPACE, " ").replace(/^ | $/g, "");
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function upperCase(text: string): string {
  return text.toUpperCase();
}

export function contains(text: string, part: string): boolean {
  return text.includes(part);
}

export function startsWith(text: string, start: string): boolean {
  return text.startsWith(start);
}

export function endsWith(text: string, end: string): boolean {
  return text.endsWith(end);
}

export function substringAfter(text: string, mark: string): string {
  const index = text.indexOf(mark);
  return index === -1 ? "" : text.slice(index + mark.length);
}

export function substringBefore(text: string, mark: string): string {
  const index = text.indexOf(mark);
  return index === -1 ? "" : text.slice(0, index);
}

/** Returns code points from a position, which counts from 1 and may be outside the text. */
export function substring(text: string, start: NumberValue, length?: NumberValue): string {
  const first = Number(roundHalfUp(start));
  const end = length === undefined ? Infinity : first + Number(roundHalfUp(length));
  return Array.from(text)
    .filter((_, index) => index + 1 >= first && index + 1 < end)
    .join("");
}

export function translate(text: string, from: string, to: string): string {
  const targets = Array.from(to);
  const map = new Map<string, string>();
  for (const [index, char] of Array.from(from).entries()) {
    if (!map.has(char)) map.set(char, targets[index] ?? "");
  }
  return Array.from(text, (char) => map.get(char) ?? char).join("");
}

export function joinTexts(items: Items, separator = ""): string {
  return items.map(toText).join(separator);
}

export function toCodePoints(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

export function fromCodePoints(items: Items): string {
  return items.map((item) => String.fromCodePoint(Number(toOneNumber([item])))).join("");
}

const patterns = new Map<string, RegExp>();

/**
 * Translates a regular expression of XPath, which knows digits of all scripts; only patterns of the
 * rules come here.
 */
function getPattern(source: string): RegExp {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = new RegExp(source.replaceAll("\\d", "\\p{Nd}"), "gu");
  patterns.set(source, pattern);
  return pattern;
}

export function matchesPattern(text: string, source: string): boolean {
  const pattern = getPattern(source);
  pattern.lastIndex = 0;
  return pattern.test(text);
}

export function replacePattern(text: string, source: string, replacement: string): string {
  return text.replace(getPattern(source), replacement);
}

export function tokenize(text: string, source: string): string[] {
  return text === "" ? [] : text.split(getPattern(source));
}

// Sequences and names

export function reverse(items: Items): Item[] {
  return items.toReversed();
}

export function listDistinct(items: Items): Item[] {
  const distinct = new Map<string, Item>();
  for (const item of items) {
    const key = isNumber(item) ? `number ${toText(item)}` : toText(item);
    if (!distinct.has(key)) distinct.set(key, item);
  }
  return [...distinct.values()];
}

/** Returns the name of a node with its usual prefix. */
export function getName([node]: readonly XmlNode[]): string {
  return node?.kind === "element" || node?.kind === "attribute" ? node.name : "";
}

export function getLocalName(nodes: readonly XmlNode[]): string {
  return getName(nodes).replace(/^.*[:}]/, "");
}
