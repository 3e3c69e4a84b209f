import { ValidationError } from "../../lib/errors.ts";
import type { Level } from "../../lib/qr/tables.ts";
import { encode, type QrSymbol } from "../../lib/qr/symbol.ts";
import type { Input } from "../../lib/schema.ts";
import { parseSymbolColors } from "../../lib/symbol/colors.ts";
import { formatContent } from "./content/content.ts";
import { getDimensions } from "./dimensions.ts";
import { parseLogo } from "./logo.ts";
import type { QrInput } from "./schema.ts";
import { placePlate } from "./style/plate.ts";
import type { StyledCode } from "./style/styled-code.ts";

type QrRequest = Input<typeof QrInput>;

/** An encoded text and its appearance. */
export interface QrCode extends StyledCode {
  /** The text that is encoded, and whether it was built from a content. */
  text: string;
  isFromContent: boolean;
  /** The caller's choice, if there was one. */
  format?: "svg" | "png";
}

/**
 * Encodes a text or a content. Throws ValidationError past a symbol's capacity, for two colors that look the same, and for
 * contents, logos and sizes that cannot be.
 */
export function createQrCode(input: QrRequest): QrCode {
  const { content, margin, format, moduleShape: shape } = input;
  const palette = parseSymbolColors(input);
  const logo = parseLogo(input.logo);
  const text = content ? formatContent(content) : (input.text ?? "");
  const symbol = encodeAt(text, listLevels(input), content ? "content" : "text");
  const dimensions = getDimensions(input, symbol.modules + 2 * margin);
  return {
    symbol,
    ...palette,
    margin,
    ...dimensions,
    shape,
    placed: logo && { logo, plate: placePlate(symbol) },
    text,
    isFromContent: content !== undefined,
    ...(format && { format }),
  };
}

/** A logo gets the highest level at which the text fits, because it hides a part of the code. */
function listLevels({ errorCorrectionLevel, logo }: QrRequest): readonly Level[] {
  if (errorCorrectionLevel) return [errorCorrectionLevel];
  return logo === undefined ? ["M"] : ["H", "Q", "M", "L"];
}

/** Errors of the last level are thrown by the name of what the caller sent. */
function encodeAt(
  text: string,
  [level = "M", ...lower]: readonly Level[],
  member: string,
): QrSymbol {
  try {
    return encode(text, level);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    if (lower.length > 0) return encodeAt(text, lower, member);
    throw new ValidationError(error.issues.map(({ message }) => ({ path: [member], message })));
  }
}
