import type { Column } from "../../domain/table/columns.ts";
import type { Tool } from "../../tools/define.ts";
import type { RowForm, RowResult } from "../run-rows.ts";
import type { NameTemplate } from "./file-names.ts";

/** Parts of an output, which are sent one after another. */
export type OutputParts = readonly (string | Uint8Array)[];

/** Writes the results of rows as one file. */
export interface Output {
  form: RowForm;
  type: string;
  extension: string;
  /** Returns the parts before the first row. Default: none. */
  start?(): OutputParts;
  write(result: RowResult): OutputParts | Promise<OutputParts>;
  /** Returns the parts after the last row. Default: none. */
  end?(): OutputParts | Promise<OutputParts>;
}

/** What outputs know about their batch. */
export interface OutputOptions {
  tool: Tool;
  rowCount: number;
  /** The columns of a table. */
  columns: readonly Column[] | undefined;
  formatName: NameTemplate;
}
