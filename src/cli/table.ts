/** A form and its meaning, such as a flag and its description. */
export type TableRow = readonly [form: string, meaning: string];

/** Aligns the second column of indented rows. */
export function formatTable(rows: readonly TableRow[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
}
