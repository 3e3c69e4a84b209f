import type { BarcodeType } from "../symbol/barcode-types.ts";

/** Digits in a row below an EAN or UPC symbol, measured in modules from the first bar. */
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

/**
 * Modules that a digit beside the symbol needs: the first of EAN-13, and the smaller ones of UPC.
 */
const OUTER_DIGIT = 8;
const SMALL_DIGIT = 6;
const SMALL_SCALE = 0.7;
const DIGIT_PITCH = 7;

/**
 * Returns the layout of EAN and UPC symbols (GS1 General Specifications, 5.2.3). Undefined for
 * other types, and for quiet zones too narrow for the digits beside the bars; the digits are then
 * one centered line.
 */
export function getRetailShape(
  type: BarcodeType,
  digits: string,
  margin: Margin,
): RetailShape | undefined {
  if (type === "ean8") return layoutEan8(digits);
  if (type === "upca")
    return fits(margin, SMALL_DIGIT, SMALL_DIGIT) ? layoutUpcA(digits) : undefined;
  if (type === "upce")
    return fits(margin, SMALL_DIGIT, SMALL_DIGIT) ? layoutUpcE(digits) : undefined;
  if (type !== "ean13" && type !== "isbn" && type !== "issn") return undefined;
  return fits(margin, OUTER_DIGIT, 0) ? layoutEan13(digits, margin) : undefined;
}

function fits(margin: Margin, left: number, right: number): boolean {
  return margin[0] >= left && margin[1] >= right;
}

function createGroup(text: string, x: number): DigitGroup {
  return { text, x, pitch: DIGIT_PITCH, scale: 1 };
}

function createSmallDigit(text: string, x: number): DigitGroup {
  return { text, x, pitch: SMALL_DIGIT - 1, scale: SMALL_SCALE };
}

function layoutEan13(digits: string, [left]: Margin): RetailShape {
  return {
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    groups: [
      createGroup(digits.slice(0, 1), -Math.min(left, 11)),
      createGroup(digits.slice(1, 7), 3),
      createGroup(digits.slice(7), 50),
    ],
  };
}

function layoutEan8(digits: string): RetailShape {
  return {
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    groups: [createGroup(digits.slice(0, 4), 3), createGroup(digits.slice(4), 36)],
  };
}

/**
 * Makes the bars of the first and last digit as long as the guards, because these digits are
 * printed beside the symbol.
 */
function layoutUpcA(digits: string): RetailShape {
  return {
    guards: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    groups: [
      createSmallDigit(digits.slice(0, 1), -SMALL_DIGIT),
      createGroup(digits.slice(1, 6), 10),
      createGroup(digits.slice(6, 11), 50),
      createSmallDigit(digits.slice(11), 96),
    ],
  };
}

function layoutUpcE(digits: string): RetailShape {
  return {
    guards: [
      [0, 3],
      [45, 51],
    ],
    groups: [
      createSmallDigit(digits.slice(0, 1), -SMALL_DIGIT),
      createGroup(digits.slice(1, 7), 3),
      createSmallDigit(digits.slice(7), 52),
    ],
  };
}
