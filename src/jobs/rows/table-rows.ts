import { type Column, type ColumnMapping, matchColumns } from "../../domain/table/columns.ts";
import { type DataRow, groupRows, toInput } from "../../domain/table/inputs.ts";
import { readTable } from "../../domain/table/read-table.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import { type BatchRows, requireRowSize } from "./batch-row.ts";
import { TimeSlice } from "./time-slice.ts";

/** How a table becomes rows. */
interface TableOptions {
  schema: SchemaNode;
  mapping?: ColumnMapping | undefined;
  groupBy?: string | undefined;
  /** Bytes that a single call may have. */
  maxBytes: number;
  /** More groups than these are counted, but not kept. */
  maxRows: number;
}

/** Reads a table in slices. Rejects with a ValidationError for a broken one. */
export async function readTableRows(
  text: string,
  { schema, mapping, groupBy, maxBytes, maxRows }: TableOptions,
): Promise<BatchRows & { count: number }> {
  const slice = new TimeSlice();
  const data: DataRow[] = [];
  let columns: Column[] | undefined;
  let row = 0;
  for (const record of readTable(text)) {
    if (!columns) columns = matchColumns(record.cells, schema, mapping);
    else {
      row += 1;
      // Grouping needs every row, because the last ones may belong to the first.
      if (groupBy !== undefined || row <= maxRows) data.push({ ...record, row });
    }
    const pause = slice.pause();
    if (pause) await pause;
  }
  const matched = columns ?? [];
  const groups = groupRows(data, groupBy === undefined ? [] : findGroupColumns(matched, groupBy));
  const rows = groups.map((group) => ({
    read() {
      requireRowSize(countBytes(group), maxBytes);
      return toInput(matched, group);
    },
    cells: group[0]?.cells ?? [],
  }));
  return { rows, columns: matched, count: groupBy === undefined ? row : groups.length };
}

function countBytes(group: readonly DataRow[]): number {
  const cells = group.flatMap((row) => row.cells);
  return cells.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0);
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
