import type { Column } from "../domain/table/columns.ts";
import type { Tool } from "../tools/define.ts";
import { type BatchOptions, type BatchOutput, getDefaultOutput } from "./options.ts";
import { parseNameTemplate } from "./output/file-names.ts";
import type { Output } from "./output/output.ts";
import { requirePdfs } from "./output/pdf-output.ts";
import { createOutput } from "./output/write-output.ts";
import { findRowLimits, type RowLimits } from "./row-replies.ts";

/** A batch without its rows. */
export interface BatchFacts {
  tool: Tool;
  /** The members of the tool's own query. */
  query: Record<string, unknown>;
  options: BatchOptions;
  /** The columns of a table. */
  columns: readonly Column[] | undefined;
  rowCount: number;
}

/** Settings of all rows of a batch. */
export interface BatchPlan extends BatchFacts, RowLimits {
  outputKind: BatchOutput;
  output: Output;
}

/** Plans a batch. Throws a ValidationError for options that do not fit the tool. */
export function createPlan(facts: BatchFacts): BatchPlan {
  const { tool, query, options } = facts;
  const outputKind = options.output ?? getDefaultOutput(tool);
  if (outputKind === "pdf") requirePdfs(tool, query);
  const formatName = parseNameTemplate(options.name);
  const output = createOutput(outputKind, { ...facts, formatName });
  return { ...facts, ...findRowLimits(tool, output.form, query), outputKind, output };
}
