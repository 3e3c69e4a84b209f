import type { Values } from "../../../form/values.ts";
import type { ToolResponse } from "../../response.ts";

/**
 * Returns the number of labels and sheets in words. The response of the example has no headers, so
 * its labels alone are counted.
 */
export function describeCount({ headers }: ToolResponse, { rows = "" }: Values): string {
  const labels = headers["X-Labels-Count"] ?? String(countList(rows));
  const pages = headers["X-Labels-Pages"];
  const counted = count(labels, "label");
  return pages === undefined ? counted : `${counted} on ${count(pages, "sheet")}`;
}

function countList(rows: string): number {
  return rows.startsWith("[") ? (JSON.parse(rows) as unknown[]).length : 0;
}

function count(number: string, noun: string): string {
  return `${number} ${noun}${number === "1" ? "" : "s"}`;
}
