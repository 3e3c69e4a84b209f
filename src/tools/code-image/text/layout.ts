import { segmentGraphemes } from "./clusters.ts";
import type { Color } from "../raster/color.ts";
import type { Span } from "../highlight/highlight.ts";
import type { GlyphRun } from "./harfbuzz.ts";
import { shape, type Face } from "./shape.ts";

/** How a piece of text looks. */
export interface Style extends Face {
  color: Color;
  underline: boolean;
  strike: boolean;
}

/** A cluster at its column. */
export interface PlacedCluster {
  column: number;
  shaped: GlyphRun;
  style: Style;
}

/** One row of the picture: a source line or, after a soft wrap, the continuation of one. */
export interface LayoutRow {
  /** The source line's number, from 1; nothing for a continuation. */
  lineNumber?: number;
  placed: PlacedCluster[];
}

/** Soft wrap happens here. */
export const MAX_COLUMNS = 120;

/** Tab stops are so many columns apart. */
export const TAB_COLUMNS = 4;

/** Sets lines into rows of cells. */
export function* layoutLines(lines: Iterable<readonly Span[]>): Generator<LayoutRow, void> {
  let lineNumber = 0;
  for (const spans of lines) yield* layOutLine(spans, ++lineNumber);
}

function layOutLine(spans: readonly Span[], lineNumber: number): LayoutRow[] {
  // Graphemes are found in the whole line: highlighters cut between a letter and its accent.
  const line = spans.map(({ text }) => text).join("");
  const styleAt = styles(spans);
  let row: LayoutRow = { lineNumber, placed: [] };
  const rows = [row];
  let column = 0;
  for (const { text, offset, script } of segmentGraphemes(line, styleAt.starts)) {
    if (text === "\t") {
      column += TAB_COLUMNS - (column % TAB_COLUMNS);
      continue;
    }
    const style = styleAt(offset);
    const shaped = shape(text, style, script);
    if (column + shaped.cells > MAX_COLUMNS && column > 0) {
      row = { placed: [] };
      rows.push(row);
      column = 0;
    }
    row.placed.push({ column, shaped, style });
    column += shaped.cells;
  }
  return rows;
}

/** Finds the style of ever larger offsets of a line. */
function styles(spans: readonly Span[]) {
  const starts = new Set<number>();
  let end = 0;
  const ends = spans.map(({ text }) => {
    starts.add(end);
    return (end += text.length);
  });
  let at = 0;
  const styleAt = (offset: number): Style => {
    while (at < spans.length - 1 && offset >= (ends[at] ?? 0)) at++;
    return spans[at]?.style ?? NO_STYLE;
  };
  return Object.assign(styleAt, { starts });
}

const NO_STYLE = { color: 0, bold: false, italic: false, underline: false, strike: false };

/** The column that a row reaches. */
export function rowColumns(row: LayoutRow): number {
  const last = row.placed.at(-1);
  return last ? last.column + last.shaped.cells : 0;
}
