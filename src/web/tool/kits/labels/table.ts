import { readTable } from "../../../../domain/table/read-table.ts";

/** The rows of a form as a grid: the names of the columns, and the cells of each row. */
export interface Table {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Reads the rows of a form, CSV or a list in JSON. Throws an Error for a broken table. */
function parseRows(text: string): Table {
  const list = parseList(text);
  if (list) {
    const names = [...new Set(list.flatMap((row) => Object.keys(row)))];
    return { names, rows: list.map((row) => names.map((name) => formatValue(row[name]))) };
  }
  const [header = [""], ...rows] = Array.from(readTable(text), ({ cells }) => cells);
  return {
    names: header.map((cell) => cell.trim()),
    rows: rows.map((cells) => header.map((_, index) => cells[index] ?? "")),
  };
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the table of a text, or why it is none. */
export function tryParseRows(text: string): [table: Table | undefined, problem: string] {
  try {
    return [parseRows(text), ""];
  } catch (error) {
    return [undefined, (error as Error).message];
  }
}

function parseList(text: string): Record<string, unknown>[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>[];
  } catch {
    return undefined;
  }
}

/** Writes a table as CSV, without the empty rows at its end. */
export function formatRows({ names, rows }: Table): string {
  const end = rows.findLastIndex((cells) => cells.some((cell) => cell !== "")) + 1;
  return [names, ...rows.slice(0, end)]
    .map((cells) => `${cells.map(formatCell).join(",")}\n`)
    .join("");
}

/** An empty row of one column needs quotes, because empty lines are skipped. */
function formatCell(cell: string, _index: number, { length }: readonly string[]): string {
  const isSpecial = /[",;\t\r\n]/.test(cell) || (cell === "" && length === 1);
  return isSpecial ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Where a cell is; row -1 is the header. */
export interface CellPosition {
  row: number;
  column: number;
}

/** Returns the table with cells replaced from a position on; it grows where they need it. */
export function pasteCells(
  table: Table,
  { row, column }: CellPosition,
  cells: readonly (readonly string[])[],
): Table {
  const width = Math.max(
    table.names.length,
    column + Math.max(...cells.map(({ length }) => length)),
  );
  const height = Math.max(table.rows.length, row + cells.length);
  const all = Array.from({ length: height + 1 }, (_, index) => {
    const old = index === 0 ? table.names : (table.rows[index - 1] ?? []);
    const pasted = cells[index - 1 - row];
    return Array.from({ length: width }, (_cell, at) => pasted?.[at - column] ?? old[at] ?? "");
  });
  const [names = [], ...rows] = all;
  return { names: names.map((name, index) => name || `column ${index + 1}`), rows };
}

/** Returns the table without a row. */
export function removeRow(table: Table, row: number): Table {
  return { ...table, rows: table.rows.filter((_, index) => index !== row) };
}

/** Returns the table without a column. */
export function removeColumn({ names, rows }: Table, column: number): Table {
  const drop = (cells: readonly string[]) => cells.filter((_, index) => index !== column);
  return { names: drop(names), rows: rows.map(drop) };
}
