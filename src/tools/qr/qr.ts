import { ValidationError } from "../../lib/errors.ts";
import type { Level } from "../../domain/qr/tables.ts";
import { encode, type QrSymbol } from "../../domain/qr/symbol.ts";
import type { Input } from "../../lib/schema.ts";
import { parseQrColors } from "./colors.ts";
import { formatContent } from "./content/content.ts";
import { getDimensions } from "./dimensions.ts";
import { parseLogo } from "./logo.ts";
import type { QrInput } from "./schema.ts";
import { placePlate } from "./style/plate.ts";
import type { StyledCode } from "./style/styled-code.ts";

type QrRequest = Input<typeof QrInput>;

/** An encoded text and its appearance. */
export interface QrCode extends StyledCode {
  text: string;
  /** True when the text was built from a content. */
  isFromContent: boolean;
  /** The request's format; absent when it has none. */
  format?: "svg" | "png";
}

/**
 * Encodes a text or a content. Throws ValidationError for texts above a symbol's capacity, for two
 * colors that look the same, and for invalid contents, logos and sizes.
 */
export function createQrCode(input: QrRequest): QrCode {
  const { content, margin, format, moduleShape: shape } = input;
  const palette = parseQrColors(input);
  const logo = parseLogo(input.logo);
  const { text, symbol } = encodeInput(input);
  const dimensions = getDimensions(input, symbol.modules + 2 * margin);
  return {
    symbol,
    ...palette,
    margin,
    ...dimensions,
    shape,
    eyes: input.eyeShape ?? (shape === "square" ? "square" : "rounded"),
    placed: logo && { logo, plate: placePlate(symbol) },
    text,
    isFromContent: content !== undefined,
    ...(format && { format }),
  };
}

/** Encodes the text or the content. Throws ValidationError above a symbol's capacity. */
export function encodeInput(input: QrRequest): { text: string; symbol: QrSymbol } {
  const { content } = input;
  const text = content ? formatContent(content) : (input.text ?? "");
  return { text, symbol: encodeAt(text, listLevels(input), content ? "content" : "text") };
}

/**
 * Lists the levels to try in order. With a logo the highest comes first, because the logo hides a
 * part of the code.
 */
function listLevels({ errorCorrectionLevel, logo }: QrRequest): readonly Level[] {
  if (errorCorrectionLevel) return [errorCorrectionLevel];
  return logo === undefined ? ["M"] : ["H", "Q", "M", "L"];
}

/**
 * Encodes a text at the first level at which it fits. Throws a ValidationError about `member` when
 * it fits at none.
 */
function encodeAt(
  text: string,
  [level = "M", ...lowerLevels]: readonly Level[],
  member: string,
): QrSymbol {
  try {
    return encode(text, level);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    if (lowerLevels.length > 0) return encodeAt(text, lowerLevels, member);
    throw new ValidationError(error.issues.map(({ message }) => ({ path: [member], message })));
  }
}
