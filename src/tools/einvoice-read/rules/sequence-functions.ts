import { getText, type XmlNode } from "../xml/tree.ts";
import { type Items, needNumber, toBoolean, toOneNumber } from "./conversions.ts";
import {
  add,
  compareItems,
  compareNumbers,
  type Comparison,
  holds,
  isNumber,
  type Item,
  type NumberValue,
  roundHalfUp,
  toText,
  XPathError,
} from "./values.ts";

/** Returns true if a comparison is true for any pair of items. */
export function compare(operator: Comparison, left: Items, right: Items): boolean {
  return left.some((item) =>
    right.some((counterpart) => holds(operator, compareItems(item, counterpart))),
  );
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
  return withOne((number) => (typeof number === "number" ? Math.abs(number) : number.abs()), value);
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
