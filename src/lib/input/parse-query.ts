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
  const coerce = (name: string, node: SchemaNode) => {
    const value = values[name];
    if (value === undefined) return;
    if (typeof value === "string") values[name] = coerceText(chooseType(node, value), value);
    else if (isList(node)) values[name] = (value as string[]).flatMap(splitWords);
    else issues.push({ path: [name], message: "must be given once" });
  };
  for (const name in schema.properties) {
    const node = schema.properties[name] as SchemaNode;
    coerce(name, node);
    if (node["x-alias"] !== undefined) coerce(node["x-alias"], node);
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return values;
}

/** Returns the type to read a text as: of a union with an object, that of JSON. */
function chooseType({ type, anyOf }: SchemaNode, text: string): SchemaNode["type"] {
  const isObject = text.startsWith("{") && anyOf?.some((node) => node.type === "object");
  return isObject ? "object" : type;
}

function isList({ type, anyOf }: SchemaNode): boolean {
  return type === "array" || (anyOf?.some((node) => node.type === "array") ?? false);
}

function requireDecodable(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new HttpError(400, "The query is not valid UTF-8.");
  }
}
