import { type Path, ValidationError } from "../../lib/errors.ts";
import type { QrDrawing } from "../../lib/qr/svg.ts";
import { encode, type QrSymbol } from "../../lib/qr/symbol.ts";
import type { Input } from "../../lib/schema.ts";
import { parsePalette } from "../../lib/symbol/colors.ts";
import { contentText } from "./content/content.ts";
import { getDimensions } from "./dimensions.ts";
import type { QrInput } from "./schema.ts";

type Request = Input<typeof QrInput>;

/** An encoded text and how it is to look. */
export interface QrCode extends QrDrawing {
  /** The text that was built from a content. */
  text?: string;
  /** The caller's choice, if there was one. */
  format?: "svg" | "png";
}

/**
 * Encodes a text or a content. Throws ValidationError past a symbol's capacity, for two colors that look the same, and for
 * contents and sizes that cannot be.
 */
export function qr(input: Request): QrCode {
  const { errorCorrectionLevel, margin, format } = input;
  const palette = parsePalette(input);
  const text = input.content && contentText(input.content);
  const symbol =
    text === undefined
      ? encode(input.text ?? "", errorCorrectionLevel)
      : encodeContent(text, errorCorrectionLevel);
  const dimensions = getDimensions(input, symbol.modules + 2 * margin);
  return {
    symbol,
    ...palette,
    margin,
    ...dimensions,
    ...(text !== undefined && { text }),
    ...(format && { format }),
  };
}

/** Encodes a built text, which errors call `content`, because that is what the caller sent. */
function encodeContent(text: string, level: QrSymbol["level"]): QrSymbol {
  try {
    return encode(text, level);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const path: Path = ["content"];
    throw new ValidationError(error.issues.map(({ message }) => ({ path, message })));
  }
}
