import { type Chunk, measureChunk } from "./chunk.ts";
import type { ShapedGlyph, ShapedText } from "./shape.ts";

/** Tolerance for rounding errors in sums of widths, in points. */
export const TOLERANCE = 0.001;

/**
 * Splits a chunk that is wider than a line into parts that fit. The first is at most as wide as
 * `room()`, unless that is less than a quarter of the line: then a new line reads better.
 */
export function* splitToFit<S>(
  chunk: Chunk<S>,
  room: () => number,
  width: number,
): Generator<Chunk<S>> {
  let remaining = chunk;
  while (remaining.width > width + TOLERANCE) {
    const maxWidth = room() > width / 4 ? room() : width;
    const at = findClusterThatFits(remaining, maxWidth);
    if (at === undefined) break;
    yield slicePart(remaining, 0, at);
    remaining = slicePart(remaining, at, remaining.text.length);
  }
  yield remaining;
}

/**
 * Returns the offset of the first cluster that no longer fits, or undefined when there is only one
 * cluster.
 */
function findClusterThatFits({ shaped, style }: Chunk<unknown>, width: number): number | undefined {
  const ordered = toLogicalOrder(shaped);
  let used = 0;
  for (const { cluster, advance } of ordered) {
    used += advance * style.size + style.letterSpacing;
    if (used > width && cluster > 0) return cluster;
  }
  return ordered.findLast(({ cluster }) => cluster > 0)?.cluster;
}

function toLogicalOrder({ glyphs, rightToLeft }: ShapedText): readonly ShapedGlyph[] {
  return rightToLeft ? glyphs.toReversed() : glyphs;
}

function slicePart<S>(chunk: Chunk<S>, start: number, end: number): Chunk<S> {
  const { shaped, style } = chunk;
  const text = shaped.text.slice(start, end);
  const glyphs = shaped.glyphs
    .filter(({ cluster }) => cluster >= start && cluster < end)
    .map(({ glyph, cluster, advance, x, y }) => ({
      glyph,
      cluster: cluster - start,
      advance,
      x,
      y,
    }));
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  const part = { ...shaped, text, glyphs, width };
  const isLast = end === shaped.text.length;
  return {
    ...chunk,
    text,
    shaped: part,
    width: measureChunk(chunk.kind, part, style),
    breakAfter: isLast ? chunk.breakAfter : "may",
  };
}
