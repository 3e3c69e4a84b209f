import { ValidationError } from "../../lib/errors.ts";
import { type Gs1Element, formatElementString } from "../gs1/message.ts";
import { createTooLongError, type EncodedSymbol, type EncodeRequest } from "./symbol.ts";
import type { SymbolContent } from "./content/content.ts";
import { encodeCode128, FNC1 } from "./encoders/code128.ts";
import { encodeCode93 } from "./encoders/code93.ts";
import { FNC1 as DATAMATRIX_FNC1 } from "./encoders/datamatrix/characters.ts";
import { encodeDataMatrix } from "./encoders/datamatrix/datamatrix.ts";
import { encodeEan13, encodeEan8, encodeUpcE } from "./encoders/ean.ts";
import { encodeCodabar, encodeCode39, encodeItf } from "./encoders/two-width.ts";
import type { BarcodeType } from "../symbol/barcode-types.ts";

/**
 * Options that apply to some types only: `columns` to PDF417, `errorCorrection` to PDF417 and
 * Aztec, `shape` to DataMatrix.
 */
export interface EncodeOptions {
  columns?: number;
  errorCorrection?: number;
  shape: "square" | "rectangle";
}

const LINEAR: Partial<Record<BarcodeType, (content: SymbolContent) => number[]>> = {
  code128: ({ text }) => encodeCode128(toCharacterCodes(text)),
  ean13: ({ text }) => encodeEan13(text),
  ean8: ({ text }) => encodeEan8(text),
  // UPC-A is EAN-13 with a zero in front.
  upca: ({ text }) => encodeEan13(`0${text}`),
  upce: ({ text }) => encodeUpcE(text),
  itf14: ({ text }) => encodeItf(text),
  itf: ({ text }) => encodeItf(text),
  code39: ({ text }) => encodeCode39(text),
  code93: ({ text }) => encodeCode93(text),
  codabar: ({ text }) => encodeCodabar(text),
  isbn: ({ text }) => encodeEan13(text),
  issn: ({ text }) => encodeEan13(text),
  sscc: ({ elements }) => encodeGs1(elements ?? []),
  "gs1-128": ({ elements }) => encodeGs1(elements ?? []),
};

function toCharacterCodes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** Represents FNC1 in an element string, because no character set of GS1 contains it. */
const FNC1_MARK = "\u00ff";

/**
 * Returns the characters of GS1 elements with `fnc1` in front and wherever a separator is needed.
 */
function toGs1Codes(elements: readonly Gs1Element[], fnc1: number): number[] {
  const codes = toCharacterCodes(formatElementString(elements, FNC1_MARK));
  return [fnc1, ...codes.map((code) => (code === FNC1_MARK.charCodeAt(0) ? fnc1 : code))];
}

function encodeGs1(elements: readonly Gs1Element[]): number[] {
  return encodeCode128(toGs1Codes(elements, FNC1));
}

/** Returns true for a type that the library encodes, because this folder has no encoder of it. */
export function needsLibrary(type: BarcodeType): boolean {
  return !LINEAR[type] && type !== "datamatrix" && type !== "gs1-datamatrix";
}

/**
 * Encodes a content. Uses `encoder` for the types that need the library. Throws ValidationError
 * when the content does not fit.
 */
export function encodeSymbol<T>(
  type: BarcodeType,
  content: SymbolContent,
  { encoder, ...options }: EncodeOptions & { encoder: { encode(request: EncodeRequest): T } },
): EncodedSymbol | T {
  const linear = LINEAR[type];
  if (linear) return { kind: "linear", widths: linear(content) };
  if (needsLibrary(type)) {
    const { shape: _shape, ...choices } = options;
    return encoder.encode({ type, text: content.text, ...choices });
  }
  const codes = content.elements
    ? toGs1Codes(content.elements, DATAMATRIX_FNC1)
    : Array.from(Buffer.from(content.text));
  const matrix = encodeDataMatrix(codes, options.shape);
  if (!matrix) throw createTooLongError(type);
  return { kind: "matrix", matrix };
}

/** Throws ValidationError for a level that the type does not have. */
export function checkErrorCorrection(type: BarcodeType, value: number | undefined): void {
  if (value === undefined) return;
  if (type === "pdf417" && value > 8) {
    throw ValidationError.at(["errorCorrection"], "must be at most 8 for pdf417");
  }
  if (type === "aztec" && value < 5) {
    throw ValidationError.at(["errorCorrection"], "must be at least 5 for aztec");
  }
}
