import { getBarHeight } from "../../../domain/barcode/dimensions.ts";
import type { Drawing } from "../../../domain/barcode/drawing.ts";
import { layoutLinear, layoutMatrix } from "../../../domain/barcode/layout.ts";
import { getRules } from "../../../domain/barcode/rules.ts";
import type { BarcodeType } from "../../../domain/symbol/barcode-types.ts";
import { ValidationError } from "../../../lib/errors.ts";
import type { Size } from "../../../domain/label-sheet/sheet.ts";
import type { LabelCode } from "./encode-code.ts";

export interface FittedCode extends Size {
  /** Width of a module in mm. */
  moduleMm: number;
  /** In modules, with the quiet zone. */
  drawing: Drawing;
  /** The quiet zone at the right and at the bottom, in mm. */
  quiet: { right: number; bottom: number };
  isSmall: boolean;
}

/** A printer whose dots are as wide as modules can be; absent: modules of any width. */
export interface Printer {
  dotsPerMm: number;
}

const MIN_MODULE_MM = 0.15;
const MIN_DOTS = 2;
const MIN_BAR_HEIGHT_MM = 1;
/** Below these widths of a module many scanners fail. */
const SMALL_MATRIX_MM = 0.25;
const SMALL_LINEAR_MM = 0.19;
/** Tolerance for rounding errors, in parts of a dot or of a millimeter. */
const EPSILON = 1e-6;

/**
 * Returns the largest size of a code in a room, whose measures are mm. Throws a ValidationError for
 * a room that is too small.
 */
export function fitCode(code: LabelCode, room: Size, printer?: Printer): FittedCode {
  return code.symbol.kind === "matrix"
    ? fitMatrix(code, room, printer)
    : fitLinear(code, room, printer);
}

function fitMatrix(code: LabelCode, room: Size, printer?: Printer): FittedCode {
  const { symbol, margin } = code;
  if (symbol.kind !== "matrix") throw new Error("the code is linear");
  const drawing = layoutMatrix(symbol.matrix, margin[0]);
  const widest = Math.min(room.width / drawing.width, room.height / drawing.height);
  const moduleMm = chooseModule(widest, printer);
  const quiet = margin[0] * moduleMm;
  return {
    ...complete(drawing, moduleMm),
    quiet: { right: quiet, bottom: quiet },
    isSmall: moduleMm < SMALL_MATRIX_MM - EPSILON,
  };
}

function fitLinear(code: LabelCode, room: Size, printer?: Printer): FittedCode {
  const { symbol, margin, printed } = code;
  if (symbol.kind !== "linear") throw new Error("the code is not linear");
  const { widths } = symbol;
  const type = code.type as BarcodeType;
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const widest = room.width / (margin[0] + modules + margin[1]);
  const moduleMm = chooseModule(Math.min(widest, getRules(type).moduleMm), printer);
  const layout = (height: number) => layoutLinear({ type, widths, height, margin, text: printed });
  const textHeight = layout(0).height;
  const specified = getBarHeight({ type }, modules, moduleMm);
  const height = Math.min(specified, room.height / moduleMm - textHeight);
  requireLength("high bars", height * moduleMm, MIN_BAR_HEIGHT_MM);
  return {
    ...complete(layout(height), moduleMm),
    quiet: { right: margin[1] * moduleMm, bottom: 0 },
    isSmall: moduleMm < SMALL_LINEAR_MM - EPSILON,
  };
}

function complete(drawing: Drawing, moduleMm: number) {
  const { width, height } = drawing;
  return { drawing, moduleMm, width: width * moduleMm, height: height * moduleMm };
}

/** Returns the width of a module: at most `widest` mm, for printers in whole dots. */
function chooseModule(widest: number, printer?: Printer): number {
  if (!printer) {
    requireLength("modules", widest, MIN_MODULE_MM);
    return widest;
  }
  const { dotsPerMm } = printer;
  const minDots = Math.max(MIN_DOTS, Math.ceil(MIN_MODULE_MM * dotsPerMm - EPSILON));
  const dots = Math.floor(widest * dotsPerMm + EPSILON);
  requireLength("modules", dots < minDots ? widest : Infinity, minDots / dotsPerMm);
  return dots / dotsPerMm;
}

/** Throws a ValidationError for a length in mm below the minimum. */
function requireLength(noun: string, length: number, minimum: number): void {
  if (length >= minimum - EPSILON) return;
  // Rounded down, so that a length just below the minimum is not written as the minimum.
  const written = Math.max(0, Math.floor(length * 100) / 100);
  const needed = Math.ceil(minimum * 100 - EPSILON) / 100;
  throw ValidationError.at(
    [],
    `: the code has ${written} mm ${noun} on this label; at least ${needed} mm is needed`,
  );
}
