import type { RowResult } from "../row-result.ts";
import type { EncodedRow, OutputWriter } from "./output.ts";

/** Encodes a result as a line of text. */
export function encodeLine(result: RowResult, line: string): EncodedRow {
  return { ...describeOutcome(result), bytes: Buffer.from(line) };
}

/** Returns the members that the encoded rows of every output have. */
export function describeOutcome({
  number,
  outcome,
}: RowResult): Pick<EncodedRow, "number" | "status" | "error"> {
  if ("reply" in outcome) return { number, status: 200 };
  const { status, message } = outcome.error;
  return { number, status, error: message };
}

/** Creates a writer of lines, after the parts of a head. */
export function createLineWriter(...head: string[]): OutputWriter {
  return { start: () => head, add: ({ bytes }) => [bytes] };
}
