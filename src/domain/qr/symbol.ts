import { ValidationError } from "../../lib/errors.ts";
import { getBit } from "./bit-matrix.ts";
import { getCapacityBits, encodeCodewords } from "./codewords.ts";
import { drawSymbol } from "./draw-symbol.ts";
import {
  findBestSegments,
  getLengthBits,
  type Mode,
  chooseMode,
  type Segment,
  countSegmentBits,
} from "./segments.ts";
import type { Level } from "./tables.ts";

/** A drawn symbol, without its quiet zone. */
export interface QrSymbol {
  version: number;
  level: Level;
  /** Modules on a side. */
  modules: number;
  /** One entry per module, row by row: 1 is dark. */
  dark: Uint8Array;
}

/**
 * Returns the smallest symbol for a text, of `minVersion` at least. Throws a ValidationError when
 * even the largest does not hold it.
 */
export function encode(text: string, level: Level, minVersion = 1): QrSymbol {
  const { segments, version } = fitSegments(text, level, minVersion);
  return draw(segments, version, level);
}

/**
 * Returns the smallest symbol for a text in byte mode. Throws a ValidationError for a text that is
 * too long.
 */
export function encodeInBytes(text: string, level: Level): QrSymbol {
  const segments: Segment[] = [{ mode: "byte", text }];
  for (const versions of SIZE_CLASSES) {
    const version = findSmallestVersion(segments, level, versions);
    if (version !== undefined) return draw(segments, version, level);
  }
  throw createTooLongError(text, level);
}

/**
 * Returns a symbol of this version for bytes of another encoding than UTF-8. Throws when they do
 * not fit.
 */
export function encodeWithEci(
  bytes: Uint8Array,
  { eci, version, level }: { eci: number; version: number; level: Level },
): QrSymbol {
  const segments: Segment[] = [{ mode: "byte", text: "", encoded: { bytes, eci } }];
  if (findSmallestVersion(segments, level, [version, version]) === undefined) {
    throw new Error(`${bytes.length} bytes do not fit into version ${version}`);
  }
  return draw(segments, version, level);
}

function draw(segments: Segment[], version: number, level: Level): QrSymbol {
  const words = encodeCodewords(segments, version, level);
  const matrix = drawSymbol(version, level, words);
  const { size } = matrix;
  const dark = new Uint8Array(size * size);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) dark[at] = getBit(matrix, x, y);
  }
  return { version, level, modules: size, dark };
}

type VersionRange = readonly [first: number, last: number];

/** Within a size class, length fields have the same number of bits. */
const SIZE_CLASSES: readonly VersionRange[] = [
  [1, 9],
  [10, 26],
  [27, 40],
];

function fitSegments(
  text: string,
  level: Level,
  minVersion: number,
): { segments: Segment[]; version: number } {
  const mode = chooseMode(text);
  // Rejects early: numeric mode is the densest, so a text longer than the numeric capacity cannot
  // fit.
  if (text.length > getMaxLength("numeric", level)) throw createTooLongError(text, level);
  const whole = [{ mode, text }];
  for (const [first, last] of SIZE_CLASSES) {
    if (last < minVersion) continue;
    const versions = [Math.max(first, minVersion), last] as const;
    const plain = findSmallestVersion(whole, level, versions);
    if (plain === versions[0]) return { segments: whole, version: plain };
    const segments = findBestSegments(text, versions[0]);
    const version = findSmallestVersion(segments, level, versions);
    // Uses one segment if mixing modes gains nothing, because more readers support the simplest
    // symbol.
    if (version !== undefined) return { segments: version === plain ? whole : segments, version };
  }
  throw createTooLongError(text, level);
}

function findSmallestVersion(
  segments: Segment[],
  level: Level,
  [first, last]: VersionRange,
): number | undefined {
  const bits = segments.reduce((sum, segment) => sum + countSegmentBits(segment, first), 0);
  for (let version = first; version <= last; version++) {
    if (bits <= getCapacityBits(version, level)) return version;
  }
  return undefined;
}

/** Returns the maximum length in one mode, in characters (bytes in byte mode). */
function getMaxLength(mode: Mode, level: Level): number {
  const bits = getCapacityBits(40, level) - 4 - getLengthBits(mode, 40);
  if (mode === "numeric") return Math.floor((bits * 3) / 10);
  return mode === "alphanumeric" ? Math.floor((bits * 2) / 11) : Math.floor(bits / 8);
}

/** The capacity of the largest symbol of a level, and how much of it a text uses. */
interface CapacityUse {
  used: number;
  capacity: number;
  /** The unit of both, which depends on the text's characters. */
  unit: (typeof UNITS)[Mode];
}

/**
 * Measures how much of the largest symbol of this level a text uses, in the unit of its narrowest
 * mode.
 */
export function measureCapacityUse(text: string, level: Level): CapacityUse {
  const mode = chooseMode(text);
  return { used: Buffer.byteLength(text), capacity: getMaxLength(mode, level), unit: UNITS[mode] };
}

const UNITS = {
  numeric: "digits",
  alphanumeric: "alphanumeric characters",
  byte: "bytes",
} as const;

function createTooLongError(text: string, level: Level): ValidationError {
  const { used, capacity, unit } = measureCapacityUse(text, level);
  const rule = `needs ${used} ${unit}; level ${level} holds at most ${capacity}`;
  return ValidationError.at(["text"], rule);
}
