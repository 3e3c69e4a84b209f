import { mod10CheckDigit } from "../../lib/check-digit.ts";
import { ValidationError } from "../../lib/errors.ts";
import { isUrl, parseDigitalLink } from "../../lib/gs1/digital-link.ts";
import {
  type Element,
  formatAiSyntax,
  formatElementString,
  formatHumanReadable,
  Gs1Error,
  parseAiSyntax,
} from "../../lib/gs1/message.ts";
import { compressUpcA, expandUpcE } from "./encoders/ean.ts";
import type { BarcodeType } from "../../lib/symbol/barcode-types.ts";

/** The content of a symbol. */
export interface Content {
  /** The encoded text with its check digit; AI syntax for GS1. */
  text: string;
  checkDigit: string | null;
  /** The text below the symbol; null for two-dimensional symbols. */
  humanReadable: string | null;
  /** The elements of a GS1 message. */
  elements: readonly Element[] | null;
}

/** Reads a caller's text for a symbology: completes or verifies its check digit. Throws ValidationError. */
export function readContent(type: BarcodeType, text: string): Content {
  return READERS[type](text);
}

const READERS: Readonly<Record<BarcodeType, (text: string) => Content>> = {
  code128: createCharactersReader({
    max: 80,
    allowed: /^[\0-\x7f]+$/,
    rule: "must contain ASCII characters only",
  }),
  ean13: createDigitsReader([12, 13]),
  ean8: createDigitsReader([7, 8]),
  upca: createDigitsReader([11, 12]),
  upce: readUpcE,
  itf14: createDigitsReader([13, 14]),
  itf: readItf,
  code39: createCharactersReader({
    max: 80,
    allowed: /^[0-9A-Z\-. $/+%]+$/,
    rule: "must contain only 0-9, A-Z, space and - . $ / + %",
  }),
  code93: createCharactersReader({
    max: 80,
    allowed: /^[\0-\x7f]+$/,
    rule: "must contain ASCII characters only",
  }),
  codabar: readCodabar,
  isbn: readIsbn,
  issn: readIssn,
  sscc: readSscc,
  "gs1-128": readGs1Linear,
  "gs1-datamatrix": (text) => ({ ...createGs1Content(text), humanReadable: null }),
  "gs1-databar": readDataBar,
  "gs1-databar-expanded": readDataBarExpanded,
  datamatrix: createMatrixReader("datamatrix", { text: 2335, bytes: 1556 }),
  pdf417: createMatrixReader("pdf417", { text: 1850, bytes: 1108 }),
  aztec: createMatrixReader("aztec", { text: 3067, bytes: 1914 }),
};

function fail(rule: string): never {
  throw ValidationError.at(["text"], rule);
}

function plain(text: string, checkDigit: string | null = null): Content {
  return { text, checkDigit, humanReadable: text, elements: null };
}

function checkMax(text: string, max: number, unit = "characters"): void {
  if (text.length > max) fail(`has ${text.length} ${unit}, at most ${max} are allowed`);
}

interface Characters {
  max: number;
  allowed: RegExp;
  rule: string;
}

function createCharactersReader({ max, allowed, rule }: Characters): (text: string) => Content {
  return (text) => {
    checkMax(text, max);
    if (!allowed.test(text)) fail(rule);
    return plain(text);
  };
}

/** Longer than any number with separators, so that nothing is done to a long text. */
const MAX_NUMBER = 60;

/** Returns the digits of a number that may be written with hyphens and spaces. */
function stripSeparators(text: string): string {
  checkMax(text, MAX_NUMBER);
  return text.replaceAll(/[\s-]/g, "");
}

/** Completes a number that lacks its check digit and verifies one that has it. */
function completeDigits(text: string, [without, complete]: readonly [number, number]): string {
  if (!/^\d+$/.test(text) || (text.length !== without && text.length !== complete)) {
    fail(`must have ${without} digits, or ${complete} with the check digit`);
  }
  const expected = mod10CheckDigit(text.slice(0, without));
  verifyCheckDigit(text.slice(without), expected);
  return text.slice(0, without) + expected;
}

function verifyCheckDigit(found: string, expected: string): void {
  if (found !== "" && found !== expected) fail(`has check digit ${found}, expected ${expected}`);
}

function withCheckDigit(text: string): Content {
  return plain(text, text.slice(-1));
}

function createDigitsReader(lengths: readonly [number, number]): (text: string) => Content {
  return (text) => withCheckDigit(completeDigits(stripSeparators(text), lengths));
}

/** Six digits get number system 0; seven have one; eight have the check digit too. UPC-A is compressed if it can be. */
function readUpcE(text: string): Content {
  const digits = stripSeparators(text);
  if (!/^(?:\d{6,8}|\d{11,12})$/.test(digits)) {
    fail("must have 6, 7 or 8 digits, or the 11 or 12 of UPC-A");
  }
  if (digits.length > 8) return readLongUpcE(digits);
  const data = digits.length === 6 ? `0${digits}` : digits.slice(0, 7);
  if (!/^[01]/.test(data)) fail("must begin with number system 0 or 1");
  const expected = mod10CheckDigit(expandUpcE(data));
  verifyCheckDigit(digits.slice(7), expected);
  return withCheckDigit(data + expected);
}

function readLongUpcE(digits: string): Content {
  const full = completeDigits(digits, [11, 12]);
  const data = compressUpcA(full.slice(0, 11));
  if (data === undefined) fail("is a UPC-A number that UPC-E cannot compress");
  return withCheckDigit(data + full.slice(11));
}

function readItf(text: string): Content {
  checkMax(text, 80, "digits");
  if (!/^(?:\d\d)+$/.test(text)) fail("must have an even number of digits");
  return plain(text);
}

function readCodabar(text: string): Content {
  checkMax(text, 60);
  const upper = text.toUpperCase();
  if (!/^[A-D][0-9\-$:/.+]*[A-D]$/.test(upper)) {
    fail(
      "must begin and end with A, B, C or D, and contain only digits and - $ : / . + between them",
    );
  }
  return plain(upper);
}

/** Returns the check character of ISBN-10 and ISSN: weights from 2 up from the right, modulo 11, X for ten. */
function mod11CheckCharacter(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  const value = (11 - (sum % 11)) % 11;
  return value === 10 ? "X" : String(value);
}

function readIsbn(text: string): Content {
  const digits = stripSeparators(text).toUpperCase();
  if (/^\d{9}[\dX]?$/.test(digits)) {
    verifyCheckDigit(digits.slice(9), mod11CheckCharacter(digits.slice(0, 9)));
    return withCheckDigit(completeDigits(`978${digits.slice(0, 9)}`, [12, 13]));
  }
  if (!/^97[89]\d{9,10}$/.test(digits)) {
    fail("must be an ISBN of 10 digits, or of 13 that begin with 978 or 979");
  }
  return withCheckDigit(completeDigits(digits, [12, 13]));
}

/** Two digits after an ISSN tell variants of a title apart; 00 is the title itself. */
function readIssn(text: string): Content {
  const digits = stripSeparators(text).toUpperCase();
  if (/^\d{7}[\dX]?$/.test(digits)) {
    verifyCheckDigit(digits.slice(7), mod11CheckCharacter(digits.slice(0, 7)));
    return withCheckDigit(completeDigits(`977${digits.slice(0, 7)}00`, [12, 13]));
  }
  if (!/^977\d{9,10}$/.test(digits)) {
    fail("must be an ISSN of 8 digits, or of 13 that begin with 977");
  }
  return withCheckDigit(completeDigits(digits, [12, 13]));
}

/** Runs a reader of GS1 messages, whose errors do not know the member's name. */
function readElements(text: string): Element[] {
  checkMax(text, MAX_MESSAGE);
  try {
    return isUrl(text) ? parseDigitalLink(text) : parseAiSyntax(text);
  } catch (error) {
    if (!(error instanceof Gs1Error)) throw error;
    return fail(error.message.startsWith("AI ") ? `: ${error.message}` : error.message);
  }
}

/** Longer than the message of any GS1 symbol, written as AI syntax or with every character escaped in a URL. */
const MAX_MESSAGE = 8000;

function createGs1Content(text: string): Content {
  const elements = readElements(text);
  return {
    text: formatAiSyntax(elements),
    checkDigit: null,
    humanReadable: formatHumanReadable(elements),
    elements,
  };
}

function readSscc(text: string): Content {
  const digits =
    text.trimStart().startsWith("(") || isUrl(text) ? undefined : stripSeparators(text);
  if (digits === undefined) return getOnlyElement(createGs1Content(text), "00", "sscc");
  return getOnlyElement(createGs1Content(`(00)${completeDigits(digits, [17, 18])}`), "00", "sscc");
}

function getOnlyElement(content: Content, ai: string, type: BarcodeType): Content {
  if (content.elements?.length !== 1 || content.elements[0]?.identifier.ai !== ai) {
    fail(`must have AI (${ai}) and no other for ${type}`);
  }
  return { ...content, checkDigit: content.text.slice(-1) };
}

/** Data characters of GS1-128, separators included (General Specifications, 5.4.4.1). */
const MAX_GS1_128 = 48;

function readGs1Linear(text: string): Content {
  const content = createGs1Content(text);
  const { length } = formatElementString(content.elements ?? []);
  if (length > MAX_GS1_128) {
    fail(`has ${length} characters of GS1 data, at most ${MAX_GS1_128} are allowed`);
  }
  return content;
}

/** A bare GTIN means AI (01). Thirteen digits are refused: they could be a GTIN-13 or lack their check digit. */
function readDataBar(text: string): Content {
  const isBare = /^\d{14}$/.test(text);
  return getOnlyElement(createGs1Content(isBare ? `(01)${text}` : text), "01", "gs1-databar");
}

/** The encoder reads AI syntax and takes every opening parenthesis for the start of an element. */
function readDataBarExpanded(text: string): Content {
  const content = createGs1Content(text);
  if (content.elements?.some(({ value }) => value.includes("("))) {
    fail("must not contain ( in a value of gs1-databar-expanded");
  }
  return content;
}

/** Limits of a two-dimensional symbology: for printable ASCII, and for everything else as UTF-8. */
interface Capacity {
  text: number;
  bytes: number;
}

function createMatrixReader(type: BarcodeType, capacity: Capacity): (text: string) => Content {
  return (text) => {
    // The length in UTF-16 units is at most that in bytes, and known without reading the text.
    if (text.length > capacity.text) {
      fail(`has ${text.length} characters; ${type} holds at most ${capacity.text}`);
    }
    const bytes = Buffer.byteLength(text);
    if (bytes > capacity.bytes && !/^[ -~]*$/.test(text)) {
      fail(`needs ${bytes} bytes; ${type} holds at most ${capacity.bytes}`);
    }
    return { ...plain(text), humanReadable: null };
  };
}
