import type { Field } from "../form/field.ts";

/** Lists the paths of fields as columns name them: `to.name`, `items[].rate`. */
export function listPaths(fields: readonly Field[], parent = ""): string[] {
  return fields.flatMap((field) => listFieldPaths(field, parent + field.name));
}

function listFieldPaths({ kind, fields, item }: Field, path: string): string[] {
  if (kind === "object" && fields) return listPaths(fields, `${path}.`);
  if (kind !== "list" || !item) return [path];
  return item.fields ? listPaths(item.fields, `${path}[].`) : [path];
}

/** The field of each column by its header; null: it is not sent. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Matches columns to fields by their names, whatever their case and spaces. */
export function matchHeader(header: readonly string[], paths: readonly string[]): Mapping {
  const byName = new Map(paths.map((path) => [simplify(path), path]));
  const find = (name: string) => {
    // A position in a list is a column of the same field.
    const isPosition = byName.has(simplify(name.replace(/\[\d+\]/g, "[]")));
    return byName.get(simplify(name)) ?? (isPosition ? name : null);
  };
  return Object.fromEntries(header.map((name) => [name, find(name)]));
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

/** Returns the first names of the fields that columns set. */
export function listMapped(mapping: Mapping): string[] {
  const paths = Object.values(mapping).filter((path) => path !== null);
  return [...new Set(paths.map((path) => path.split(/[.[]/, 1)[0] ?? ""))];
}
