import type { SchemaNode } from "./schema.ts";

/** Keywords whose value maps names to schemas. */
const MAPS = new Set(["properties", "patternProperties"]);

/**
 * Hints on how a value is read, which callers can use. The others are for our own pages and
 * commands.
 */
const READING_HINTS = new Set(["x-alias", "x-synonyms", "x-unit"]);

/**
 * Returns a schema without the labels and hints of our own forms. Hints on required members become
 * `oneOf` and `anyOf`.
 */
export function publishSchema(schema: object): object {
  const entries = Object.entries(schema)
    .filter(([keyword]) => isPublic(keyword))
    .map(([keyword, value]) => [keyword, publishValue(keyword, value)]);
  return mergeNull({ ...(Object.fromEntries(entries) as object), ...listAlternatives(schema) });
}

function isPublic(keyword: string): boolean {
  if (keyword.startsWith("x-")) return READING_HINTS.has(keyword);
  return keyword !== "title";
}

/** Writes a value that may be null as one schema of two types, unless it lists its values. */
function mergeNull(schema: SchemaNode): object {
  const { anyOf: [value = {}, second, ...more] = [], ...members } = schema;
  const isNullable = second?.type === "null" && more.length === 0 && typeof value.type === "string";
  if (!isNullable || "enum" in value || "const" in value) return schema;
  return { ...value, ...members, type: [value.type, "null"] };
}

function publishValue(keyword: string, value: unknown): unknown {
  if (keyword === "items") return publishSchema(value as object);
  if (keyword === "anyOf") return (value as object[]).map(publishSchema);
  if (!MAPS.has(keyword)) return value;
  const members = Object.entries(value as Record<string, object>);
  return Object.fromEntries(members.map(([name, node]) => [name, publishSchema(node)]));
}

/** Writes the hints on required members as JSON Schema. */
function listAlternatives({ properties = {}, ...schema }: SchemaNode): object {
  const oneOf = schema["x-exactly-one"]?.map((name) => ({ required: [name] }));
  const anyOf = Object.entries(properties).flatMap(([name, { "x-required-unless": others }]) =>
    others ? [name, ...others].map((member) => ({ required: [member] })) : [],
  );
  const cases = listCases(schema);
  return { ...((oneOf ?? cases) && { oneOf: oneOf ?? cases }), ...(anyOf.length > 0 && { anyOf }) };
}

/** Lists what an output has for the values of the input that it repeats, and for the others. */
function listCases({ "x-has-when": hint, required = [] }: SchemaNode): object[] | undefined {
  if (!hint) return undefined;
  const members = hint.members.filter((name) => !required.includes(name));
  const values = Object.entries(hint.input).map(([name, list]) => [name, { enum: list }] as const);
  const negated = values.map(([name, schema]) => [name, { not: schema }] as const);
  return [
    { properties: Object.fromEntries(values), required: members },
    { properties: Object.fromEntries(negated) },
  ];
}
