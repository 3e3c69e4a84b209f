import { OUTPUT_TYPES } from "../options.ts";
import { CSV_START, formatCsvLine } from "../../domain/table/csv.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { RowResult } from "../row-result.ts";
import { createLineWriter, encodeLine } from "./line-output.ts";
import type { Output, OutputOptions } from "./output.ts";
import { toScalarText } from "./row-text.ts";

/** Writes a table: the columns that were sent, then the scalars of the results. */
export function createCsvOutput({ tool, columns = [] }: OutputOptions): Output {
  const members = listScalars(tool.output);
  const format = ({ number, row, outcome }: RowResult) => {
    const sent = columns.map((_, index) => row.cells?.[index] ?? "");
    const value = "reply" in outcome ? outcome.reply.value : undefined;
    const results = members.map((path) => toScalarText(readMember(value, path)) ?? "");
    const error = "error" in outcome ? outcome.error.message : "";
    return formatCsvLine([number, ...sent, ...results, error]);
  };
  return {
    form: "json",
    ...OUTPUT_TYPES.csv,
    encode: (result) => encodeLine(result, format(result)),
    createWriter() {
      const headers = columns.map(({ header }) => header);
      const results = members.map((path) => `result.${path.join(".").replace(/\.0\b/g, "[0]")}`);
      return createLineWriter(CSV_START, formatCsvLine(["row", ...headers, ...results, "error"]));
    },
  };
}

/**
 * Lists the paths of the scalar members of an output in schema order. Of lists only one counts
 * whose first entry usually is the result.
 */
function listScalars(node: SchemaNode, path: readonly string[] = []): (readonly string[])[] {
  const object = [node, ...(node.anyOf ?? [])].find(({ properties }) => properties);
  if (object?.properties) {
    return Object.entries(object.properties).flatMap(([name, member]) =>
      listScalars(member, [...path, name]),
    );
  }
  if (node["x-first-in-tables"] && node.items) return listScalars(node.items, [...path, "0"]);
  const alternatives = node.anyOf ?? [node];
  const isScalar = alternatives.some(
    ({ items, patternProperties, properties, type }) =>
      !(items || patternProperties || properties || type === "object" || type === "null"),
  );
  return isScalar && path.length > 0 ? [path] : [];
}

function readMember(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (member, name) =>
      typeof member === "object" && member !== null && Object.hasOwn(member, name)
        ? (member as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}
