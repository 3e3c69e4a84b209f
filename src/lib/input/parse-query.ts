import { parse } from "node:querystring";
import type { TObject } from "typebox";
import { HttpError, type Issue, ValidationError } from "../errors.ts";
import { coerceText, splitWords } from "./coerce-text.ts";
import type { SchemaNode } from "../schema.ts";

/**
 * Parses query text into the values of a schema. A repeated name is a list, as words between commas
 * are. Throws an HttpError (400) for escapes that are not UTF-8, and a ValidationError for other
 * names that are given twice.
 */
export function parseQuery(schema: TObject, text: string): Record<string, unknown> {
  requireDecodable(text);
  const values: Record<string, unknown> = { ...parse(text, "&", "=", { maxKeys: 0 }) };
  const issues: Issue[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const { type, anyOf, "x-alias": alias } = member as SchemaNode;
    const isList = [{ type }, ...(anyOf ?? [])].some((node) => node.type === "array");
    for (const key of alias === undefined ? [name] : [name, alias]) {
      const value = values[key];
      if (typeof value === "string") values[key] = coerceText(type, value);
      else if (isList && value !== undefined) values[key] = (value as string[]).flatMap(splitWords);
      else if (value !== undefined) issues.push({ path: [key], message: "must be given once" });
    }
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return values;
}

function requireDecodable(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new HttpError(400, "The query is not valid UTF-8.");
  }
}
