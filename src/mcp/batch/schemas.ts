import { Type } from "typebox";
import { enumOf, recordOf } from "../../lib/schema.ts";

const MAX_ROWS = 50;

/** Creates the input of the tool, for the names of the tools that it can run. */
export function createBatchInput(names: readonly string[]) {
  return Type.Object({
    tool: enumOf(names, { description: "The tool to run." }),
    rows: Type.Array(recordOf(Type.Unknown()), {
      minItems: 1,
      maxItems: MAX_ROWS,
      description: "One input of the tool each.",
    }),
    defaults: Type.Optional(recordOf(Type.Unknown(), { description: "Members that rows lack." })),
    format: Type.Optional(Type.String({ description: "The tool's format, such as pdf." })),
  });
}

const Result = Type.Object({
  row: Type.Integer({ description: "Counts from 1." }),
  status: Type.Integer(),
  result: Type.Optional(recordOf(Type.Unknown(), { description: "The tool's output." })),
  error: Type.Optional(Type.String()),
  file: Type.Optional(
    Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Integer() }),
  ),
});

export const BatchToolOutput = Type.Object({
  rows: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(Result),
  url: Type.Union([Type.String(), Type.Null()], {
    description: "The ZIP with the files; null where the result contains them, or there are none.",
  }),
});
