import { type Extent, MAX_COLUMNS, TAB_COLUMNS } from "../../../domain/code-image/grid.ts";
import { countColumns, type LayoutRow } from "./layout.ts";

/** Rows of a text, laid out on demand. */
export interface Rows {
  extent: Extent;
  /** Returns the row at an index from 0, or undefined past the end. */
  at(index: number): LayoutRow | undefined;
}

/**
 * Creates the rows of `lines` from their layout. Rows are laid out on demand where the extent is
 * known without layout. So the first are drawn and compressed while later lines are still
 * highlighted.
 */
export function createRows(lines: readonly string[], layout: Generator<LayoutRow, void>): Rows {
  const rows: LayoutRow[] = [];
  const at = (index: number) => {
    while (rows.length <= index) {
      const next = layout.next();
      if (next.done) break;
      rows.push(next.value);
    }
    return rows[index];
  };
  const extent = measurePlainText(lines);
  if (extent) return { extent, at };
  rows.push(...layout);
  const columns = rows.reduce((max, row) => Math.max(max, countColumns(row)), 0);
  return { extent: { rows: rows.length, columns, lines: lines.length }, at };
}

/** ASCII with tabs only as indentation: the width of such a line follows from its length. */
const PLAIN_LINE = /^(\t*)([\x20-\x7e]+)$/;

/** Returns the extent of an ASCII text without wrapped lines, or undefined for any other text. */
export function measurePlainText(lines: readonly string[]): Extent | undefined {
  let columns = 0;
  for (const line of lines) {
    if (line === "") continue;
    const [, tabs, text] = PLAIN_LINE.exec(line) ?? [];
    if (tabs === undefined || text === undefined) return undefined;
    columns = Math.max(columns, tabs.length * TAB_COLUMNS + text.length);
  }
  if (columns > MAX_COLUMNS) return undefined;
  return { rows: lines.length, columns, lines: lines.length };
}
