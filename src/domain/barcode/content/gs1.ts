import { isUrl, parseDigitalLink } from "../../gs1/digital-link.ts";
import {
  type Gs1Element,
  formatAiSyntax,
  formatElementString,
  formatHumanReadable,
  Gs1Error,
  parseAiSyntax,
} from "../../gs1/message.ts";
import type { BarcodeType } from "../../symbol/barcode-types.ts";
import { checkMax, type SymbolContent, throwInvalid } from "./content.ts";
import { completeDigits, stripSeparators } from "./numbers.ts";

/** Parses a GS1 message. Reports its errors as issues of the member `text`. */
function readElements(text: string): Gs1Element[] {
  checkMax(text, MAX_MESSAGE_LENGTH);
  try {
    return isUrl(text) ? parseDigitalLink(text) : parseAiSyntax(text);
  } catch (error) {
    if (!(error instanceof Gs1Error)) throw error;
    return throwInvalid(error.message.startsWith("AI ") ? `: ${error.message}` : error.message);
  }
}

/**
 * Maximum characters of a message: more than any GS1 symbol needs in AI syntax or percent-encoded.
 */
const MAX_MESSAGE_LENGTH = 8000;

/** Reads a GS1 message in AI syntax or as a Digital Link URI. */
export function createGs1Content(text: string): SymbolContent {
  const elements = readElements(text);
  return {
    text: formatAiSyntax(elements),
    checkDigit: null,
    humanReadable: formatHumanReadable(elements),
    elements,
  };
}

/** Reads an SSCC, as digits or as a GS1 message. */
export function readSscc(text: string): SymbolContent {
  const digits =
    text.trimStart().startsWith("(") || isUrl(text) ? undefined : stripSeparators(text);
  if (digits === undefined) return getOnlyElement(createGs1Content(text), "00", "sscc");
  return getOnlyElement(createGs1Content(`(00)${completeDigits(digits, [17, 18])}`), "00", "sscc");
}

function getOnlyElement(content: SymbolContent, ai: string, type: BarcodeType): SymbolContent {
  if (content.elements?.length !== 1 || content.elements[0]?.identifier.ai !== ai) {
    throwInvalid(`must have AI (${ai}) and no other for ${type}`);
  }
  return { ...content, checkDigit: content.text.slice(-1) };
}

/** Maximum data characters of GS1-128, including separators (General Specifications, 5.4.4.1). */
const MAX_GS1_128_LENGTH = 48;

/** Reads the message of a GS1-128 symbol. */
export function readGs1Linear(text: string): SymbolContent {
  const content = createGs1Content(text);
  const { length } = formatElementString(content.elements ?? []);
  if (length > MAX_GS1_128_LENGTH) {
    throwInvalid(`has ${length} characters of GS1 data, at most ${MAX_GS1_128_LENGTH} are allowed`);
  }
  return content;
}

/**
 * Reads a GTIN. Rejects thirteen digits, because they could be a GTIN-13 or lack their check digit.
 */
export function readDataBar(text: string): SymbolContent {
  const isBare = /^\d{14}$/.test(text);
  return getOnlyElement(createGs1Content(isBare ? `(01)${text}` : text), "01", "gs1-databar");
}

/**
 * Reads a message without opening parentheses in its values, which the encoder takes for the start
 * of an element.
 */
export function readDataBarExpanded(text: string): SymbolContent {
  const content = createGs1Content(text);
  if (content.elements?.some(({ value }) => value.includes("("))) {
    throwInvalid("must not contain ( in a value of gs1-databar-expanded");
  }
  return content;
}
