import type { Column } from "../../domain/table/columns.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import type { Tool } from "../../tools/define.ts";
import type { RowForm, RowResult } from "../row-result.ts";
import type { NameTemplate } from "./file-names.ts";
import type { PackedFile } from "./zip-writer.ts";

/** Parts of an output, which are sent one after another. */
export type OutputParts = readonly (string | Uint8Array)[];

/** The result of a row in the form of an output, which depends on no other row. */
export interface EncodedRow {
  /** Counts from 1. */
  number: number;
  status: number;
  /** Absent for a good row. */
  error?: string;
  /** The file of a good row, where the output has files. */
  file?: EncodedFile;
  /** The row's part of the output: its line, or its file. */
  bytes: Uint8Array;
}

interface EncodedFile extends Omit<PackedFile, "data"> {
  /** Of the template, before it is made a valid name that no other file has. */
  name: string;
  extension: string;
}

/** A form in which the results of a batch are written. */
export interface Output {
  form: RowForm;
  type: string;
  extension: string;
  /** True: it exists only when every row is good. */
  isWhole?: true;
  encode(result: RowResult): MaybePromise<EncodedRow>;
  createWriter(): OutputWriter;
}

/** Joins encoded rows, in their order, to one file. */
export interface OutputWriter {
  /** Returns the parts before the first row. Default: none. */
  start?(): OutputParts;
  add(row: EncodedRow): OutputParts;
  /** Returns the parts after the last row. Throws a ValidationError for rows that failed. */
  end?(): OutputParts;
}

/** The facts of a batch that its output depends on. */
export interface OutputOptions {
  tool: Tool;
  rowCount: number;
  columns: readonly Column[] | undefined;
  formatName: NameTemplate;
}
