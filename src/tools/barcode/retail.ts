import type { BarcodeType } from "../../lib/symbol/barcode-types.ts";

/** Digits side by side below an EAN or UPC symbol; measures in modules from the first bar. */
interface DigitGroup {
  text: string;
  x: number;
  /** Distance between digits. */
  pitch: number;
  /** Size relative to the other text. */
  scale: number;
}

/** Positions of the digits and of the longer bars of an EAN or UPC symbol. */
export interface RetailShape {
  /** Ranges of modules (end exclusive) with longer bars. */
  guards: readonly (readonly [from: number, to: number])[];
  groups: readonly DigitGroup[];
}

type Margin = readonly [left: number, right: number];

/** Modules that a digit beside the symbol needs, at full and at reduced size. */
const OUTER_DIGIT = 8;
const SMALL_DIGIT = 6;
const SMALL = 0.7;
const PITCH = 7;

/**
 * Returns the layout of EAN and UPC symbols (GS1 General Specifications, 5.2.3). Undefined for other types, and for
 * quiet zones too narrow for the digits beside the bars; the digits are then one centered line.
 */
export function getRetailShape(
  type: BarcodeType,
  digits: string,
  margin: Margin,
): RetailShape | undefined {
  if (type === "ean8") return layOutEan8(digits);
  if (type === "upca")
    return fits(margin, SMALL_DIGIT, SMALL_DIGIT) ? layOutUpcA(digits) : undefined;
  if (type === "upce")
    return fits(margin, SMALL_DIGIT, SMALL_DIGIT) ? layOutUpcE(digits) : undefined;
  if (type !== "ean13" && type !== "isbn" && type !== "issn") return undefined;
  return fits(margin, OUTER_DIGIT, 0) ? layOutEan13(digits, margin) : undefined;
}

function fits(margin: Margin, left: number, right: number): boolean {
  return margin[0] >= left && margin[1] >= right;
}

function group(text: string, x: number): DigitGroup {
  return { text, x, pitch: PITCH, scale: 1 };
}

function createSmallDigit(text: string, x: number): DigitGroup {
  return { text, x, pitch: SMALL_DIGIT - 1, scale: SMALL };
}

function layOutEan13(digits: string, [left]: Margin): RetailShape {
  return {
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    groups: [
      group(digits.slice(0, 1), -Math.min(left, 11)),
      group(digits.slice(1, 7), 3),
      group(digits.slice(7), 50),
    ],
  };
}

function layOutEan8(digits: string): RetailShape {
  return {
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    groups: [group(digits.slice(0, 4), 3), group(digits.slice(4), 36)],
  };
}

/** The bars of the first and last digit are as long as the guards, because these digits are outside. */
function layOutUpcA(digits: string): RetailShape {
  return {
    guards: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    groups: [
      createSmallDigit(digits.slice(0, 1), -SMALL_DIGIT),
      group(digits.slice(1, 6), 10),
      group(digits.slice(6, 11), 50),
      createSmallDigit(digits.slice(11), 96),
    ],
  };
}

function layOutUpcE(digits: string): RetailShape {
  return {
    guards: [
      [0, 3],
      [45, 51],
    ],
    groups: [
      createSmallDigit(digits.slice(0, 1), -SMALL_DIGIT),
      group(digits.slice(1, 7), 3),
      createSmallDigit(digits.slice(7), 52),
    ],
  };
}
