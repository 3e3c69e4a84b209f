import { MAX_COLUMNS, rowColumns, TAB_COLUMNS, type LayoutRow } from "./layout.ts";

/** How far a text goes. */
export interface Extent {
  /** Rows of the picture. */
  rows: number;
  /** Columns of the widest row. */
  columns: number;
  /** The last line's number. */
  lines: number;
}

/** The rows of a text, which are set only once they are asked for. */
export interface Rows {
  extent: Extent;
  /** The row at an index from 0; nothing past the last. */
  at(index: number): LayoutRow | undefined;
}

/**
 * The rows of `lines`. Where the text's extent can be told without setting it, no row is set yet: so the first can be
 * painted, and packed on another thread, while the last still wait for their colors.
 */
export function rowsOf(lines: readonly string[], coming: Generator<LayoutRow, void>): Rows {
  const rows: LayoutRow[] = [];
  const at = (index: number) => {
    while (rows.length <= index) {
      const next = coming.next();
      if (next.done) break;
      rows.push(next.value);
    }
    return rows[index];
  };
  const extent = plainExtent(lines);
  if (extent) return { extent, at };
  rows.push(...coming);
  const columns = rows.reduce((most, row) => Math.max(most, rowColumns(row)), 0);
  return { extent: { rows: rows.length, columns, lines: lines.length }, at };
}

/** Tabs only before the text: how far such a line goes needs no look at its clusters. */
const PLAIN_LINE = /^(\t*)([\x20-\x7e]+)$/;

/** The extent of a text in ASCII of which no line wraps. */
export function plainExtent(lines: readonly string[]): Extent | undefined {
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
