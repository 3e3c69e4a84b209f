import type { SchemaNode } from "../schema.ts";

/**
 * Returns text as the value that the type of a schema wants. Digits become a number, `true` and
 * `false` a boolean, JSON an object, words between commas a list. Other text is unchanged, so that
 * the schema rejects it with its path.
 */
export function coerceText(type: SchemaNode["type"], text: string): unknown {
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (type === "object") return parseObject(text);
  if (type === "array") return splitWords(text);
  const isNumber = type === "number" || type === "integer";
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Splits a list of texts at its commas. */
export function splitWords(text: string): string[] {
  return text.split(",");
}

/** Returns text that is not JSON as it is. */
function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
