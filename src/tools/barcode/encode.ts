import { type Element, formatElementString } from "../../lib/gs1/message.ts";
import type { EncodedSymbol, SymbolEncoder } from "./symbol.ts";
import type { Content } from "./content.ts";
import { encodeCode128, FNC1 } from "./encoders/code128.ts";
import { encodeCode93 } from "./encoders/code93.ts";
import { encodeEan13, encodeEan8, encodeUpcA, encodeUpcE } from "./encoders/ean.ts";
import { encodeCodabar, encodeCode39, encodeItf } from "./encoders/two-width.ts";
import type { BarcodeType } from "./types.ts";

/** The choices of a request that concern one symbology. */
export interface EncodeOptions {
  columns?: number;
  errorCorrection?: number;
  shape: "square" | "rectangle";
}

const LINEAR: Partial<Record<BarcodeType, (content: Content) => number[]>> = {
  code128: ({ text }) => encodeCode128(codesOf(text)),
  ean13: ({ text }) => encodeEan13(text),
  ean8: ({ text }) => encodeEan8(text),
  upca: ({ text }) => encodeUpcA(text),
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

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function encodeGs1(elements: readonly Element[]): number[] {
  const codes = codesOf(formatElementString(elements, "\u00ff"));
  return encodeCode128([FNC1, ...codes.map((code) => (code === 0xff ? FNC1 : code))]);
}

/** Encodes a content. Symbols of other encoders than ours come from `encoder`. Throws ValidationError when it does not fit. */
export function encodeSymbol(
  type: BarcodeType,
  content: Content,
  { encoder, ...options }: EncodeOptions & { encoder: SymbolEncoder },
): EncodedSymbol | Promise<EncodedSymbol> {
  const linear = LINEAR[type];
  if (linear) return { kind: "linear", widths: linear(content) };
  return encoder.encode({ type, text: encoderText(type, content), ...options });
}

/** Returns what the encoder reads. Values of GS1 elements have no caret, so that `^FNC1` cannot come from a caller. */
function encoderText(type: BarcodeType, { text, elements }: Content): string {
  if (type !== "gs1-datamatrix" || !elements) return text;
  return `^FNC1${formatElementString(elements, "^FNC1")}`;
}
