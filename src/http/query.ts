import type { TObject } from "typebox";

/**
 * Query text as the values that a schema asks for: digits where it wants a number, `true`/`false` where it
 * wants a boolean. What does not fit stays text, to be refused by the schema with its path.
 */
export function queryValues(schema: TObject, query: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...(query as object) };
  for (const [name, member] of Object.entries(schema.properties)) {
    const { type, "x-alias": alias } = member as { type?: string; "x-alias"?: string };
    for (const key of alias === undefined ? [name] : [name, alias]) {
      if (typeof values[key] === "string") values[key] = typed(type, values[key]);
    }
  }
  return values;
}

function typed(type: string | undefined, text: string): unknown {
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const isNumber = type === "number" || type === "integer";
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
