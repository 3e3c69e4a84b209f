import type { BatchRow } from "./rows/batch-row.ts";

/** The reply to a row that failed. */
export interface RowError {
  status: number;
  message: string;
}

/** The reply to a good row. */
export interface RowReply {
  type: string;
  /** A file, or the text of JSON. */
  body: string | Uint8Array;
  value?: object;
}

export interface RowResult {
  /** Counts from 1. */
  number: number;
  row: BatchRow;
  /** The input with its defaults; undefined for a row that cannot be read. */
  input: unknown;
  outcome: { reply: RowReply } | { error: RowError };
}

/** The use of a reply: a file, or one of the forms of JSON. */
export type RowForm = "file" | "json" | "call";
