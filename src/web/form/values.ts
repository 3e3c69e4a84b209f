import type { Field } from "./field.ts";

/**
 * The text of every control of a form by its path (`items.0.rate`), exactly as a browser posts it.
 * Pages, posted forms, links, the history and the storage on the device share this shape.
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
      ...list.map((value, index) => getFieldValues(item, value, `${path}.${index}`)),
    );
  }
  if (field.json && typeof given === "object" && given !== null)
    return { [path]: JSON.stringify(given) };
  if (Array.isArray(given)) return { [path]: given.join(field.kind === "lines" ? "\n" : ", ") };
  if (given === undefined || given === null) {
    const first = field.start ?? field.initial;
    return first === undefined ? {} : { [path]: first };
  }
  return { [path]: typeof given === "string" ? given : JSON.stringify(given) };
}

/** Returns true unless the field, which is at `path`, has conditions and none of them is met. */
export function isVisible({ visibleWhen }: Field, values: Values, path: string): boolean {
  return (
    visibleWhen?.some((condition) =>
      Object.entries(condition).every(([member, choices]) =>
        choices.includes(values[resolveMember(path, member)] ?? ""),
      ),
    ) ?? true
  );
}

/** Returns the path of the member that a condition of the field at `path` names. */
export function resolveMember(path: string, member: string): string {
  return member.startsWith("/")
    ? member.slice(1)
    : path.slice(0, path.lastIndexOf(".") + 1) + member;
}

/** The paths inside each path of a form. Kept, because every row asks for those of its lists. */
const indexes = new WeakMap<Values, ReadonlyMap<string, readonly string[]>>();

/** Steps of a path that are read, because a posted name may have thousands. */
const MAX_STEPS = 12;

/** Returns the paths of the controls inside a list, record or object. */
export function listPaths(values: Values, path: string): readonly string[] {
  const index = indexes.get(values) ?? indexPaths(values);
  indexes.set(values, index);
  return index.get(path) ?? [];
}

/** Lists the paths inside every path, in one pass. */
function indexPaths(values: Values): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const key of Object.keys(values)) {
    let dot = key.indexOf(".");
    for (let step = 0; dot !== -1 && step < MAX_STEPS; step++) {
      const path = key.slice(0, dot);
      const paths = index.get(path);
      if (paths) paths.push(key);
      else index.set(path, [key]);
      dot = key.indexOf(".", dot + 1);
    }
  }
  return index;
}

/** Returns the indexes of a list's rows, in order. */
export function listRows(values: Values, path: string): number[] {
  const rows = new Set<number>();
  const pattern = /(\d{1,4})(?:\.|$)/y;
  for (const key of listPaths(values, path)) {
    pattern.lastIndex = path.length + 1;
    const [, row] = pattern.exec(key) ?? [];
    if (row !== undefined) rows.add(Number(row));
  }
  return [...rows].sort((a, b) => a - b);
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
    listRows(values, path).filter((index) => index !== row),
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

/** Longest URL that servers and browsers accept everywhere. */
export const MAX_URL = 6000;

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
