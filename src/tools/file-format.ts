import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "./define.ts";

/**
 * Returns the member and the value that choose the format of a file by its extension; undefined
 * when none does.
 */
export function findFormat(
  { input, query }: Tool,
  extension: string,
): { member: string; from: "input" | "query"; value: string } | undefined {
  const value = extension.replace(/^\./, "").toLowerCase();
  const from = "format" in input.properties ? "input" : "query";
  const schema: SchemaNode | undefined = (from === "input" ? input : query)?.properties["format"];
  const choices = [...(schema?.enum ?? []), ...Object.keys(schema?.["x-synonyms"] ?? {})];
  return choices.includes(value) ? { member: "format", from, value } : undefined;
}
