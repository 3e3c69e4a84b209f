import type { RowResult } from "../row-result.ts";
import { formatRowNumber } from "./file-names.ts";
import type { OutputOptions } from "./output.ts";

/**
 * Returns the text for `{path}` in a row's file name: its number, the tool, a cell as sent, or a
 * scalar of its input. Returns undefined for other paths.
 */
export function findRowText(
  path: string,
  { number, row, input }: RowResult,
  { tool, rowCount, columns = [] }: OutputOptions,
): string | undefined {
  if (path === "row") return formatRowNumber(number, rowCount);
  if (path === "tool") return tool.name;
  const column = columns.findIndex(({ header, label }) => header === path || label === path);
  return row.cells?.[column] || findScalar(input, path);
}

function findScalar(input: unknown, path: string): string | undefined {
  let value = input;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return toScalarText(value);
}

/** Returns a text, number or boolean as text; undefined for anything else. */
export function toScalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
