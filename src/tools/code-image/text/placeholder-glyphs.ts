import { openFont } from "../../../lib/graphics/fonts.ts";
import { CELL_EMS } from "../../../domain/code-image/grid.ts";
import { getCodeFace } from "./fonts.ts";
import { formatCodePoint, getInvisibleLabel } from "./labels.ts";
import type { PositionedGlyph, GlyphRun } from "./harfbuzz.ts";

/**
 * The labels of placeholders: size of letters, and baselines of labels with one row and with two,
 * in ems.
 */
const LABEL = { size: 0.5, oneRow: 0.19, twoRows: [0.41, -0.02] };

/** Width of a placeholder in cells. */
export const PLACEHOLDER_CELLS = 2;

/**
 * Returns a placeholder with the name of an invisible character, or with the code point of one that
 * no font covers.
 */
export function createPlaceholderGlyph(character: string): GlyphRun {
  const codePoint = character.codePointAt(0) ?? 0;
  const rows = getInvisibleLabel(codePoint) ?? formatCodePoint(codePoint);
  const glyphs = rows.flatMap((row, index) => layoutLabel(row, getBaseline(rows.length, index)));
  return {
    cells: PLACEHOLDER_CELLS,
    advance: PLACEHOLDER_CELLS * CELL_EMS,
    glyphs,
    placeholders: [0],
  };
}

function getBaseline(rows: number, row: number): number {
  return rows === 1 ? LABEL.oneRow : (LABEL.twoRows[row] ?? 0);
}

function layoutLabel(letters: string, y: number): PositionedGlyph[] {
  const font = openFont(getCodeFace(false, false));
  const width = letters.length * LABEL.size * CELL_EMS;
  const left = (PLACEHOLDER_CELLS * CELL_EMS - width) / 2;
  return Array.from(letters, (letter, index) => ({
    font,
    glyph: font.glyph(letter.codePointAt(0) ?? 0) ?? 0,
    x: left + index * LABEL.size * CELL_EMS,
    y,
    size: LABEL.size,
  }));
}
