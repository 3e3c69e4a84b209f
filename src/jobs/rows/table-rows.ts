import { type Column, type ColumnMapping, matchColumns } from "../../domain/table/columns.ts";
import { type DataRow, groupRows } from "../../domain/table/inputs.ts";
import { TableReader, type TableRecord } from "../../domain/table/read-table.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";

/** How a table becomes rows. */
interface TableOptions {
  schema: SchemaNode;
  mapping?: ColumnMapping | undefined;
  groupBy?: string | undefined;
  /** Called with the columns before the first row. */
  onColumns(columns: readonly Column[]): void;
}

/** Yields the rows of a table that arrives in chunks. Rejects with a ValidationError. */
export async function* readTableRows(
  chunks: AsyncIterable<string>,
  { schema, mapping, groupBy, onColumns }: TableOptions,
): AsyncGenerator<readonly DataRow[]> {
  const groups: DataRow[] = [];
  let by: number[] | undefined;
  let row = 0;
  for await (const record of readRecords(chunks)) {
    if (!by) {
      const columns = matchColumns(record.cells, schema, mapping);
      onColumns(columns);
      by = groupBy === undefined ? [] : findGroupColumns(columns, groupBy);
      continue;
    }
    row += 1;
    const data = { ...record, row };
    // Grouping needs every row, because the last ones may belong to the first.
    if (by.length > 0) groups.push(data);
    else yield [data];
  }
  yield* groupRows(groups, by ?? []);
}

async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  const reader = new TableReader();
  for await (const chunk of chunks) yield* reader.read(chunk, false);
  yield* reader.read("", true);
}

function findGroupColumns(columns: readonly Column[], groupBy: string): number[] {
  return groupBy.split(",").map((part) => {
    const name = part.trim();
    const index = columns.findIndex(({ header, label }) => header === name || label === name);
    if (index === -1)
      throw ValidationError.at(["groupBy"], `has an unknown column: ${JSON.stringify(name)}`);
    return index;
  });
}
