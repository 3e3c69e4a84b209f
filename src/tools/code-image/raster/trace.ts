import type { ColorLayer, OpenFont, OutlineSink } from "../../../lib/graphics/fonts.ts";
import type { PositionedGlyph, GlyphRun } from "../text/harfbuzz.ts";
import type { Transform } from "../text/outline.ts";
import { PLACEHOLDER_CELLS } from "../text/placeholder-glyphs.ts";
import type { CellSize, Rectangle } from "../../../domain/code-image/geometry.ts";

/**
 * Receives outlines in font units with the transform that maps them to pixels, and rectangles in
 * pixels.
 */
export interface PixelSink extends OutlineSink {
  transform: Transform;
  /** Adds a rectangle. A hole is cut out of what surrounds it. */
  addRectangle(rectangle: Rectangle, isHole?: boolean): void;
}

/**
 * Traces the glyphs and placeholders of a cluster, in pixels from the top left of its first cell.
 */
export function traceRun(sink: PixelSink, shaped: GlyphRun, cell: CellSize): void {
  for (const placed of shaped.glyphs) {
    setGlyphTransform(sink, placed, { shaped, cell });
    placed.font.draw(placed.glyph, sink);
  }
  for (const start of shaped.placeholders) drawPlaceholderBox(sink, start, cell);
}

/**
 * Traces each color layer of a cluster into a separate sink, bottom first; ordinary glyphs have
 * none.
 */
export function traceLayers<S extends PixelSink>(
  shaped: GlyphRun,
  cell: CellSize,
  createSink: () => S,
): { layer: ColorLayer; sink: S }[] {
  return shaped.glyphs.flatMap((placed) =>
    placed.font.layers(placed.glyph).map((layer) => {
      const sink = createSink();
      setGlyphTransform(sink, placed, { shaped, cell });
      placed.font.draw(layer.glyph, sink);
      return { layer, sink };
    }),
  );
}

/** Sets the outline's transform from font units to pixels within the cluster's cells. */
function setGlyphTransform(
  sink: PixelSink,
  placed: PositionedGlyph,
  { shaped, cell }: { shaped: GlyphRun; cell: CellSize },
): void {
  const { font, x, y, size } = placed;
  if (shaped.fillsCell) {
    sink.transform = createStretchTransform(font, placed.glyph, cell);
    return;
  }
  const scale = (cell.em * size) / font.unitsPerEm;
  const margin = (shaped.cells * cell.width - shaped.advance * cell.em) / 2;
  sink.transform = {
    scaleX: scale,
    scaleY: -scale,
    shiftX: margin + x * cell.em,
    shiftY: cell.baseline - y * cell.em,
  };
}

/**
 * Maps the font's box (ascent to descent) to the whole cell, because box-drawing characters only
 * join then.
 */
function createStretchTransform(font: OpenFont, glyph: number, cell: CellSize) {
  const advance = font.font.glyphHAdvance(glyph);
  const scaleY = cell.height / ((font.ascent + font.descent) * font.unitsPerEm);
  return {
    scaleX: cell.width / advance,
    scaleY: -scaleY,
    shiftX: 0,
    shiftY: font.ascent * font.unitsPerEm * scaleY,
  };
}

/** Draws the frame of a placeholder: a box with a smaller one cut out of it. */
function drawPlaceholderBox(sink: PixelSink, start: number, cell: CellSize): void {
  const line = Math.max(1, Math.round(cell.em / 20));
  const left = start * cell.width + line;
  const right = (start + PLACEHOLDER_CELLS) * cell.width - line;
  const top = cell.baseline - Math.round(cell.em * 0.84);
  const bottom = cell.baseline + Math.round(cell.em * 0.12);
  sink.addRectangle({ left, top, right, bottom });
  const hole = { left: left + line, top: top + line, right: right - line, bottom: bottom - line };
  sink.addRectangle(hole, true);
}
