import {
  Buffer as ShapingBuffer,
  BufferFlag,
  Direction,
  Feature,
  shape as shapeBuffer,
} from "harfbuzzjs";
import type { OpenFont } from "../../lib/graphics/fonts.ts";

/** A text in one font, shaped. Lengths in ems; glyphs in visual order, left to right. */
export interface ShapedText {
  font: OpenFont;
  text: string;
  rightToLeft: boolean;
  width: number;
  glyphs: readonly ShapedGlyph[];
}

/** A glyph with the distance to the next one and its own displacement, in ems. */
export interface ShapedGlyph {
  glyph: number;
  /** Start of its cluster in the text, in UTF-16 units. */
  cluster: number;
  advance: number;
  x: number;
  y: number;
}

export interface ShapeOptions {
  rightToLeft: boolean;
  tabular: boolean;
}

/** Matches a character that nothing draws, such as a joiner. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Returns where a cluster starts without the joiners before its letter. The joiners then belong to
 * the letter before, where readers from right to left expect them.
 */
function skipIgnorable(text: string, cluster: number): number {
  let start = cluster;
  while (start < text.length - 1 && IGNORABLE.test(text[start] ?? "")) start++;
  return start;
}

const buffer = new ShapingBuffer();
const TABULAR = [new Feature("tnum", 1)];

/** Shapes a text with HarfBuzz. The text must be of one script and one direction. */
export function shapeText(text: string, font: OpenFont, options: ShapeOptions): ShapedText {
  buffer.reset();
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(options.rightToLeft ? Direction.RTL : Direction.LTR);
  shapeBuffer(font.font, buffer, options.tabular ? TABULAR : []);
  const positions = buffer.getGlyphPositions();
  const em = font.unitsPerEm;
  let width = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster: start }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    width += xAdvance;
    const cluster = options.rightToLeft ? skipIgnorable(text, start) : start;
    return { glyph: codepoint, cluster, advance: xAdvance / em, x: xOffset / em, y: yOffset / em };
  });
  return { font, text, rightToLeft: options.rightToLeft, width: width / em, glyphs };
}
