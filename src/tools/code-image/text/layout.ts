import { segmentGraphemes } from "./clusters.ts";
import type { Style, StyledText } from "./style.ts";
import type { GlyphRun } from "./harfbuzz.ts";
import { shape } from "./shape.ts";

/** A shaped cluster and its column. */
export interface PlacedCluster {
  column: number;
  shaped: GlyphRun;
  style: Style;
}

/** A row of the image: a source line, or its continuation after a soft wrap. */
export interface LayoutRow {
  /** Source line number from 1; absent for a continuation. */
  lineNumber?: number;
  placed: PlacedCluster[];
}

/** Column at which lines wrap. */
export const MAX_COLUMNS = 120;

/** Distance between tab stops in columns. */
export const TAB_COLUMNS = 4;

/** Lays out lines into rows of cells. */
export function* layoutLines(lines: Iterable<readonly StyledText[]>): Generator<LayoutRow, void> {
  let lineNumber = 0;
  for (const spans of lines) yield* layoutLine(spans, ++lineNumber);
}

function layoutLine(spans: readonly StyledText[], lineNumber: number): LayoutRow[] {
  // Segment the whole line, because highlighters may split a letter from its accent.
  const line = spans.map(({ text }) => text).join("");
  const styleAt = createStyleCursor(spans);
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

/** Creates a lookup of styles by offset; offsets must not decrease. */
function createStyleCursor(spans: readonly StyledText[]) {
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

/** Returns the number of columns a row occupies. */
export function countColumns(row: LayoutRow): number {
  const last = row.placed.at(-1);
  return last ? last.column + last.shaped.cells : 0;
}
