import { computeMod10CheckDigit } from "../../domain/gs1/check-digit.ts";
import { type Gs1Element, formatAiSyntax, parseElementString } from "../../domain/gs1/message.ts";
import type { FoundCode } from "./reader.ts";
import type { ReadableType } from "./readable-types.ts";

/** A code as the response describes it. */
export interface DetectedBarcode {
  type: ReadableType;
  text: string;
  bytesBase64: string;
  elements: { ai: string; title: string; value: string }[] | null;
  position: { x: number; y: number }[];
  rotation: number;
}

/** The reader's formats in which the symbols of each type are found. */
const FORMATS: Readonly<Record<ReadableType, readonly string[]>> = {
  code128: ["Code128"],
  ean13: ["EAN13"],
  ean8: ["EAN8"],
  upca: ["EAN13", "UPCA"],
  upce: ["UPCE"],
  itf14: ["ITF"],
  itf: ["ITF"],
  // Not extended Code 39, which would change texts that contain its pairs of characters by chance.
  code39: ["Code39Std"],
  code93: ["Code93"],
  codabar: ["Codabar"],
  isbn: ["EAN13"],
  issn: ["EAN13"],
  sscc: ["Code128"],
  "gs1-128": ["Code128"],
  "gs1-datamatrix": ["DataMatrix"],
  "gs1-databar": ["DataBar", "DataBarLtd"],
  "gs1-databar-expanded": ["DataBarExp"],
  datamatrix: ["DataMatrix"],
  pdf417: ["PDF417"],
  aztec: ["Aztec"],
  qr: ["QRCode"],
};

/** Returns the names of formats that zxing searches to find symbols of these types. */
export function toZxingFormats(types: readonly ReadableType[]): string[] {
  return Array.from(new Set(types.flatMap((type) => FORMATS[type])));
}

/**
 * Converts a found code to the first of its possible types that the caller wants. Returns undefined
 * when none is wanted.
 */
export function toDetectedBarcode(
  code: FoundCode,
  wanted: readonly ReadableType[],
): DetectedBarcode | undefined {
  const elements = code.isGs1 ? parseElementString(decodeTransmittedText(code)) : undefined;
  const reading = listReadings(code, elements).find(({ type }) => wanted.includes(type));
  if (!reading) return undefined;
  return {
    type: reading.type,
    text: reading.text,
    bytesBase64: Buffer.from(code.bytes).toString("base64"),
    elements:
      elements?.map(({ identifier: { ai, title }, value }) => ({ ai, title, value })) ?? null,
    position: code.position,
    rotation: code.rotation,
  };
}

interface TypedText {
  type: ReadableType;
  text: string;
}

function decodeTransmittedText({ bytes }: FoundCode): string {
  return Buffer.from(bytes).toString("latin1");
}

/** Returns the possible types of a code, the most specific first. */
function listReadings(code: FoundCode, elements: Gs1Element[] | undefined): TypedText[] {
  const { format } = code;
  const text = elements ? formatAiSyntax(elements) : decodeText(code);
  if (format === "EAN13" || format === "UPCA" || format === "ISBN") return listRetailReadings(text);
  if (format === "UPCE") return [{ type: "upce", text: code.printed ?? text }];
  if (format.startsWith("ITF")) {
    const isItf14 = text.length === 14 && text.endsWith(computeMod10CheckDigit(text.slice(0, -1)));
    return isItf14 ? listTypes(text, "itf14", "itf") : [{ type: "itf", text }];
  }
  if (format === "Code128") {
    const isSscc = elements?.length === 1 && elements[0]?.identifier.ai === "00";
    if (isSscc) return listTypes(text, "gs1-128", "sscc");
    return [{ type: elements ? "gs1-128" : "code128", text }];
  }
  if (format === "DataMatrix") return [{ type: elements ? "gs1-datamatrix" : "datamatrix", text }];
  const type = NAMES.find(([prefix]) => format.startsWith(prefix))?.[1];
  return type ? [{ type, text }] : [];
}

function listTypes(text: string, first: ReadableType, second: ReadableType): TypedText[] {
  return [
    { type: first, text },
    { type: second, text },
  ];
}

/**
 * Returns the types of an EAN-13, because UPC-A is one with a leading zero, and ISBN and ISSN are
 * some with their prefixes.
 */
function listRetailReadings(text: string): TypedText[] {
  const digits = text.padStart(13, "0");
  const texts: TypedText[] = [{ type: "ean13", text: digits }];
  if (digits.startsWith("0")) texts.unshift({ type: "upca", text: digits.slice(1) });
  if (/^97[89]/.test(digits)) texts.push({ type: "isbn", text: digits });
  if (digits.startsWith("977")) texts.push({ type: "issn", text: digits });
  return texts;
}

const NAMES: readonly (readonly [string, ReadableType])[] = [
  ["EAN8", "ean8"],
  ["Code39", "code39"],
  ["Code93", "code93"],
  ["Codabar", "codabar"],
  ["DataBarExp", "gs1-databar-expanded"],
  ["DataBar", "gs1-databar"],
  ["PDF417", "pdf417"],
  ["Aztec", "aztec"],
  ["QRCode", "qr"],
];

/**
 * Decodes bytes as UTF-8 if they are valid and the symbol names no character set, because many
 * generators omit its name.
 */
function decodeText({ bytes, text, hasEci }: FoundCode): string {
  if (hasEci) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return text;
  }
}
