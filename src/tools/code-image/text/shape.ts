import { isEmoji } from "../../../lib/text/emoji.ts";
import { findFont, openFont } from "../../../lib/graphics/fonts.ts";
import { isWide, type ShapedScript } from "./clusters.ts";
import { CELL_EMS } from "../../../domain/code-image/grid.ts";
import { getCodeFace } from "./fonts.ts";
import { createPlaceholderGlyph } from "./placeholder-glyphs.ts";
import { getInvisibleLabel } from "./labels.ts";
import { shapeText, startsWithMark, type PositionedGlyph, type GlyphRun } from "./harfbuzz.ts";

/** Font weight and slant. */
export interface Face {
  bold: boolean;
  italic: boolean;
}

/** Cached glyph runs by text, one map per face (italic is bit 0, bold is bit 1 of its index). */
const glyphRuns = Array.from({ length: 4 }, () => new Map<string, GlyphRun>());
/** A face's cache is cleared at this size to bound memory. */
const MAX_CACHED_RUNS = 5000;

/** Shapes a grapheme or a run in the code font, or in the first fallback that covers it. Cached. */
export function shape(text: string, { bold, italic }: Face, script?: ShapedScript): GlyphRun {
  const runs = glyphRuns[(bold ? 2 : 0) + (italic ? 1 : 0)] as Map<string, GlyphRun>;
  const cached = runs.get(text);
  if (cached) return cached;
  const face = getCodeFace(bold, italic);
  const shaped = script ? shapeRun(text, face, script) : shapeGrapheme(text, face);
  if (runs.size >= MAX_CACHED_RUNS) runs.clear();
  runs.set(text, shaped);
  return shaped;
}

/**
 * Characters that must reach the edges of their cell: box drawing, block elements and Powerline
 * separators.
 */
const FILLS_CELL = /^[\u2500-\u259f\ue0b0-\ue0b3]$/u;

function shapeGrapheme(text: string, face: string): GlyphRun {
  if (text === " " || text === "\u00a0")
    return { cells: 1, advance: CELL_EMS, glyphs: [], placeholders: [] };
  if (text === "\u3000") return { cells: 2, advance: 2 * CELL_EMS, glyphs: [], placeholders: [] };
  const label = getInvisibleLabel(text.codePointAt(0) ?? 0);
  if (label) return createPlaceholderGlyph(text);
  if (isEmoji(text)) return shapeEmoji(text, face);
  // A mark without a base letter is shown on a dotted circle, as Unicode recommends.
  const whole = startsWithMark(text) ? `\u25cc${text}` : text;
  const font = findFont(whole, face);
  if (!font) return composeFromFonts(text, face);
  const shaped = shapeText(whole, font);
  if (FILLS_CELL.test(text)) return { ...shaped, cells: 1, fillsCell: true };
  if (font.name === "twemoji") return { ...shaped, cells: 2 };
  return shrinkToCells(shaped, isWide(text) ? 2 : 1);
}

/**
 * Composes a grapheme that no single font covers. Each character is in a font that has it, or a
 * placeholder; marks are over the preceding letter.
 */
function composeFromFonts(text: string, face: string): GlyphRun {
  const parts: GlyphRun[] = [];
  for (const character of text) {
    const font = findFont(character, face);
    const last = parts.at(-1);
    if (!font) parts.push(createPlaceholderGlyph(character));
    else if (last && startsWithMark(character)) overlayMark(last, shapeText(character, font));
    else parts.push(shrinkToCells(shapeText(character, font), isWide(character) ? 2 : 1));
  }
  return parts.reduce(concatenate);
}

/**
 * Centers a combining mark over the preceding glyph; a stand-alone mark is drawn where its base
 * letter would be.
 */
function overlayMark(base: GlyphRun, mark: GlyphRun): void {
  const shift = (base.advance - mark.advance) / 2;
  base.glyphs.push(...mark.glyphs.map((glyph) => translate(glyph, shift)));
}

function concatenate(left: GlyphRun, right: GlyphRun): GlyphRun {
  const start = left.cells * CELL_EMS + (right.cells * CELL_EMS - right.advance) / 2;
  const cells = left.cells + right.cells;
  const glyphs = [...left.glyphs, ...right.glyphs.map((glyph) => translate(glyph, start))];
  const placeholders = [
    ...left.placeholders,
    ...right.placeholders.map((cell) => cell + left.cells),
  ];
  return { cells, advance: cells * CELL_EMS, glyphs, placeholders };
}

function translate(glyph: PositionedGlyph, right: number): PositionedGlyph {
  return { ...glyph, x: glyph.x + right };
}

/** Glyphs that exceed their cells by less than this factor are not scaled. */
const MAX_OVERFLOW = 1.02;

/** Scales a glyph down to its cells, because symbols from proportional fonts can be wider. */
function shrinkToCells(shaped: GlyphRun, cells: number): GlyphRun {
  const width = cells * CELL_EMS;
  if (shaped.advance <= width * MAX_OVERFLOW) return { ...shaped, cells };
  const size = width / shaped.advance;
  const glyphs = shaped.glyphs.map((glyph) => ({
    ...glyph,
    x: glyph.x * size,
    y: glyph.y * size,
    size,
  }));
  return { ...shaped, cells, advance: width, glyphs };
}

function shapeEmoji(text: string, face: string): GlyphRun {
  const font = openFont("twemoji");
  const shaped = shapeText(text, font);
  const drawn = shaped.glyphs.filter(({ glyph }) => glyph !== 0);
  if (drawn.length < shaped.glyphs.length || drawn.length === 0) {
    const plain = findFont(text, face);
    return plain && plain !== font
      ? { ...shapeText(text, plain), cells: 2 }
      : composeFromFonts(text, face);
  }
  // A sequence that the font does not join is drawn as separate emoji of two cells each.
  return { ...shaped, cells: 2 * Math.max(1, Math.round(shaped.advance)) };
}

function shapeRun(text: string, face: string, script: ShapedScript): GlyphRun {
  const font = findFont(text.replaceAll(" ", ""), face);
  if (!font) return composeFromFonts(text, face);
  const shaped = shapeText(text, font, script);
  return { ...shaped, cells: Math.max(1, Math.ceil(shaped.advance / CELL_EMS)) };
}
