import { requireUnique } from "./columns.ts";
import { requireWidth } from "./inputs.ts";
import { readTable } from "./read-table.ts";

/**
 * Yields the rows of a table as objects of texts, whose names are the header's cells. Throws a
 * ValidationError for a broken table, a column that is there twice and a row with too many cells.
 */
export function* readRecords(text: string): Generator<Record<string, string>, void> {
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
