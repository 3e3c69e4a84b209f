import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape as shapeBuffer } from "harfbuzzjs";
import type { ShapedScript } from "./clusters.ts";
import type { OpenFont } from "../../../lib/graphics/fonts.ts";

/** A glyph with its position: ems from the pen's start on the baseline, y upwards. */
export interface PositionedGlyph {
  font: OpenFont;
  glyph: number;
  x: number;
  y: number;
  /**
   * Scale relative to the font size: below 1 for labels in placeholders and for glyphs wider than
   * their cells.
   */
  size: number;
}

/** A shaped cluster, independent of the font size. */
export interface GlyphRun {
  cells: number;
  /** Width in ems, for centering it in its cells. */
  advance: number;
  glyphs: PositionedGlyph[];
  /** True when the glyph is stretched to the cell, so that box-drawing characters join. */
  fillsCell?: true;
  /** Cells at which placeholders start; each is PLACEHOLDER_CELLS wide. */
  placeholders: readonly number[];
}

const buffer = new ShapingBuffer();

/** Shapes text with HarfBuzz in one font. `script` is set for runs of a shaped script. */
export function shapeText(text: string, font: OpenFont, script?: ShapedScript): GlyphRun {
  buffer.reset();
  buffer.setClusterLevel(ClusterLevel.CHARACTERS);
  buffer.addText(text);
  if (script) {
    buffer.setScript(script.script);
    buffer.setDirection(script.rightToLeft ? Direction.RTL : Direction.LTR);
  }
  buffer.guessSegmentProperties();
  if (!script) buffer.setDirection(Direction.LTR);
  shapeBuffer(font.font, buffer);
  const positions = buffer.getGlyphPositions();
  const em = font.unitsPerEm;
  let pen = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    // A monospaced font may give a mark a full advance, so move it back over the preceding letter.
    const back = pen > 0 && !script && startsWithMark(text.slice(cluster)) ? xAdvance : 0;
    const x = pen + (xOffset - back) / em;
    pen += (xAdvance - back) / em;
    return { font, glyph: codepoint, x, y: yOffset / em, size: 1 };
  });
  return { cells: 1, advance: pen, glyphs, placeholders: [] };
}

/** Returns true if the text starts with a combining mark. */
export function startsWithMark(text: string): boolean {
  return /^\p{M}/u.test(text);
}
