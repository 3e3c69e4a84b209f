import { type Bitmap, clearRun, fillRun } from "../../../domain/symbol/bitmap.ts";
import { chooseTextColor, formatHexColor } from "../../../lib/graphics/color.ts";
import { type Chunk, EMOJI_EMS, PLACEHOLDER_EMS } from "../../../pdf/text/chunk.ts";
import { fillOutline, getGlyphRuns, type Runs } from "./glyph-runs.ts";

/** A position in dots, and the dots of a point. */
interface TextOrigin {
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
  for (const placed of placeGlyphs(chunk, origin)) {
    const runs = getGlyphRuns(font, placed.glyph, placed.em);
    drawRuns(bitmap, runs, placed);
    const shift = Math.max(1, Math.round(placed.em * EMBOLDEN_EMS));
    if (emboldened) drawRuns(bitmap, runs, { ...placed, x: placed.x + shift });
  }
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

/** Darkens runs at a position, which is rounded to whole dots, or lightens them. */
function drawRuns(
  bitmap: Bitmap,
  runs: Runs,
  { x, baseline, isLight }: { x: number; baseline: number; isLight?: boolean },
): void {
  const setRun = isLight ? clearRun : fillRun;
  const [left, top] = [Math.round(x), Math.round(baseline)];
  for (let at = 0; at < runs.length; at += 3) {
    const line = top + (runs[at] ?? 0);
    const start = Math.max(0, left + (runs[at + 1] ?? 0));
    const end = Math.min(bitmap.width, left + (runs[at + 1] ?? 0) + (runs[at + 2] ?? 0));
    if (line >= 0 && line < bitmap.height && end > start) setRun(bitmap, start, line, end - start);
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
      const color = formatHexColor(("color" in layer ? layer.color : undefined) ?? 0);
      const isLight = chooseTextColor(color) === "#000000";
      drawRuns(bitmap, getGlyphRuns(font, layer.glyph, placed.em), { ...placed, isLight });
    }
  }
}

/** The edges of a frame as high as a capital, in ems: a rectangle, and its hole the other way. */
const FRAME = [
  [0.08, 0, PLACEHOLDER_EMS - 0.08, 0, PLACEHOLDER_EMS - 0.08, 0.72, 0.08, 0.72, 0.08, 0],
  [0.13, 0.05, 0.13, 0.67, PLACEHOLDER_EMS - 0.13, 0.67, PLACEHOLDER_EMS - 0.13, 0.05, 0.13, 0.05],
].map((points) => Float64Array.from(points));

function drawPlaceholder(bitmap: Bitmap, { style }: Chunk<unknown>, origin: TextOrigin): void {
  drawRuns(bitmap, fillOutline(FRAME, style.size * origin.dotsPerPoint), origin);
}
