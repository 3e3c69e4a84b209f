import { ValidationError } from "../../../lib/errors.ts";
import { MAX_LABELS } from "../schema.ts";
import { requireUnique } from "../../../domain/table/columns.ts";
import { requireWidth } from "../../../domain/table/inputs.ts";
import { readTable } from "../../../domain/table/read-table.ts";

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Reads the rows of a table, or returns those of a list. Throws ValidationError. */
export function readLabelRows(rows: string | readonly Row[], copies: number): readonly Row[] {
  if (typeof rows !== "string") return requireCount(rows, copies);
  const records: Row[] = [];
  let count = 0;
  for (const record of readRecords(rows)) {
    count += 1;
    // The rest is read to count it and to find broken rows, but not kept.
    if (count <= MAX_LABELS) records.push(record);
  }
  if (count === 0) throw ValidationError.at(["rows"], "must have at least 1 row");
  if (count > MAX_LABELS)
    throw ValidationError.at(["rows"], `has ${count} rows; at most ${MAX_LABELS}`);
  return requireCount(records, copies);
}

function requireCount(rows: readonly Row[], copies: number): readonly Row[] {
  const labels = rows.length * copies;
  if (labels <= MAX_LABELS) return rows;
  const message = `make ${labels} labels; at most ${MAX_LABELS}`;
  throw new ValidationError([{ path: ["rows"], subject: "rows and copies", message }]);
}

/** Returns the member of a row that a template names; `{row}` is its number unless it has one. */
export function getText(row: Row, name: string, index: number): string {
  if (Object.hasOwn(row, name)) return String(row[name] ?? "");
  return name === "row" ? String(index + 1) : "";
}

/**
 * Yields the rows of a table as objects of texts, whose names are the header's cells. Throws a
 * ValidationError for a broken table, a column that is there twice and a row with too many cells.
 */
function* readRecords(text: string): Generator<Record<string, string>, void> {
  let names: string[] | undefined;
  let row = 0;
  for (const { cells, count } of readTable(text)) {
    if (names) {
      row += 1;
      requireWidth({ cells, count, row }, names.length);
      // `fromEntries` defines members, so that one named `__proto__` is as harmless as any other.
      yield Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    } else {
      names = cells.map((cell) => cell.trim());
      requireUnique(names);
    }
  }
}
