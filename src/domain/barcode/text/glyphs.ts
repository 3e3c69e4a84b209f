import { OUTLINES } from "./outlines.ts";

/** A closed curve of a glyph, in thousandths of an em with the y axis downwards. */
export interface Contour {
  x: number;
  y: number;
  /** SVG path data with relative commands, from the start point. */
  data: string;
}

/** The shape of a character. */
export interface Glyph {
  /** Distance to the next character, in thousandths of an em. */
  advance: number;
  contours: readonly Contour[];
}

/** Units of an em in outlines. */
export const UNITS_PER_EM = 1000;

const FIRST_CODE = 0x20;

/** Parsed on first use, because a start does not need them. */
let glyphs: readonly Glyph[] | undefined;

function parseGlyph(line: string): Glyph {
  const [advance, ...contours] = line.split(";").filter((part) => part !== "");
  return { advance: Number(advance), contours: contours.map(parseContour) };
}

function parseContour(text: string): Contour {
  const [x = "", y = "", ...data] = text.split(" ");
  return { x: Number(x), y: Number(y), data: data.join(" ") };
}

/** Returns a character's glyph; control characters use that of a space. */
export function getGlyph(character: string): Glyph {
  glyphs ??= OUTLINES.trim().split("\n").map(parseGlyph);
  return glyphs[character.charCodeAt(0) - FIRST_CODE] ?? glyphs[0] ?? { advance: 0, contours: [] };
}

/** Returns the width of a text in ems. */
export function measureText(text: string): number {
  let units = 0;
  for (const character of text) units += getGlyph(character).advance;
  return units / UNITS_PER_EM;
}
