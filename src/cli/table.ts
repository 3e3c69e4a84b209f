/** A form and its meaning, such as a flag and its description. */
export type TableRow = readonly [form: string, meaning: string];

/** Formats rows of a help, indented. */
export function formatTable(rows: readonly TableRow[]): string {
  return alignColumns(rows).replaceAll(/^(?=.)/gm, "  ");
}

/** Returns a line for each row, in columns. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "),
  );
  return lines.map((line) => line.trimEnd()).join("\n");
}
