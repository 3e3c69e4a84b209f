import { type Bitmap, clearRun, fillRun } from "../../../domain/symbol/bitmap.ts";
import { chooseTextColor, formatHexColor } from "../../../lib/graphics/color.ts";
import {
  type Crossings,
  fillRow,
  type Polyline,
  traceContour,
} from "../../../lib/graphics/scanline-fill.ts";
import { type Chunk, EMOJI_EMS, PLACEHOLDER_EMS } from "../../../pdf/text/chunk.ts";
import { getOutline } from "./glyph-outlines.ts";

/** A position in dots, and the dots of a point. */
export interface TextOrigin {
  x: number;
  baseline: number;
  dotsPerPoint: number;
}

/** Displacement of the second copy of a glyph that makes it bold, in ems. */
const EMBOLDEN_EMS = 0.028;

/** Draws a piece of text. */
export function drawChunk(bitmap: Bitmap, chunk: Chunk<unknown>, origin: TextOrigin): void {
  if (chunk.kind === "text") drawGlyphs(bitmap, chunk, origin);
  else if (chunk.kind === "emoji") drawEmoji(bitmap, chunk, origin);
  else drawPlaceholder(bitmap, chunk, origin);
}

function drawGlyphs(bitmap: Bitmap, chunk: Chunk<unknown>, origin: TextOrigin): void {
  const { font, emboldened } = chunk;
  const crossings: Crossings = [];
  for (const placed of placeGlyphs(chunk, origin)) {
    const outline = getOutline(font, placed.glyph);
    traceOutline(outline, placed, crossings);
    if (!emboldened) continue;
    traceOutline(outline, { ...placed, x: placed.x + placed.em * EMBOLDEN_EMS }, crossings);
  }
  paint(bitmap, crossings, true);
}

interface PlacedGlyph {
  glyph: number;
  x: number;
  baseline: number;
  /** Size of an em in dots. */
  em: number;
}

function placeGlyphs({ shaped, style }: Chunk<unknown>, origin: TextOrigin): PlacedGlyph[] {
  const em = style.size * origin.dotsPerPoint;
  let pen = origin.x;
  return shaped.glyphs.map(({ glyph, x, y, advance }) => {
    const placed = { glyph, x: pen + x * em, baseline: origin.baseline - y * em, em };
    pen += advance * em;
    return placed;
  });
}

/** Adds an outline whose unit is an em and whose y axis is upwards. */
function traceOutline(
  outline: readonly Polyline[],
  { x, baseline, em }: Pick<PlacedGlyph, "x" | "baseline" | "em">,
  crossings: Crossings,
): void {
  const matrix = { a: em, b: 0, c: 0, d: -em, e: x, f: baseline };
  for (const contour of outline) traceContour(contour, matrix, crossings);
}

function paint(bitmap: Bitmap, crossings: Crossings, isDark: boolean): void {
  const setRun = isDark ? fillRun : clearRun;
  for (let y = 0; y < Math.min(bitmap.height, crossings.length); y++) {
    const row = crossings[y];
    if (!row) continue;
    fillRow(row, (x, length) => {
      const end = Math.min(bitmap.width, x + length);
      if (end > x) setRun(bitmap, x, y, end - x);
    });
  }
}

/** Draws the layers of emoji: black where white text would be legible on them, else white. */
function drawEmoji(bitmap: Bitmap, chunk: Chunk<unknown>, origin: TextOrigin): void {
  const { font, shaped, style } = chunk;
  const indent = ((EMOJI_EMS - shaped.width) / 2) * style.size * origin.dotsPerPoint;
  for (const placed of placeGlyphs(chunk, { ...origin, x: origin.x + indent })) {
    const layers = font.layers(placed.glyph);
    for (const layer of layers.length > 0 ? layers : [{ glyph: placed.glyph, alpha: 1 }]) {
      if (layer.alpha < 0.5) continue;
      const crossings: Crossings = [];
      traceOutline(getOutline(font, layer.glyph), placed, crossings);
      const color = formatHexColor(("color" in layer ? layer.color : undefined) ?? 0);
      paint(bitmap, crossings, chooseTextColor(color) === "#ffffff");
    }
  }
}

/** The edges of a frame as high as a capital, in ems: a rectangle, and its hole the other way. */
const FRAME = [
  [0.08, 0, PLACEHOLDER_EMS - 0.08, 0, PLACEHOLDER_EMS - 0.08, 0.72, 0.08, 0.72, 0.08, 0],
  [0.13, 0.05, 0.13, 0.67, PLACEHOLDER_EMS - 0.13, 0.67, PLACEHOLDER_EMS - 0.13, 0.05, 0.13, 0.05],
].map((points) => Float64Array.from(points));

function drawPlaceholder(bitmap: Bitmap, { style }: Chunk<unknown>, origin: TextOrigin): void {
  const crossings: Crossings = [];
  traceOutline(FRAME, { ...origin, em: style.size * origin.dotsPerPoint }, crossings);
  paint(bitmap, crossings, true);
}
