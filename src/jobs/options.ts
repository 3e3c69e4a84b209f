import { Type } from "typebox";
import { compileInput } from "../lib/input/input.ts";
import { enumOf, type Input, optionalWithDefault, recordOf } from "../lib/schema.ts";
import type { Tool } from "../tools/define.ts";

/** Files that a batch can become. */
export const OUTPUTS = ["zip", "ndjson", "csv", "pdf"] as const;

export type BatchOutput = (typeof OUTPUTS)[number];

/** The media type and the extension of each file. */
export const OUTPUT_TYPES: Readonly<Record<BatchOutput, { type: string; extension: string }>> = {
  zip: { type: "application/zip", extension: "zip" },
  ndjson: { type: "application/x-ndjson", extension: "ndjson" },
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  pdf: { type: "application/pdf", extension: "pdf" },
};

/** The options of a batch, beside its rows. */
export const BatchOptionsSchema = Type.Object({
  defaults: Type.Optional(
    recordOf(Type.Unknown(), {
      description:
        "Members that a row lacks. Objects are merged member by member, lists are replaced.",
    }),
  ),
  mapping: Type.Optional(
    recordOf(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]), {
      description: "Of tables: field paths by column; null leaves a column out.",
    }),
  ),
  groupBy: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "Of tables: the column, or several with commas between, whose rows are one.",
    }),
  ),
  name: optionalWithDefault(
    Type.String({
      maxLength: 200,
      description: "Template of the file names: {row}, {tool} and paths such as {to.name}.",
    }),
    "{tool}-{row}",
  ),
  output: Type.Optional(
    enumOf(OUTPUTS, {
      description: "Default: zip for tools that make documents or images, else ndjson.",
    }),
  ),
  onError: optionalWithDefault(
    enumOf(["continue", "stop"], {
      description: "stop ends the output with the first failed row.",
    }),
    "continue",
  ),
});

export type BatchOptions = Input<typeof BatchOptionsSchema>;

const parse = compileInput(BatchOptionsSchema);

/** Parses the options. Throws a ValidationError that names every broken rule. */
export function parseBatchOptions(sent: Record<string, unknown>): BatchOptions {
  const options = parse(sent);
  // As they were sent, because the schema of the tool normalizes them with the row.
  const defaults = sent["defaults"] as Record<string, unknown>;
  return options.defaults ? { ...options, defaults } : options;
}

/** Returns the tools that a batch can run: those with an input to post. */
export function listBatchTools(tools: readonly Tool[]): Tool[] {
  return tools.filter(({ methods, takesRows }) => methods.includes("POST") && !takesRows);
}

/** Returns the output of a tool's batch without the option. */
export function getDefaultOutput({ media }: Tool): BatchOutput {
  return media.every((type) => type === "application/json") ? "ndjson" : "zip";
}
