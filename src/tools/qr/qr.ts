import type { QrDrawing } from "../../lib/qr/svg.ts";
import { encode } from "../../lib/qr/symbol.ts";
import type { Input } from "../../lib/schema.ts";
import { parsePalette } from "../../lib/symbol/colors.ts";
import type { QrInput } from "./schema.ts";

/** An encoded text and how it is to look. */
export interface QrCode extends QrDrawing {
  /** The caller's choice, if there was one. */
  format?: "svg" | "png";
}

/** Encodes a text. Throws ValidationError past a symbol's capacity and for two colors that look the same. */
export function qr(input: Input<typeof QrInput>): QrCode {
  const { text, errorCorrectionLevel, margin, width, format } = input;
  const palette = parsePalette(input);
  const symbol = encode(text, errorCorrectionLevel);
  return { symbol, ...palette, margin, width, ...(format && { format }) };
}
