import type { Column } from "../../domain/table/columns.ts";
import { HttpError } from "../../lib/errors.ts";

/** One row of a batch. It is read when it runs, so that its values take memory only then. */
export interface BatchRow {
  /** Returns the row's own members. Throws as a single call with this body would fail. */
  read(): unknown;
  /** The cells of a table's row, as they were sent. */
  cells?: readonly string[];
}

/** Throws an HttpError of 413 for a row with more bytes than a single call may have. */
export function requireRowSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
}

/** The rows of a body. */
export interface BatchRows {
  rows: readonly BatchRow[];
  /** The columns of a table; absent for JSON. */
  columns?: readonly Column[];
}
