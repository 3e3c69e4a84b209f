import type { Field } from "./field.ts";

/**
 * The text of every control of a form by its path (`items.0.rate`), exactly as a browser posts it. Pages, posted forms,
 * links, the history and the storage on the device share this shape.
 */
export type Values = Record<string, string>;

/** Returns the values of a form for an input; missing members are at their defaults. */
export function toValues(fields: readonly Field[], input: unknown, path = ""): Values {
  const members = (typeof input === "object" && input !== null ? input : {}) as Values;
  const values: Values = {};
  for (const field of fields) {
    const given = members[field.name] as unknown;
    Object.assign(values, getFieldValues(field, given, path + field.name));
  }
  return values;
}

function getFieldValues(field: Field, given: unknown, path: string): Values {
  if (field.kind === "object") return toValues(field.fields ?? [], given, `${path}.`);
  if (field.kind === "record") {
    const members = Object.entries((given ?? {}) as Values);
    return Object.fromEntries(members.map(([name, text]) => [`${path}.${name}`, text]));
  }
  const { item } = field;
  if (field.kind === "list" && item) {
    const list = Array.isArray(given) ? (given as unknown[]) : [];
    return Object.assign(
      {},
      ...list.map((one, index) => getFieldValues(item, one, `${path}.${index}`)),
    );
  }
  if (Array.isArray(given)) return { [path]: given.join(field.kind === "lines" ? "\n" : ", ") };
  if (given === undefined || given === null) {
    const first = field.start ?? field.initial;
    return first === undefined ? {} : { [path]: first };
  }
  return { [path]: typeof given === "string" ? given : JSON.stringify(given) };
}

/** Returns the input of a filled form, without members that are empty or at their default. */
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
  if (field.kind === "record") {
    const members = Object.entries(values).flatMap(([key, text]) =>
      key.startsWith(`${path}.`) && text !== "" ? [[key.slice(path.length + 1), text]] : [],
    );
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (field.kind === "object") {
    const value = toInput(field.fields ?? [], values, `${path}.`);
    // An optional object that nobody filled in has empty required members.
    const isBlank = Object.values(value).every((member) => member === "");
    return field.required || !isBlank ? value : undefined;
  }
  if (field.kind === "list") return toList(field, values, path);
  const text = values[path] ?? "";
  if (text === "" && isReplaced(field, values, path)) return undefined;
  if (!field.required && text === (field.initial ?? "")) return undefined;
  return toScalar(field, text);
}

function isReplaced({ unless = [] }: Field, values: Values, path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  return unless.some((member) => (values[parent + member] ?? "") !== "");
}

function toList({ item, required }: Field, values: Values, path: string): unknown {
  if (!item) return undefined;
  const list = listFilledRows(item, values, path).map((row) =>
    toMember(item, values, `${path}.${row}`),
  );
  return list.length > 0 || required ? list : undefined;
}

/** Returns the rows that are sent. Rows without any text but defaults are not, because nobody filled them in yet. */
function listFilledRows(item: Field, values: Values, path: string): number[] {
  const initial = toValues([{ ...item, name: "" }], {});
  const filled = new Set<string>();
  // One pass over all values, because a link may contain thousands of rows.
  for (const [key, text] of Object.entries(values)) {
    if (!key.startsWith(`${path}.`) || text.trim() === "" || text === "false") continue;
    const [row = ""] = key.slice(path.length + 1).split(".", 1);
    const member = key.slice(path.length + 1 + row.length);
    if (text !== (initial[member] ?? "")) filled.add(row);
  }
  return listRows(values, path).filter((row) => filled.has(String(row)));
}

/**
 * Returns the path in the form of a path in the input: `items.0.rate` of the input is `items.1.rate` of the form when the
 * form's first row is blank.
 */
export function toFormPath(fields: readonly Field[], values: Values, path: string): string {
  const [name = "", ...rest] = path.split(".");
  const field = fields.find((one) => one.name === name);
  return field && rest.length > 0
    ? `${name}.${getInnerPath(field, values, { path: name, rest })}`
    : path;
}

function getInnerPath(
  field: Field,
  values: Values,
  { path, rest }: { path: string; rest: readonly string[] },
): string {
  const [step = "", ...deeper] = rest;
  const inner = field.item ?? field.fields?.find((one) => one.name === step);
  const own = field.item
    ? String(listFilledRows(field.item, values, path)[Number(step)] ?? step)
    : step;
  if (!inner || deeper.length === 0) return [own, ...deeper].join(".");
  return `${own}.${getInnerPath(inner, values, { path: `${path}.${own}`, rest: deeper })}`;
}

function toScalar(field: Field, text: string): unknown {
  const empty = text.trim() === "";
  if (field.kind === "boolean") return text === "true";
  const isNumber = field.kind === "number" || field.kind === "numberOrText" || field.numeric;
  if (isNumber && empty) return undefined;
  // Other text is sent as it is, so that the API explains what is wrong with it.
  if (isNumber && NUMBER.test(text.trim()) && Number.isFinite(Number(text))) return Number(text);
  if (text === "" && !field.required) return undefined;
  return field.defaultScheme === undefined ? text : addScheme(text, field.defaultScheme);
}

/** Adds the scheme to a URL that was typed without one. */
function addScheme(text: string, scheme: string): string {
  const url = text.trim();
  const isComplete = url === "" || url.includes("://") || /^https?:/i.test(url);
  return isComplete ? url : `${scheme}://${url}`;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Returns the indexes of a list's rows, in order. */
export function listRows(values: Values, path: string): number[] {
  const rows = new Set<number>();
  for (const key of Object.keys(values)) {
    if (!key.startsWith(`${path}.`)) continue;
    const row = key.slice(path.length + 1).split(".", 1)[0] ?? "";
    if (/^\d{1,4}$/.test(row)) rows.add(Number(row));
  }
  return [...rows].sort((one, other) => one - other);
}

/** Returns the values with one more row at the end of a list. */
export function withRow(values: Values, path: string, item: Field): Values {
  const row = (listRows(values, path).at(-1) ?? -1) + 1;
  const members = item.kind === "object" ? (item.fields ?? []) : [{ ...item, name: "" }];
  const added = members.map(({ name, initial = "" }) => [
    joinRows(`${path}.${row}`, name),
    initial,
  ]);
  return { ...values, ...Object.fromEntries(added) };
}

/** Returns the values without one row; later rows move up. */
export function withoutRow(values: Values, path: string, row: number): Values {
  return withRows(
    values,
    path,
    listRows(values, path).filter((one) => one !== row),
  );
}

/** Returns the values with only these rows of a list, in this order; a row may be repeated. */
export function withRows(values: Values, path: string, rows: readonly number[]): Values {
  const kept: Values = {};
  const members = new Map<string, [rest: string, value: string][]>();
  for (const [key, value] of Object.entries(values)) {
    const [, row, rest = ""] = /^(\d+)(.*)$/s.exec(key.slice(path.length + 1)) ?? [];
    if (row === undefined || !key.startsWith(`${path}.`)) kept[key] = value;
    else members.set(row, [...(members.get(row) ?? []), [rest, value]]);
  }
  for (const [index, row] of rows.entries()) {
    for (const [rest, value] of members.get(String(row)) ?? []) {
      kept[`${path}.${index}${rest}`] = value;
    }
  }
  return kept;
}

function joinRows(path: string, name: string): string {
  return name === "" ? path : `${path}.${name}`;
}

/** Serializes the values as the query or fragment of a URL; empty ones are left out. */
export function toText(values: Values): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

/** Maximum number of controls. */
const MAX_CONTROLS = 5000;

/** Parses a posted form or a fragment. The last value of a repeated name counts. */
export function parseText(text: string): Values {
  const entries = [...new URLSearchParams(text)].slice(0, MAX_CONTROLS);
  // Browsers post line breaks as CRLF.
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}
