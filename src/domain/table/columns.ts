import { ValidationError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import { createTableError } from "./read-table.ts";
import { type ColumnField, findField, formatFieldPath, NEW_ENTRY } from "./fields.ts";

export interface Column {
  /** Its cell of the header, without outer spaces. */
  header: string;
  /** Absent: the column is not sent to the tool. */
  field?: ColumnField;
  /** The path of its field, or its header. */
  label: string;
  /** True: the mapping leaves it out. */
  isOmitted?: true;
}

/** Field paths by the header of a column; `null` leaves the column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/**
 * Finds the field of each column. Throws a ValidationError for a repeated column, a mapping with an
 * unknown column or field, and a list with both positions and `[]`.
 */
export function matchColumns(
  header: readonly string[],
  schema: SchemaNode,
  mapping: ColumnMapping = {},
): Column[] {
  const names = header.map((cell) => cell.trim());
  requireUnique(names);
  for (const name of Object.keys(mapping)) {
    if (!names.includes(name)) throw ValidationError.at(["mapping", name], "is not a column");
  }
  const columns = names.map((name) => toColumn(name, schema, mapping));
  requireUnique(columns.flatMap(({ field, label }) => (field ? [label] : [])));
  requireOneNotation(columns);
  requireSeparateFields(columns);
  return columns;
}

function toColumn(header: string, schema: SchemaNode, mapping: ColumnMapping): Column {
  const target = Object.hasOwn(mapping, header) ? mapping[header] : undefined;
  if (target === null) return { header, label: header, isOmitted: true };
  const field = findField(schema, target ?? header);
  if (typeof target === "string" && !field)
    throw ValidationError.at(["mapping", header], `must be a field, not ${JSON.stringify(target)}`);
  return field ? { header, field, label: formatFieldPath(field.path) } : { header, label: header };
}

/** Throws a ValidationError for a column that is there twice. */
export function requireUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw createTableError(`column ${JSON.stringify(name)}`, "is there twice");
    }
    seen.add(name);
  }
}

function requireOneNotation(columns: readonly Column[]): void {
  const lists = new Map<string, "position" | "entry">();
  for (const { field } of columns) {
    for (const [index, step] of (field?.path ?? []).entries()) {
      if (typeof step !== "number" && step !== NEW_ENTRY) continue;
      const list = formatFieldPath(field?.path.slice(0, index) ?? []);
      const notation = step === NEW_ENTRY ? "entry" : "position";
      if ((lists.get(list) ?? notation) !== notation) {
        throw createTableError(list, "has columns with a position and columns with []");
      }
      lists.set(list, notation);
    }
  }
}

/** Refuses `to` beside `to.name`, because both set the same member. */
function requireSeparateFields(columns: readonly Column[]): void {
  const labels = new Set(columns.flatMap(({ field, label }) => (field ? [label] : [])));
  for (const { field, label } of columns) {
    const parents = (field?.path ?? []).slice(1).map((_, index) => field?.path.slice(0, index + 1));
    const parent = parents
      .map((path = []) => formatFieldPath(path))
      .find((path) => labels.has(path));
    if (parent !== undefined)
      throw createTableError(`column ${JSON.stringify(label)}`, `is a part of column "${parent}"`);
  }
}
