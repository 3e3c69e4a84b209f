import { openFont } from "../../../lib/fonts.ts";
import { CELL_EMS, codeFace } from "../text/fonts.ts";
import { MAX_COLUMNS } from "../text/layout.ts";
import type { Extent } from "../text/rows.ts";

/** Options that determine the image's geometry; lengths in CSS pixels. */
export interface ImageOptions {
  fontSize: number;
  padding: number;
  scale: number;
  showLineNumbers: boolean;
  showWindowChrome: boolean;
}

/** The cell in integer device pixels, so that a glyph looks the same at every position. */
export interface CellSize {
  /** Font size: pixels per em. */
  em: number;
  width: number;
  height: number;
  /** Distance from the cell's top to the baseline. */
  baseline: number;
}

/** A circle in device pixels. */
interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** Positions and sizes in device pixels. */
export interface Geometry {
  scale: number;
  width: number;
  height: number;
  cell: CellSize;
  window: { left: number; top: number; right: number; bottom: number; radius: number };
  /** The window's buttons; empty without chrome. */
  placeButtons: Circle[];
  /** Origin of the text: column 0 of the first row. */
  text: { left: number; top: number };
  /** Right edge of the line numbers; absent without them. */
  numbersRight?: number;
}

/** Line height in ems. */
const LEADING = 1.5;

const INSET = 20;
const TOP_WITH_CHROME = 46;
const MIN_COLUMNS = 20;
const BUTTON = { radius: 6, first: 22, apart: 20, middle: 22 };

/** The scale is lowered above this height, which is the limit of software with signed 16-bit coordinates. */
const MAX_HEIGHT = 32_767;
/** Maximum image area. The width needs no limit of its own, because wrapping keeps it below 6,000. */
const MAX_PIXELS = 100_000_000;

/** Computes the geometry, lowering the scale when the image would be too high. */
export function measure(extent: Extent, asked: ImageOptions): Geometry {
  let geometry = measureAtScale(extent, asked);
  for (let scale = asked.scale - 1; scale >= 1 && geometry.height > MAX_HEIGHT; scale--) {
    geometry = measureAtScale(extent, { ...asked, scale });
  }
  return geometry;
}

function measureAtScale(extent: Extent, asked: ImageOptions): Geometry {
  const { scale, showWindowChrome, showLineNumbers } = asked;
  const pixels = (length: number) => Math.round(length * scale);
  const cell = measureCell(asked.fontSize * scale);
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
    placeButtons: showWindowChrome ? buttons(padding, scale) : [],
    text: { left: textLeft, top: textTop },
    ...(showLineNumbers && { numbersRight: padding + pixels(INSET) + gutter }),
  };
}

/** Computes the cell for a font size in device pixels. */
function measureCell(em: number): CellSize {
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

/** Returns how many rows would fit at this width, font size and scale, or undefined if the image is not too large. */
export function countFittingRows({ rows }: Extent, geometry: Geometry): number | undefined {
  const { width, height, cell } = geometry;
  if (width * height <= MAX_PIXELS) return undefined;
  const around = height - rows * cell.height;
  return Math.max(0, Math.floor((MAX_PIXELS / width - around) / cell.height));
}
