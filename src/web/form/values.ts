import type { Field } from "./field.ts";

/**
 * What a form holds: the text of every control by its path (`items.0.rate`), exactly as a browser posts it.
 * One shape for the page, the posted form, the address's fragment and the history entry.
 */
export type Values = Record<string, string>;

/** What a form holds for an input: its members, and defaults where it has none. */
export function toValues(fields: readonly Field[], input: unknown, path = ""): Values {
  const members = (typeof input === "object" && input !== null ? input : {}) as Values;
  const values: Values = {};
  for (const field of fields) {
    const given = members[field.name] as unknown;
    Object.assign(values, fieldValues(field, given, path + field.name));
  }
  return values;
}

function fieldValues(field: Field, given: unknown, path: string): Values {
  if (field.kind === "object") return toValues(field.fields ?? [], given, `${path}.`);
  const { item } = field;
  if (field.kind === "list" && item) {
    const list = Array.isArray(given) ? (given as unknown[]) : [];
    return Object.assign(
      {},
      ...list.map((one, index) => fieldValues(item, one, `${path}.${index}`)),
    );
  }
  if (Array.isArray(given)) return { [path]: given.join(field.kind === "lines" ? "\n" : ", ") };
  if (given === undefined || given === null) {
    return field.initial === undefined ? {} : { [path]: field.initial };
  }
  return { [path]: typeof given === "string" ? given : JSON.stringify(given) };
}

/** The input that a filled form stands for. Members that are empty or at their default are left out. */
export function toInput(fields: readonly Field[], values: Values, path = ""): object {
  const members = fields
    .filter((field) => isVisible(field, values, path + field.name))
    .map((field) => [field.name, toMember(field, values, path + field.name)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Returns true unless a condition of the field, which is at `path`, is not met by its siblings. */
export function isVisible({ visibleWhen = {} }: Field, values: Values, path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  return Object.entries(visibleWhen).every(([member, choices]) =>
    choices.includes(values[parent + member] ?? ""),
  );
}

function toMember(field: Field, values: Values, path: string): unknown {
  if (field.kind === "object") {
    const value = toInput(field.fields ?? [], values, `${path}.`);
    // Required members of an optional object are empty while nobody fills it in.
    const isBlank = Object.values(value).every((member) => member === "");
    return field.required || !isBlank ? value : undefined;
  }
  if (field.kind === "list") return toList(field, values, path);
  const text = values[path] ?? "";
  if (!field.required && text === (field.initial ?? "")) return undefined;
  return toScalar(field, text);
}

function toList({ item, required }: Field, values: Values, path: string): unknown {
  if (!item) return undefined;
  const list = rowsOf(values, path).map((row) => toMember(item, values, `${path}.${row}`));
  return list.length > 0 || required ? list : undefined;
}

function toScalar(field: Field, text: string): unknown {
  const empty = text.trim() === "";
  if (field.kind === "boolean") return text === "true";
  const isNumber = field.kind === "number" || field.kind === "numberOrText" || field.numeric;
  if (isNumber && empty) return undefined;
  // What is no number is sent as it is: the API says best what is wrong with it.
  if (isNumber && NUMBER.test(text.trim()) && Number.isFinite(Number(text))) return Number(text);
  if (text === "" && !field.required) return undefined;
  return field.defaultScheme === undefined ? text : addScheme(text, field.defaultScheme);
}

/** Adds the scheme to a URL that people typed without one. */
function addScheme(text: string, scheme: string): string {
  const url = text.trim();
  const isComplete = url === "" || url.includes("://") || /^https?:/i.test(url);
  return isComplete ? url : `${scheme}://${url}`;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** The positions of a list that the form holds, in order. */
export function rowsOf(values: Values, path: string): number[] {
  const rows = new Set<number>();
  for (const key of Object.keys(values)) {
    if (!key.startsWith(`${path}.`)) continue;
    const row = key.slice(path.length + 1).split(".", 1)[0] ?? "";
    if (/^\d{1,4}$/.test(row)) rows.add(Number(row));
  }
  return [...rows].sort((one, other) => one - other);
}

/** The values with one more row at the end of a list. */
export function withRow(values: Values, path: string, item: Field): Values {
  const row = (rowsOf(values, path).at(-1) ?? -1) + 1;
  const members = item.kind === "object" ? (item.fields ?? []) : [{ ...item, name: "" }];
  const added = members.map(({ name, initial = "" }) => [joined(`${path}.${row}`, name), initial]);
  return { ...values, ...Object.fromEntries(added) };
}

/** The values without one row; those after it move up. */
export function withoutRow(values: Values, path: string, row: number): Values {
  const kept: Values = {};
  for (const [key, value] of Object.entries(values)) {
    const [own, ...rest] = key.startsWith(`${path}.`) ? key.slice(path.length + 1).split(".") : [];
    const position = Number(own);
    if (own === undefined || position < row) kept[key] = value;
    else if (position > row) kept[[path, position - 1, ...rest].join(".")] = value;
  }
  return kept;
}

function joined(path: string, name: string): string {
  return name === "" ? path : `${path}.${name}`;
}

/** The values as the text of an address's query or fragment; empty ones are left out. */
export function toText(values: Values): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

/** The most controls a form may have. */
const MAX_CONTROLS = 5000;

/** The values in a posted form or a fragment; where a name comes twice the last counts. */
export function fromText(text: string): Values {
  const entries = [...new URLSearchParams(text)].slice(0, MAX_CONTROLS);
  // Browsers post CRLF where a text breaks its lines.
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}
