import type { BarcodeType } from "../../symbol/barcode-types.ts";
import { checkMax, type SymbolContent, createContent, throwInvalid } from "./content.ts";
import {
  createGs1Content,
  readDataBar,
  readDataBarExpanded,
  readGs1Linear,
  readSscc,
} from "./gs1.ts";
import { createDigitsReader, readIsbn, readIssn, readUpcE } from "./numbers.ts";

/**
 * Reads a caller's text for a symbology: completes or verifies its check digit. Throws
 * ValidationError.
 */
export function readContent(type: BarcodeType, text: string): SymbolContent {
  return READERS[type](text);
}

const READERS: Readonly<Record<BarcodeType, (text: string) => SymbolContent>> = {
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

interface CharacterRules {
  max: number;
  allowed: RegExp;
  rule: string;
}

function createCharactersReader({
  max,
  allowed,
  rule,
}: CharacterRules): (text: string) => SymbolContent {
  return (text) => {
    checkMax(text, max);
    if (!allowed.test(text)) throwInvalid(rule);
    return createContent(text);
  };
}

function readItf(text: string): SymbolContent {
  checkMax(text, 80, "digits");
  if (!/^(?:\d\d)+$/.test(text)) throwInvalid("must have an even number of digits");
  return createContent(text);
}

function readCodabar(text: string): SymbolContent {
  checkMax(text, 60);
  const upper = text.toUpperCase();
  if (!/^[A-D][0-9\-$:/.+]*[A-D]$/.test(upper)) {
    throwInvalid(
      "must begin and end with A, B, C or D, and contain only digits and - $ : / . + between them",
    );
  }
  return createContent(upper);
}

/**
 * Maximum length of a two-dimensional symbology: for printable ASCII, and for other text as UTF-8
 * bytes.
 */
interface Capacity {
  text: number;
  bytes: number;
}

function createMatrixReader(
  type: BarcodeType,
  capacity: Capacity,
): (text: string) => SymbolContent {
  return (text) => {
    // This check comes first, because the length is known and is at most the number of bytes, which
    // takes time to count.
    if (text.length > capacity.text) {
      throwInvalid(`has ${text.length} characters; ${type} holds at most ${capacity.text}`);
    }
    const bytes = Buffer.byteLength(text);
    if (bytes > capacity.bytes && !/^[ -~]*$/.test(text)) {
      throwInvalid(`needs ${bytes} bytes; ${type} holds at most ${capacity.bytes}`);
    }
    return { ...createContent(text), humanReadable: null };
  };
}
