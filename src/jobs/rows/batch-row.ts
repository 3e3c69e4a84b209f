import type { Column } from "../../domain/table/columns.ts";
import { type DataRow, toInput } from "../../domain/table/inputs.ts";
import { HttpError } from "../../lib/errors.ts";
import { parseModestJson } from "../../lib/text/modest-json.ts";

/** A row as it was sent: the text of an object, or the records of a table that form one input. */
export type RowSource = string | readonly DataRow[];

/** One row of a batch. It is read when it runs, so that its values take memory only then. */
export interface BatchRow {
  /** Returns the row's own members. Throws as a single call with this body would fail. */
  read(): unknown;
  /** The cells of a table's row, as they were sent. */
  cells?: readonly string[];
}

/** Settings of all rows of a batch. */
interface RowOptions {
  columns: readonly Column[] | undefined;
  /** Bytes that a single call may have. */
  maxBytes: number;
}

export function createBatchRow(
  source: RowSource,
  { columns = [], maxBytes }: RowOptions,
): BatchRow {
  const requireSize = () => {
    if (countBytes(source) > maxBytes)
      throw new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
  };
  if (typeof source === "string") {
    return {
      read() {
        requireSize();
        return parseModestJson(source);
      },
    };
  }
  return {
    read() {
      requireSize();
      return toInput(columns, source);
    },
    cells: source[0]?.cells ?? [],
  };
}

function countBytes(source: RowSource): number {
  if (typeof source === "string") return Buffer.byteLength(source);
  let bytes = 0;
  for (const { cells } of source) for (const cell of cells) bytes += Buffer.byteLength(cell);
  return bytes;
}
