/** The members of JSON Schema that forms and the reference are made from. */
export type { Condition, SchemaNode as Schema } from "../lib/schema.ts";
