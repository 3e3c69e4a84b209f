import { openFont } from "../../../lib/fonts.ts";
import { CELL_EMS, codeFace } from "./fonts.ts";
import { codePointLabel, invisibleLabel } from "./labels.ts";
import type { PositionedGlyph, GlyphRun } from "./harfbuzz.ts";

/** The size of letters in a frame, in ems, and the baselines of one row and of two. */
const LABEL = { size: 0.5, oneRow: 0.19, twoRows: [0.41, -0.02] };

/** How many cells a frame takes. */
export const FRAME_CELLS = 2;

/** A character that cannot be seen, as its name in a frame, or one that no font has, as its code point. */
export function placeholderGlyph(character: string): GlyphRun {
  const codePoint = character.codePointAt(0) ?? 0;
  const rows = invisibleLabel(codePoint) ?? codePointLabel(codePoint);
  const glyphs = rows.flatMap((row, index) => labelRow(row, baseline(rows.length, index)));
  return { cells: FRAME_CELLS, advance: FRAME_CELLS * CELL_EMS, glyphs, frames: [0] };
}

function baseline(rows: number, row: number): number {
  return rows === 1 ? LABEL.oneRow : (LABEL.twoRows[row] ?? 0);
}

function labelRow(letters: string, y: number): PositionedGlyph[] {
  const font = openFont(codeFace(false, false));
  const width = letters.length * LABEL.size * CELL_EMS;
  const left = (FRAME_CELLS * CELL_EMS - width) / 2;
  return Array.from(letters, (letter, index) => ({
    font,
    glyph: font.glyph(letter.codePointAt(0) ?? 0) ?? 0,
    x: left + index * LABEL.size * CELL_EMS,
    y,
    size: LABEL.size,
  }));
}
