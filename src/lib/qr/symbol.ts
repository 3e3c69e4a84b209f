import { ValidationError } from "../errors.ts";
import { getBit } from "./bit-matrix.ts";
import { capacityBits, codewords } from "./codewords.ts";
import { drawSymbol } from "./draw-symbol.ts";
import {
  bestSegments,
  lengthBits,
  type Mode,
  modeOf,
  type Segment,
  segmentBits,
} from "./segments.ts";
import type { Level } from "./tables.ts";

/** A drawn symbol, without its quiet zone. */
export interface QrSymbol {
  version: number;
  level: Level;
  /** Modules on a side. */
  modules: number;
  /** One entry a module, row by row: 1 is dark. */
  dark: Uint8Array;
}

/** Returns the smallest symbol for a text, of `minVersion` at least. Throws a ValidationError when even the largest does not hold it. */
export function encode(text: string, level: Level, minVersion = 1): QrSymbol {
  const { segments, version } = fit(text, level, minVersion);
  const words = codewords(segments, version, level);
  const matrix = drawSymbol(version, level, words);
  const { size } = matrix;
  const dark = new Uint8Array(size * size);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) dark[at] = getBit(matrix, x, y);
  }
  return { version, level, modules: size, dark };
}

type Versions = readonly [first: number, last: number];

/** Within each size class lengths take the same number of bits. */
const SIZE_CLASSES: readonly Versions[] = [
  [1, 9],
  [10, 26],
  [27, 40],
];

function fit(
  text: string,
  level: Level,
  minVersion: number,
): { segments: Segment[]; version: number } {
  const mode = modeOf(text);
  // A digit is the least that a character takes: what has more characters than there is room for
  // digits is refused before any work goes into it.
  if (text.length > most("numeric", level)) throw tooLong(text, mode, level);
  const whole = [{ mode, text }];
  for (const [first, last] of SIZE_CLASSES) {
    if (last < minVersion) continue;
    const versions = [Math.max(first, minVersion), last] as const;
    const plain = smallest(whole, level, versions);
    if (plain === versions[0]) return { segments: whole, version: plain };
    const segments = bestSegments(text, versions[0]);
    const version = smallest(segments, level, versions);
    // One segment where mixing gains nothing: the plainest symbol is read by the most readers.
    if (version !== undefined) return { segments: version === plain ? whole : segments, version };
  }
  throw tooLong(text, mode, level);
}

function smallest(segments: Segment[], level: Level, [first, last]: Versions): number | undefined {
  const bits = segments.reduce((sum, segment) => sum + segmentBits(segment, first), 0);
  for (let version = first; version <= last; version++) {
    if (bits <= capacityBits(version, level)) return version;
  }
  return undefined;
}

/** How many characters (bytes) of one mode the largest symbol holds. */
function most(mode: Mode, level: Level): number {
  const bits = capacityBits(40, level) - 4 - lengthBits(mode, 40);
  if (mode === "numeric") return Math.floor((bits * 3) / 10);
  return mode === "alphanumeric" ? Math.floor((bits * 2) / 11) : Math.floor(bits / 8);
}

const UNITS = {
  numeric: "digits",
  alphanumeric: "alphanumeric characters",
  byte: "bytes",
} as const;

function tooLong(text: string, mode: Mode, level: Level): ValidationError {
  const needed = Buffer.byteLength(text);
  const rule = `needs ${needed} ${UNITS[mode]}; level ${level} holds at most ${most(mode, level)}`;
  return ValidationError.at(["text"], rule);
}
