import { type Matrix, multiplyMatrices } from "../../lib/graphics/svg/transform.ts";
import type { LexedValue } from "./lexer.ts";

/** A line of text on a page, as an SVG shows it. */
export interface PdfTextLine {
  text: string;
  /** The line's place on the canvas, as the attribute `transform`. */
  transform: string;
  /** The font's size before the transform. */
  size: number;
  /** The line's width before the transform. */
  width: number;
}

/** The place of the next glyph. */
export interface TextPen {
  size: number;
  /** The matrix of the line; the pen is at `x` in its units. */
  matrix: Matrix;
  x: number;
  rise: number;
  /** Horizontal scale, 1 for 100%. */
  stretch: number;
}

/** Begins a line where the pen is. */
export function createTextLine(canvas: Matrix, { matrix, ...pen }: TextPen): PdfTextLine {
  // The y axis of SVG text points down.
  const place: Matrix = [pen.stretch, 0, 0, -1, pen.x, pen.rise];
  const transform = multiplyMatrices(multiplyMatrices(canvas, matrix), place);
  return { text: "", transform: `matrix(${transform.join()})`, size: pen.size, width: 0 };
}

/** Returns the text that replaces the glyphs of marked content; undefined when it has none. */
export function readActualText(properties: LexedValue | undefined): string | undefined {
  const actual =
    properties instanceof Map ? (properties.get("ActualText") as LexedValue) : undefined;
  return typeof actual === "object" && "bytes" in actual ? decodeUtf16(actual.bytes) : undefined;
}

/** Reads the texts of a font's codes from its ToUnicode map, whose entries are `<code><text>`. */
export function readUnicodeMap(map: string): Map<number, string> {
  const entries = map.matchAll(/^<([\da-f]{4})><([\da-f]*)>$/gim);
  return new Map(
    Array.from(entries, ([, code = "", text = ""]) => {
      const units = text.match(/.{4}/g) ?? [];
      const characters = units.map((unit) => Number.parseInt(unit, 16));
      return [Number.parseInt(code, 16), String.fromCharCode(...characters)];
    }),
  );
}

/** Decodes bytes, one a character, of big-endian UTF-16 without its byte order mark. */
function decodeUtf16(bytes: string): string {
  let text = "";
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1));
  }
  return text;
}
