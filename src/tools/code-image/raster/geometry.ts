import { openFont } from "../../../lib/fonts.ts";
import { CELL_EMS, codeFace } from "../text/fonts.ts";
import { MAX_COLUMNS } from "../text/layout.ts";
import type { Extent } from "../text/rows.ts";

/** What the sizes of a picture follow from; lengths in pixels. */
export interface Measures {
  fontSize: number;
  padding: number;
  scale: number;
  showLineNumbers: boolean;
  showWindowChrome: boolean;
}

/** The cell in device pixels. Whole numbers, so that a glyph looks the same wherever it stands. */
export interface CellSize {
  /** The font's size: pixels an em. */
  em: number;
  width: number;
  height: number;
  /** From the cell's top to the baseline. */
  baseline: number;
}

/** A circle or the center of one, in device pixels. */
interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** Where everything stands, in device pixels. */
export interface Geometry {
  scale: number;
  width: number;
  height: number;
  cell: CellSize;
  window: { left: number; top: number; right: number; bottom: number; radius: number };
  /** The middles of the window's buttons; none without chrome. */
  buttons: Circle[];
  /** Where column 0 begins, and the first row. */
  text: { left: number; top: number };
  /** Where line numbers end; nothing without them. */
  numbersRight?: number;
}

/** Line height in ems. */
const LEADING = 1.5;

const INSET = 20;
const TOP_WITH_CHROME = 46;
const MIN_COLUMNS = 20;
const BUTTON = { radius: 6, first: 22, apart: 20, middle: 22 };

/** Past this height (that of signed 16-bit software) the scale is lowered. */
const LOWER_SCALE_ABOVE = 32_767;
/** The width needs no bound of its own: soft wrap keeps it under 6000. */
const MAX_PIXELS = 100_000_000;

/** The picture's geometry, its scale lowered where the height asks for it. */
export function measure(extent: Extent, asked: Measures): Geometry {
  let geometry = atScale(extent, asked);
  for (let scale = asked.scale - 1; scale >= 1 && geometry.height > LOWER_SCALE_ABOVE; scale--) {
    geometry = atScale(extent, { ...asked, scale });
  }
  return geometry;
}

function atScale(extent: Extent, asked: Measures): Geometry {
  const { scale, showWindowChrome, showLineNumbers } = asked;
  const pixels = (length: number) => Math.round(length * scale);
  const cell = cellSize(asked.fontSize * scale);
  const padding = pixels(asked.padding);
  const gutter = showLineNumbers ? Math.max(2, String(extent.lines).length) * cell.width : 0;
  const columns = Math.min(Math.max(extent.columns, MIN_COLUMNS), MAX_COLUMNS);
  const textLeft = padding + pixels(INSET) + gutter + (gutter > 0 ? 2 * cell.width : 0);
  const textTop = padding + pixels(showWindowChrome ? TOP_WITH_CHROME : INSET);
  const right = textLeft + columns * cell.width + pixels(INSET);
  const bottom = textTop + extent.rows * cell.height + pixels(INSET);
  return {
    scale,
    width: right + padding,
    height: bottom + padding,
    cell,
    window: { left: padding, top: padding, right, bottom, radius: pixels(10) },
    buttons: showWindowChrome ? buttons(padding, scale) : [],
    text: { left: textLeft, top: textTop },
    ...(showLineNumbers && { numbersRight: padding + pixels(INSET) + gutter }),
  };
}

/** The cell of a font size in device pixels. */
function cellSize(em: number): CellSize {
  const { ascent, descent } = openFont(codeFace(false, false));
  const height = Math.round(em * LEADING);
  const baseline = Math.round((height - em * (ascent + descent)) / 2 + em * ascent);
  return { em, width: Math.round(em * CELL_EMS), height, baseline };
}

function buttons(padding: number, scale: number): Circle[] {
  return [0, 1, 2].map((index) => ({
    x: padding + (BUTTON.first + index * BUTTON.apart) * scale,
    y: padding + BUTTON.middle * scale,
    radius: BUTTON.radius * scale,
  }));
}

/** How many rows would fit at this width, font size and scale; nothing if the picture is not too large. */
export function rowsThatFit({ rows }: Extent, geometry: Geometry): number | undefined {
  const { width, height, cell } = geometry;
  if (width * height <= MAX_PIXELS) return undefined;
  const around = height - rows * cell.height;
  return Math.max(0, Math.floor((MAX_PIXELS / width - around) / cell.height));
}
