import { ValidationError } from "../../../lib/errors.ts";
import { countCorrectable } from "../../../domain/qr/codewords.ts";
import type { QrSymbol } from "../../../domain/qr/symbol.ts";
import type { Level } from "../../../domain/qr/tables.ts";

/** Maximum width of a logo's plate relative to the symbol. */
const MAX_WIDTH_RATIO = 0.22;

/**
 * Maximum part of the error correction that a plate may use. The rest is for errors of camera and
 * paper.
 */
const MAX_CORRECTION_RATIO = 0.6;

/** Minimum side of a plate, in modules. */
const MIN_SIDE = 3;

/** A square in the middle of a symbol, in modules. */
export interface Plate {
  start: number;
  side: number;
}

/**
 * Returns the largest plate whose codewords can be corrected. Its side is odd, so that its edges
 * are those of modules. Throws ValidationError when even the smallest hides too much.
 */
export function placePlate({ modules, version, level }: QrSymbol): Plate {
  const limit = countCorrectable(version, level) * MAX_CORRECTION_RATIO;
  const largest = Math.floor(modules * MAX_WIDTH_RATIO);
  for (let side = largest % 2 ? largest : largest - 1; side >= MIN_SIDE; side -= 2) {
    if (countHiddenCodewords(side) <= limit) return { start: (modules - side) / 2, side };
  }
  throw ValidationError.at(["logo"], explainHiddenCodewords(level));
}

/**
 * Estimates the codewords that a square hides. They are two modules wide and four high, so its
 * edges cut through some.
 */
function countHiddenCodewords(side: number): number {
  return (side / 2 + 1) * (side / 4 + 1);
}

function explainHiddenCodewords(level: Level): string {
  const advice = level === "H" ? "send a longer text" : "use errorCorrectionLevel H";
  return `hides too much of this code at level ${level}; ${advice}`;
}

/** Returns the modules with light ones under the plate. */
export function clearPlate({ modules, dark }: QrSymbol, plate: Plate | undefined): Uint8Array {
  if (!plate) return dark;
  const cleared = Uint8Array.from(dark);
  for (let y = plate.start; y < plate.start + plate.side; y++) {
    cleared.fill(0, y * modules + plate.start, y * modules + plate.start + plate.side);
  }
  return cleared;
}
