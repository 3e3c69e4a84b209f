import type { OpenFont } from "../../../lib/graphics/fonts.ts";
import {
  type Crossings,
  fillRow,
  type Polyline,
  traceContour,
} from "../../../lib/graphics/scanline-fill.ts";
import { getOutline } from "./glyph-outlines.ts";

/** Dark runs of dots: line, first dot and length in turn, from a point on the baseline. */
export type Runs = readonly number[];

/** A cache is cleared at this many glyphs to bound memory. */
const MAX_CACHED = 4000;

const cached = new WeakMap<OpenFont, Map<string, Runs>>();

/**
 * Returns the dots of a glyph, whose em is `em` dots. Cached, because labels repeat glyphs in few
 * sizes; a glyph thus begins at a whole dot.
 */
export function getGlyphRuns(font: OpenFont, glyph: number, em: number): Runs {
  const runs = cached.get(font) ?? new Map<string, Runs>();
  cached.set(font, runs);
  const key = `${em} ${glyph}`;
  const stored = runs.get(key);
  if (stored) return stored;
  if (runs.size >= MAX_CACHED) runs.clear();
  const filled = fillOutline(getOutline(font, glyph), em);
  runs.set(key, filled);
  return filled;
}

/** Returns the dots of closed lines in ems, whose y axis is upwards. */
export function fillOutline(outline: readonly Polyline[], em: number): Runs {
  // Lines and dots of crossings count from 0, so the glyph is moved into the positive.
  const margin = Math.ceil(2 * em);
  const crossings: Crossings = [];
  const matrix = { a: em, b: 0, c: 0, d: -em, e: margin, f: margin };
  for (const contour of outline) traceContour(contour, matrix, crossings);
  const runs: number[] = [];
  crossings.forEach((row, y) => {
    if (row) fillRow(row, (x, length) => runs.push(y - margin, x - margin, length));
  });
  return runs;
}
