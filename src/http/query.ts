import { parse } from "node:querystring";
import type { TObject } from "typebox";
import { HttpError, type Issue, ValidationError } from "../lib/errors.ts";

/**
 * Parses query text into the values of a schema: digits become a number, `true` and `false` a boolean, JSON an
 * object, words between commas a list. Other text is unchanged, so that the schema rejects it with its path. Throws
 * an HttpError (400) for escapes that are not UTF-8, and a ValidationError for names that are given twice.
 */
export function parseQuery(schema: TObject, text: string): Record<string, unknown> {
  requireDecodable(text);
  const values: Record<string, unknown> = { ...parse(text, "&", "=", { maxKeys: 0 }) };
  const issues: Issue[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const { type, "x-alias": alias } = member as { type?: string; "x-alias"?: string };
    for (const key of alias === undefined ? [name] : [name, alias]) {
      const value = values[key];
      if (typeof value === "string") values[key] = coerce(type, value);
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

function coerce(type: string | undefined, text: string): unknown {
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (type === "object") return parseObject(text);
  if (type === "array") return text.split(",");
  const isNumber = type === "number" || type === "integer";
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Returns text that is not JSON as it is. */
function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
