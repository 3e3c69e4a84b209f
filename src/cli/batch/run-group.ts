import { toArray } from "../../lib/concurrency/to-array.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { createBatchRow, type RowSource } from "../../jobs/rows/batch-row.ts";
import { describeError } from "./describe-error.ts";
import { MAX_ATTEMPTS, runRows, type RunRowsOptions } from "../../jobs/run-rows.ts";

/** Rows that follow one another. */
export interface RowGroup {
  sources: readonly RowSource[];
  /** Counts from 1. */
  firstNumber: number;
}

/** Rows of a group that run at the same time. */
const CONCURRENCY = 2;

/** Runs a group of rows, whose bytes have no limit. */
export async function runGroup(
  { sources, firstNumber }: RowGroup,
  options: Pick<RunRowsOptions, "plan" | "context" | "signal">,
): Promise<EncodedRow[]> {
  const { columns } = options.plan;
  const rows = sources.map((source) => createBatchRow(source, { columns, maxBytes: Infinity }));
  return toArray(
    runRows(rows, {
      ...options,
      firstNumber,
      concurrency: CONCURRENCY,
      attempts: MAX_ATTEMPTS,
      describeError,
    }),
  );
}
