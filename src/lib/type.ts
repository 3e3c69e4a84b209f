import type TypeBox from "typebox";

/** The builders of TypeBox that our schemas use. */
type Builders = Pick<
  typeof TypeBox,
  | "Array"
  | "Boolean"
  | "Enum"
  | "Integer"
  | "Null"
  | "Number"
  | "Object"
  | "Optional"
  | "Record"
  | "String"
  | "Union"
  | "Unsafe"
>;

/** Marks a member that may be left out. It is not written with the schema. */
const MAY_BE_ABSENT = Symbol("may be absent");

const plain =
  (type: string) =>
  (annotations: object = {}) => ({ type, ...annotations });

function object(properties: Record<string, object>, annotations: object = {}) {
  const required = Object.entries(properties)
    .filter(([, schema]) => !(MAY_BE_ABSENT in schema))
    .map(([name]) => name);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties,
    ...annotations,
  };
}

/**
 * Builds JSON Schemas with the types of TypeBox and without its engine, which no schema of ours needs and
 * which is 370 modules for every start to load.
 */
const Type = {
  Array: (items: object, annotations: object = {}) => ({ type: "array", items, ...annotations }),
  Boolean: plain("boolean"),
  Enum: (values: readonly unknown[], annotations: object = {}) => ({
    enum: values,
    ...annotations,
  }),
  Integer: plain("integer"),
  Null: plain("null"),
  Number: plain("number"),
  Object: object,
  Optional: (schema: object) =>
    Object.defineProperty({ ...schema }, MAY_BE_ABSENT, { value: true }),
  Record: (_key: object, values: object, annotations: object = {}) => ({
    type: "object",
    patternProperties: { "^.*$": values },
    ...annotations,
  }),
  String: plain("string"),
  Union: (anyOf: readonly object[], annotations: object = {}) => ({ anyOf, ...annotations }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as Builders;

export default Type;
