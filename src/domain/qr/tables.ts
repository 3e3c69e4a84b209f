// Adapted from qr 0.7.0 by Paul Miller (MIT): see THIRD-PARTY-NOTICES.txt.

/** A symbol's error correction level. */
export type Level = "L" | "M" | "Q" | "H";

type ByLevel = Readonly<Record<Level, readonly number[]>>;

/** Codewords for error correction in each block, by version (ISO/IEC 18004:2024, table 9). */
// oxfmt-ignore
export const CORRECTION_PER_BLOCK: ByLevel = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28],
  Q: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  H: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
};

/** Blocks by version (ISO/IEC 18004:2024, table 9). */
// oxfmt-ignore
export const BLOCKS: ByLevel = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
  Q: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68],
  H: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81],
};

/** Bits of each level in the format information (ISO/IEC 18004:2024, table 12). */
const LEVEL_BITS = { L: 1, M: 0, Q: 3, H: 2 } as const;

/** Returns the number of modules on each side of a version. */
export function getSymbolSize(version: number): number {
  return 17 + 4 * version;
}

/** Returns the version with this number of modules on each side. */
export function getVersion(size: number): number {
  return (size - 17) / 4;
}

/**
 * Returns the codewords of a version (ISO/IEC 18004:2024, table 1): the modules without the
 * function patterns, by eight.
 */
export function countCodewords(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignment = Math.floor(version / 7) + 2;
    bits -= (25 * alignment - 10) * alignment - 55;
    if (version >= 7) bits -= 36;
  }
  return bits >>> 3;
}

/** Returns the coordinates of the centers of alignment patterns (ISO/IEC 18004:2024, annex E). */
export function listAlignmentCenters(version: number): number[] {
  if (version === 1) return [];
  const last = getSymbolSize(version) - 7;
  const count = Math.ceil((last - 6) / 28);
  let interval = Math.floor((last - 6) / count);
  if (interval % 2) interval += 1;
  else if (((last - 6) % count) * 2 >= count) interval += 2;
  const between = Array.from(
    { length: count - 1 },
    (_, index) => last - (count - 1 - index) * interval,
  );
  return [6, ...between, last];
}

/** Returns the 15 bits of format information (ISO/IEC 18004:2024, 7.9.1 and annex C). */
export function formatBits(level: Level, mask: number): number {
  const data = (LEVEL_BITS[level] << 3) | mask;
  let remainder = data;
  for (let bit = 0; bit < 10; bit++)
    remainder = (remainder << 1) ^ ((remainder >> 9) * 0b10100110111);
  return ((data << 10) | remainder) ^ 0b101010000010010;
}

/** Returns the 18 bits of version information (ISO/IEC 18004:2024, 7.10 and annex D). */
export function getVersionBits(version: number): number {
  let remainder = version;
  for (let bit = 0; bit < 12; bit++)
    remainder = (remainder << 1) ^ ((remainder >> 11) * 0b1111100100101);
  return (version << 12) | remainder;
}

/**
 * Returns the eight mask patterns at a module as bits: bit m is set where mask m inverts it
 * (ISO/IEC 18004:2024, table 10).
 */
export function getMaskBits(x: number, y: number): number {
  const product = x * y;
  const inverts = [
    (x + y) % 2 === 0,
    y % 2 === 0,
    x % 3 === 0,
    (x + y) % 3 === 0,
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (product % 2) + (product % 3) === 0,
    ((product % 2) + (product % 3)) % 2 === 0,
    (((x + y) % 2) + (product % 3)) % 2 === 0,
  ];
  return inverts.reduce((bits, inverted, mask) => bits | (Number(inverted) << mask), 0);
}
