import type { FormModel } from "../form-model.ts";
import { listRows, type Values, withoutRow, withRows } from "../values.ts";

/** A row that was removed from a list. */
interface RemovedRow {
  /** Brings the row back to its place. */
  restore(): void;
}

/** A row of a list. */
interface RowPlace {
  /** The path of the list. */
  path: string;
  row: number;
}

/** Removes a row. Returns what brings it back. */
export function removeWithUndo(model: FormModel, { path, row }: RowPlace): RemovedRow {
  const members = takeRow(model.values.value, path, row);
  model.change(withoutRow(model.values.value, path, row));
  const restore = () => model.change(withRowAt(model.values.value, path, { row, members }));
  return { restore };
}

/** Returns the members of a row by their paths in it. */
function takeRow(values: Values, path: string, row: number): Values {
  const start = `${path}.${row}`;
  const entries = Object.entries(values).filter(
    ([key]) => key === start || key.startsWith(`${start}.`),
  );
  return Object.fromEntries(entries.map(([key, text]) => [key.slice(start.length), text]));
}

/** A row of a list with its members. */
interface RowContent {
  row: number;
  members: Values;
}

/** Returns the values with a row in a list, before the one that has its index. */
function withRowAt(values: Values, path: string, { row, members }: RowContent): Values {
  const rows = listRows(values, path);
  const added = (rows.at(-1) ?? -1) + 1;
  const entries = Object.entries(members).map(([key, text]) => [`${path}.${added}${key}`, text]);
  rows.splice(row, 0, added);
  return withRows({ ...values, ...Object.fromEntries(entries) }, path, rows);
}
