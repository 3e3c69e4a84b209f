import { MAX_COLUMNS, TAB_COLUMNS } from "../../../domain/code-image/grid.ts";
import type { Color } from "../raster/color.ts";
import { createClusters } from "./clusters.ts";
import type { Style, StyledText } from "./styled-text.ts";
import type { GlyphRun } from "./harfbuzz.ts";
import { shape } from "./shape.ts";

/** A shaped cluster and its column. */
export interface PlacedCluster {
  column: number;
  shaped: GlyphRun;
  style: Style;
}

/** Colors of an emphasized row: its background, and the bar at its left. */
export interface RowTint {
  background: Color;
  bar: Color;
}

/** A row of the image: a source line, or its continuation after a soft wrap. */
export interface LayoutRow {
  /** Source line number; absent for a continuation. */
  lineNumber?: number;
  tint?: RowTint;
  placed: PlacedCluster[];
}

/** Options that determine the layout apart from the text. */
interface LayoutOptions {
  /** Number of the first line. Default: 1. */
  firstLine?: number;
  /** Colors of lines, by index from 0. Default: none. */
  tints?: ReadonlyMap<number, RowTint>;
  /** Color of the mark at the start of continuations. Default: black. */
  markColor?: Color;
}

/** The mark at the start of a continuation, and its columns including the space after it. */
const WRAP_MARK = "↪";
const WRAP_MARK_COLUMNS = 2;

/** Continuations are indented like their line, up to this column, so that they have room. */
const MAX_HANGING_INDENT = 40;

/** Lays out lines into rows of cells. */
export function* layoutLines(
  lines: Iterable<readonly StyledText[]>,
  { firstLine = 1, tints, markColor = 0 }: LayoutOptions = {},
): Generator<LayoutRow, void> {
  let index = 0;
  for (const spans of lines) {
    const tint = tints?.get(index);
    const base: Omit<LayoutRow, "placed"> = tint ? { tint } : {};
    const rows = layoutLine(spans, markColor);
    for (const [at, placed] of rows.entries()) {
      yield at === 0 ? { lineNumber: firstLine + index, ...base, placed } : { ...base, placed };
    }
    index++;
  }
}

/** Lays out text in one row, without wrapping. */
export function layoutRow(text: string, style: Style): PlacedCluster[] {
  let column = 0;
  return createClusters(text, new Set()).map((cluster) => {
    const shaped = shape(cluster.text, style, cluster.script);
    column += shaped.cells;
    return { column: column - shaped.cells, shaped, style };
  });
}

function layoutLine(spans: readonly StyledText[], markColor: Color): PlacedCluster[][] {
  // Segments the whole line, because highlighters may split a letter from its accent.
  const line = spans.map(({ text }) => text).join("");
  const { getStyleAt, starts } = createStyleCursor(spans);
  const wrapper = createWrapper(line, markColor);
  for (const { text, offset, script } of createClusters(line, starts)) {
    if (text === "\t") wrapper.tab();
    else {
      const style = getStyleAt(offset);
      wrapper.place(shape(text, style, script), style, text === " ");
    }
  }
  return wrapper.rows;
}

/** Places the clusters of a line in rows. Rows end after a space where that is possible. */
function createWrapper(line: string, markColor: Color) {
  let row: PlacedCluster[] = [];
  const rows = [row];
  let column = 0;
  let rowStart = 0;
  /**
   * Index of the cluster after the last space in the row that follows a visible character; 0: none.
   */
  let breakAt = 0;
  let hasText = false;

  const wrap = (cells: number) => {
    const moved = breakAt > 0 ? row.splice(breakAt) : [];
    const room = Math.max(0, MAX_COLUMNS - WRAP_MARK_COLUMNS - cells);
    const indent = Math.min(measureIndent(line), MAX_HANGING_INDENT, room);
    row = [createWrapMark(indent, markColor)];
    rows.push(row);
    rowStart = column = indent + WRAP_MARK_COLUMNS;
    breakAt = 0;
    for (const { shaped, style } of moved) put(shaped, style);
  };
  const put = (shaped: GlyphRun, style: Style): void => {
    if (column + shaped.cells > MAX_COLUMNS && column > rowStart) {
      wrap(shaped.cells);
      // Places the cluster again, because it may not fit into the next row either.
      return put(shaped, style);
    }
    row.push({ column, shaped, style });
    column += shaped.cells;
  };
  const allowBreak = () => {
    if (hasText) breakAt = row.length;
  };
  return {
    rows,
    place(shaped: GlyphRun, style: Style, isSpace: boolean) {
      // Omits a space that does not fit, because the next word starts a row anyway.
      if (!isSpace || column < MAX_COLUMNS) put(shaped, style);
      if (isSpace) allowBreak();
      else hasText = true;
    },
    tab() {
      column = Math.min(column + TAB_COLUMNS - (column % TAB_COLUMNS), MAX_COLUMNS);
      allowBreak();
    },
  };
}

function createWrapMark(column: number, color: Color): PlacedCluster {
  const style = { ...NO_STYLE, color };
  return { column, shaped: shape(WRAP_MARK, style), style };
}

/** Returns the columns of the white space that a line begins with. */
function measureIndent(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === "\t") column += TAB_COLUMNS - (column % TAB_COLUMNS);
    else if (character === " ") column++;
    else break;
  }
  return column;
}

/**
 * Returns the offsets at which styles start, and a lookup of styles by offset, whose offsets must
 * not decrease.
 */
function createStyleCursor(spans: readonly StyledText[]) {
  const starts = new Set<number>();
  let end = 0;
  const ends = spans.map(({ text }) => {
    starts.add(end);
    return (end += text.length);
  });
  let at = 0;
  const getStyleAt = (offset: number): Style => {
    while (at < spans.length - 1 && offset >= (ends[at] ?? 0)) at++;
    return spans[at]?.style ?? NO_STYLE;
  };
  return { getStyleAt, starts };
}

const NO_STYLE = { color: 0, bold: false, italic: false, underline: false, strike: false };

export function countColumns({ placed }: { placed: readonly PlacedCluster[] }): number {
  const last = placed.at(-1);
  return last ? last.column + last.shaped.cells : 0;
}
