import { CSV_START, formatCsvLine } from "../domain/table/csv.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { Tool } from "../tools/define.ts";

/** Returns a table with a header and one row, from the example of a tool. */
export function createTemplate({ example, input }: Tool): string {
  const cells = listCells(example, "", input);
  const lines = [cells.map(([path]) => path), cells.map(([, text]) => text)];
  return CSV_START + lines.map(formatCsvLine).join("");
}

type Cell = [path: string, text: string];

function listCells(value: unknown, path: string, node: SchemaNode | undefined): Cell[] {
  if (Array.isArray(value)) return listEntryCells(value, path, node?.items);
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  if (node?.patternProperties) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, member]) =>
    listCells(member, path === "" ? name : `${path}.${name}`, node?.properties?.[name]),
  );
}

/** Words are one cell. Of other lists the first entry is shown, and a text with a comma is one. */
function listEntryCells(list: unknown[], path: string, items: SchemaNode | undefined): Cell[] {
  const areWords = list.every((entry) => typeof entry === "string" && !entry.includes(","));
  if (areWords) return [[path, list.join(",")]];
  return listCells(list[0], `${path}[]`, items);
}
