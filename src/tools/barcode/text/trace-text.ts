import type { TextLine } from "../../../domain/barcode/drawing.ts";
import { flattenGlyph } from "./flatten.ts";
import { getGlyph, UNITS_PER_EM } from "../../../domain/barcode/text/glyphs.ts";
import { type Affine, type Crossings, traceContour } from "../../../lib/graphics/scanline-fill.ts";

/** A text to draw into pixels, in units of the drawing. */
interface TracedText extends TextLine {
  /** Number of lines per curve. */
  steps: number;
}

/** Adds the outlines of a text to `crossings`. */
export function traceText(line: TracedText, matrix: Affine, crossings: Crossings): void {
  const unit = line.size / UNITS_PER_EM;
  let pen = line.x;
  for (const character of line.text) {
    const glyph = toPixels(matrix, { x: pen, y: line.baseline, unit });
    for (const contour of flattenGlyph(character, line.steps)) {
      traceContour(contour, glyph, crossings);
    }
    pen += getGlyph(character).advance * unit;
  }
}

/** Combines the position and scale of a glyph with the matrix of its drawing. */
function toPixels(
  { a, b, c, d, e, f }: Affine,
  { x, y, unit }: { x: number; y: number; unit: number },
): Affine {
  return {
    a: a * unit,
    b: b * unit,
    c: c * unit,
    d: d * unit,
    e: a * x + c * y + e,
    f: b * x + d * y + f,
  };
}
