import type { TObject } from "typebox";
import { HttpError, ValidationError, type Issue } from "../lib/errors.ts";

/**
 * Query text as the values that a schema asks for: digits where it wants a number, `true`/`false` where it
 * wants a boolean. What does not fit stays text, to be refused by the schema with its path. Throws an HttpError
 * (400) for escapes that are no UTF-8, which the parser would have left as they are, and an InputError for names
 * given twice.
 */
export function queryValues(
  schema: TObject,
  { url, query }: { url: string; query: unknown },
): Record<string, unknown> {
  if (!isDecodable(url)) throw new HttpError(400, "the query is not valid UTF-8");
  const values: Record<string, unknown> = { ...(query as object) };
  const problems: Issue[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const { type, "x-alias": alias } = member as { type?: string; "x-alias"?: string };
    for (const key of alias === undefined ? [name] : [name, alias]) {
      const value = values[key];
      if (typeof value === "string") values[key] = typed(type, value);
      else if (value !== undefined) problems.push({ path: [key], message: "must be given once" });
    }
  }
  if (problems.length > 0) throw new ValidationError(problems);
  return values;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

function typed(type: string | undefined, text: string): unknown {
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const isNumber = type === "number" || type === "integer";
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
