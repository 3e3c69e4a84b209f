import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape as shapeBuffer } from "harfbuzzjs";
import type { ShapedScript } from "./clusters.ts";
import type { OpenFont } from "../../../lib/fonts.ts";

/** One glyph at its place; lengths in ems from the pen's start on the baseline, y upwards. */
export interface PositionedGlyph {
  font: OpenFont;
  glyph: number;
  x: number;
  y: number;
  /** Ems an em of the font is drawn at: 1 but for small letters in frames and what is too wide. */
  size: number;
}

/** A cluster ready to draw at any size. */
export interface GlyphRun {
  /** How many cells it takes. */
  cells: number;
  /** Its width in ems, to center it in its cells. */
  advance: number;
  glyphs: PositionedGlyph[];
  /** Set where the glyph is stretched to fill the cell, so that box drawing joins. */
  fillsCell?: true;
  /** The cells at which frames begin; each is FRAME_CELLS wide. */
  frames: readonly number[];
}

const buffer = new ShapingBuffer();

/** The glyphs of a text in one font, shaped by HarfBuzz; a script says that the text is a run of it. */
export function shapeText(text: string, font: OpenFont, script?: ShapedScript): GlyphRun {
  buffer.reset();
  buffer.setClusterLevel(ClusterLevel.CHARACTERS);
  buffer.addText(text);
  if (script) {
    buffer.setScript(script.script);
    buffer.setDirection(script.rightToLeft ? Direction.RTL : Direction.LTR);
  }
  // Fills in what is not set.
  buffer.guessSegmentProperties();
  if (!script) buffer.setDirection(Direction.LTR);
  shapeBuffer(font.font, buffer);
  const positions = buffer.getGlyphPositions();
  const em = font.unitsPerEm;
  let pen = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    // A monospaced font may give a mark a letter's advance: such a mark goes over the letter before it.
    const back = pen > 0 && !script && startsWithMark(text.slice(cluster)) ? xAdvance : 0;
    const x = pen + (xOffset - back) / em;
    pen += (xAdvance - back) / em;
    return { font, glyph: codepoint, x, y: yOffset / em, size: 1 };
  });
  return { cells: 1, advance: pen, glyphs, frames: [] };
}

/** Whether the text starts with a combining mark. */
export function startsWithMark(text: string): boolean {
  return /^\p{M}/u.test(text);
}
