import { type Column, matchColumns } from "../domain/table/columns.ts";
import type { Tool } from "../tools/define.ts";
import { type BatchOptions, type BatchOutput, getDefaultOutput } from "./options.ts";
import { parseNameTemplate } from "./output/file-names.ts";
import type { Output } from "./output/output.ts";
import { requirePdfs } from "./output/pdf-output.ts";
import { createOutput } from "./output/write-output.ts";
import { findRowLimits, type RowLimits } from "./row-replies.ts";

/** A batch without its rows. */
interface BatchFacts {
  tool: Tool;
  /** The members of the tool's own query. */
  query: Record<string, unknown>;
  options: BatchOptions;
  columns: readonly Column[] | undefined;
  rowCount: number;
}

/** Settings of all rows of a batch. */
export interface BatchPlan extends BatchFacts, RowLimits {
  outputKind: BatchOutput;
  output: Output;
}

/** A plan as it is stored, or sent to another thread. */
export interface StoredBatch extends Omit<BatchFacts, "tool" | "columns"> {
  tool: string;
  header: string[] | undefined;
}

export function toStoredPlan({ tool, query, options, columns, rowCount }: BatchFacts): StoredBatch {
  const header = columns?.map((column) => column.header);
  return { tool: tool.name, query, options, header, rowCount };
}

export function restorePlan(stored: StoredBatch, tool: Tool): BatchPlan {
  const { query, options, header, rowCount } = stored;
  const columns = header && matchColumns(header, tool.input, options.mapping);
  return createPlan({ tool, query, options, columns, rowCount });
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
