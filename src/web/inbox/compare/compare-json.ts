import { ExactNumber, parseExactly } from "../record.ts";
import { alignLists } from "./align-lists.ts";
import type { ComparedRow } from "./comparison.ts";
import { createRow } from "./rows.ts";

/** Values at one place of both documents; undefined where a document has none. */
interface Place {
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * Compares two JSON documents by the paths of their members; undefined where one is not JSON or is
 * nested too deeply for the stack.
 */
export function compareJson(before: string, after: string): ComparedRow[] | undefined {
  const documents = { path: "", before: parseExactly(before), after: parseExactly(after) };
  if (documents.before === undefined || documents.after === undefined) return undefined;
  const rows: ComparedRow[] = [];
  try {
    compareValues(documents, rows);
    return rows;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function compareValues({ path, before, after }: Place, rows: ComparedRow[]): void {
  const places = listPlaces(path, before, after);
  if (places) for (const place of places) compareValues(place, rows);
  else rows.push(createRow(path || "The value", formatValue(before), formatValue(after)));
}

/** Returns the members of two objects or two lists; undefined for values to be compared whole. */
function listPlaces(path: string, before: unknown, after: unknown): Place[] | undefined {
  const values = [before, after].filter((value) => value !== undefined);
  if (values.every(Array.isArray)) return listItems(path, before as [], after as []);
  if (values.every(isObject)) return listMembers(path, before as object, after as object);
  return undefined;
}

function listItems(
  path: string,
  before: readonly unknown[] = [],
  after: readonly unknown[] = [],
): Place[] | undefined {
  if (before.length + after.length === 0) return undefined;
  return alignLists(before, after, areEqual).map(([first, second]) => ({
    path: `${path}[${second ?? first}]`,
    before: first === undefined ? undefined : before[first],
    after: second === undefined ? undefined : after[second],
  }));
}

function listMembers(path: string, before: object = {}, after: object = {}): Place[] | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  if (names.size === 0) return undefined;
  const [first, second] = [before, after].map((object) => new Map(Object.entries(object)));
  return [...names].map((name) => ({
    path: joinPath(path, name),
    before: first?.get(name) as unknown,
    after: second?.get(name) as unknown,
  }));
}

/** Joins a path and a member: `a.b`, `a["b c"]`. */
function joinPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

function areEqual(before: unknown, after: unknown): boolean {
  if (before instanceof ExactNumber || after instanceof ExactNumber)
    return formatValue(before) === formatValue(after);
  if (!isObject(before) || !isObject(after)) return before === after;
  if (Array.isArray(before) !== Array.isArray(after)) return false;
  const [first, second] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  if (first.size !== second.size) return false;
  return [...first].every(([name, value]) => second.has(name) && areEqual(value, second.get(name)));
}

/** Formats a value as JSON, with numbers in the sender's digits. */
function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof ExactNumber) return value.text;
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(",")}]`;
  const members = Object.entries(value);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${formatValue(member)}`).join(",")}}`;
}
