import { coerceText } from "../../lib/input/coerce-text.ts";
import type { Column } from "./columns.ts";
import { type FieldStep, NEW_ENTRY } from "./fields.ts";
import { createTableError, type TableRecord } from "./read-table.ts";

/** A record and its number among the data rows, from 1. */
export interface DataRow extends TableRecord {
  row: number;
}

/**
 * Returns the input that the rows of one group form together: `[]` columns append entries, every
 * other column has the cells of the first row. Throws a ValidationError for a row with more cells
 * than the header, or another cell than the first row's.
 */
export function toInput(
  columns: readonly Column[],
  rows: readonly DataRow[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const [first] = rows;
  for (const row of rows) {
    requireWidth(row, columns.length);
    if (first && row !== first) requireEqualCells(columns, row, first);
    addCells(input, columns, { row, isFirst: row === first });
  }
  return input;
}

/** Throws a ValidationError for a row with more cells than the header. */
export function requireWidth({ row, count }: DataRow, width: number): void {
  if (count > width)
    throw createTableError(`row ${row}`, `has ${count} cells; the header has ${width}`);
}

function requireEqualCells(columns: readonly Column[], later: DataRow, first: DataRow): void {
  for (const [index, column] of columns.entries()) {
    const cell = later.cells[index] ?? "";
    if (column.isOmitted || isEntryColumn(column) || cell === "" || cell === first.cells[index])
      continue;
    const subject = `row ${later.row}: ${column.label}`;
    throw createTableError(subject, `differs from row ${first.row}`);
  }
}

function isEntryColumn({ field }: Column): boolean {
  return field?.path.includes(NEW_ENTRY) ?? false;
}

function addCells(
  input: Record<string, unknown>,
  columns: readonly Column[],
  { row, isFirst }: { row: DataRow; isFirst: boolean },
): void {
  /** Lengths that the lists had before this row, so that its cells share one entry. */
  const lengths = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    const cell = row.cells[index] ?? "";
    const { field } = column;
    if (!field || cell === "" || !(isFirst || isEntryColumn(column))) continue;
    setValue(input, field.path, { value: coerceText(field.node.type, cell), lengths });
  }
}

type Container = Record<FieldStep, unknown>;

/** Sets a value in an object, and creates the objects and lists on its path. */
function setValue(
  input: Record<string, unknown>,
  path: readonly FieldStep[],
  { value, lengths }: { value: unknown; lengths: Map<string, number> },
): void {
  let container: Container = input;
  for (const [index, step] of path.entries()) {
    const key = step === NEW_ENTRY ? findEntry(container, path.slice(0, index), lengths) : step;
    const next = path[index + 1];
    if (next === undefined) container[key] = value;
    else container[key] ??= typeof next === "number" || next === NEW_ENTRY ? [] : {};
    container = container[key] as Container;
  }
}

/** Returns the index of the entry that a row adds to a list. */
function findEntry(
  container: Container,
  path: readonly FieldStep[],
  lengths: Map<string, number>,
): number {
  const list = path.join("\0");
  const length = lengths.get(list) ?? (container as unknown as unknown[]).length;
  lengths.set(list, length);
  return length;
}

/**
 * Groups rows by the cells of some columns, each group at the place of its first row. Without
 * columns each row is a group.
 */
export function groupRows(rows: readonly DataRow[], by: readonly number[]): DataRow[][] {
  if (by.length === 0) return rows.map((row) => [row]);
  const groups = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(by.map((index) => row.cells[index] ?? ""));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
