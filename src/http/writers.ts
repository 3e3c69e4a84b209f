import fastJson, { type Schema } from "fast-json-stringify";

/** Writes a value as JSON. */
type Write = (value: unknown) => string;

/**
 * For Fastify's `schemaController`: answers are written by the schema of their route, each writer compiled with
 * the first answer that it writes (a start would otherwise wait for those of every tool). Fastify validates
 * nothing: inputs are read by `lib/input.ts`, and its own validators are a tenth of a start to load.
 */
export const writers = {
  compilersFactory: {
    buildValidator: () => refuseSchema,
    buildSerializer: () => writerOf,
  },
};

function writerOf({ schema }: { schema?: unknown }): Write {
  let write: Write | undefined;
  return (value) => (write ??= fastJson(schema as Schema))(value);
}

function refuseSchema(): never {
  throw new Error("a route has a schema for its response alone; inputs are read by lib/input.ts");
}
