import { InputError } from "../../lib/errors.ts";
import { isSame, parseColour } from "../../lib/qr/colours.ts";
import type { QrDrawing } from "../../lib/qr/svg.ts";
import { encode } from "../../lib/qr/symbol.ts";
import type { Input } from "../../lib/schema.ts";
import type { QrInput } from "./schema.ts";

/** An encoded text and how it is to look. */
export interface QrCode extends QrDrawing {
  /** The caller's choice, if there was one. */
  format?: "svg" | "png";
}

/** Encodes a text. Throws InputError past a symbol's capacity and for two colours that are one. */
export function qr(input: Input<typeof QrInput>): QrCode {
  const { text, errorCorrectionLevel, margin, width, format } = input;
  const dark = parseColour(input.darkColor);
  const light = parseColour(input.lightColor);
  if (isSame(dark, light)) throw InputError.at(["lightColor"], "must differ from darkColor");
  const symbol = encode(text, errorCorrectionLevel);
  return { symbol, dark, light, margin, width, ...(format && { format }) };
}
