import type { Column } from "../../domain/table/columns.ts";

/** One row of a batch. It is read when it runs, so that its values take memory only then. */
export interface BatchRow {
  /** Returns the row's own members. Throws as a single call with this body would fail. */
  read(): unknown;
  /** The cells of a table's row, as they were sent. */
  cells?: readonly string[];
}

/** The rows of a body. */
export interface BatchRows {
  rows: readonly BatchRow[];
  /** The columns of a table; absent for JSON. */
  columns?: readonly Column[];
}
