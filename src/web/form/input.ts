import type { Field } from "./field.ts";
import { parseNumber } from "./parse-number.ts";
import { isVisible, listPaths, listRows, toValues, type Values } from "./values.ts";

/** Returns the input of a filled form, without members that are empty or at their default. */
export function toInput(fields: readonly Field[], values: Values, path = ""): object {
  const members = fields
    .filter((field) => isVisible(field, values, path + field.name))
    .map((field) => [field.name, toMember(field, values, path + field.name)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function toMember(field: Field, values: Values, path: string): unknown {
  if (field.kind === "record") {
    const members = listPaths(values, path)
      .map((key) => [key.slice(path.length + 1), values[key]])
      .filter(([, text]) => text !== "");
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (field.kind === "object") {
    const value = toInput(field.fields ?? [], values, `${path}.`);
    // An optional object that was not filled in has empty required members.
    const isBlank = Object.values(value).every((member) => member === "");
    return field.required || !isBlank ? value : undefined;
  }
  if (field.kind === "list") return toList(field, values, path);
  const text = values[path] ?? "";
  if (findReplacement(field, values, path) !== undefined) return undefined;
  if (!field.required && text === (field.initial ?? "")) return undefined;
  return toScalar(field, text);
}

/** Returns the path of the field that is sent instead of an empty one. */
function findReplacement({ unless = [] }: Field, values: Values, path: string): string | undefined {
  if ((values[path] ?? "") !== "") return undefined;
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  return unless.map((name) => parent + name).find((sibling) => (values[sibling] ?? "") !== "");
}

function toList(field: Field, values: Values, path: string): unknown {
  const { item, required, maxItems = Infinity } = field;
  if (!item) return undefined;
  // One more than the limit, which the API names.
  const rows = listFilledRows(item, values, path).slice(0, maxItems + 1);
  const list = rows.map((row) => toMember(item, values, `${path}.${row}`));
  return list.length > 0 || required ? list : undefined;
}

/** The filled rows of forms by the paths of their lists, because each error of a row needs them. */
const filledRows = new WeakMap<Values, Map<string, number[]>>();

/**
 * Returns the rows that are sent. Rows without any text but defaults are not, because they were not
 * filled in yet.
 */
function listFilledRows(item: Field, values: Values, path: string): number[] {
  const lists = filledRows.get(values) ?? new Map<string, number[]>();
  filledRows.set(values, lists);
  const rows = lists.get(path) ?? findFilledRows(item, values, path);
  lists.set(path, rows);
  return rows;
}

function findFilledRows(item: Field, values: Values, path: string): number[] {
  const initial = toValues([{ ...item, name: "" }], {});
  const filled = new Set<string>();
  // One pass over the list, because a link may contain thousands of rows.
  for (const key of listPaths(values, path)) {
    const text = values[key] ?? "";
    if (text.trim() === "" || text === "false") continue;
    const [row = ""] = key.slice(path.length + 1).split(".", 1);
    const member = key.slice(path.length + 1 + row.length);
    if (text !== (initial[member] ?? "")) filled.add(row);
  }
  return listRows(values, path).filter((row) => filled.has(String(row)));
}

/**
 * Returns the path in the form of a path in the input: `items.0.rate` of the input is
 * `items.1.rate` of the form when the form's first row is blank. An empty member's path is that of
 * the one that replaces it.
 */
export function toFormPath(fields: readonly Field[], values: Values, path: string): string {
  const [name = "", ...steps] = path.split(".");
  const field = fields.find((member) => member.name === name);
  if (!field) return path;
  return steps.length > 0
    ? `${name}.${getInnerPath(field, values, { path: name, steps })}`
    : (findReplacement(field, values, name) ?? path);
}

function getInnerPath(
  field: Field,
  values: Values,
  { path, steps }: { path: string; steps: readonly string[] },
): string {
  const [step = "", ...deeper] = steps;
  const inner = field.item ?? field.fields?.find((member) => member.name === step);
  const name = field.item
    ? String(listFilledRows(field.item, values, path)[Number(step)] ?? step)
    : step;
  if (!inner || deeper.length === 0) return [name, ...deeper].join(".");
  return `${name}.${getInnerPath(inner, values, { path: `${path}.${name}`, steps: deeper })}`;
}

function toScalar(field: Field, text: string): unknown {
  const empty = text.trim() === "";
  if (field.kind === "boolean") return text === "true";
  const isNumber = field.kind === "number" || field.kind === "numberOrText" || field.numeric;
  if (isNumber && empty) return undefined;
  // Other text is sent as it is, so that the API explains what is wrong with it.
  const number = isNumber ? parseNumber(text) : NaN;
  if (Number.isFinite(number)) return number;
  if (text === "" && !field.required) return undefined;
  if (field.json) return toJsonValue(text);
  return field.defaultScheme === undefined ? text : addScheme(text, field.defaultScheme);
}

/** Returns the value of a text that is an object or a list in JSON, else the text. */
function toJsonValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Adds the scheme to a URL that was typed without one. */
function addScheme(text: string, scheme: string): string {
  const url = text.trim();
  const isComplete = url === "" || url.includes("://") || /^https?:/i.test(url);
  return isComplete ? url : `${scheme}://${url}`;
}
