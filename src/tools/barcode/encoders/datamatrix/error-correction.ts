import type { SymbolSize } from "./sizes.ts";

/** Powers of 2 in the field of 256 elements with the polynomial x⁸ + x⁵ + x³ + x² + 1 (ISO/IEC 16022, 5.7.1). */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x12d;
}

function multiply(a: number, b: number): number {
  return a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0;
}

const generators = new Map<number, Uint8Array>();

/** Returns the coefficients of the product of (x − 2^i) for i from 1 to `length`, without the leading 1. */
function createGenerator(length: number): Uint8Array {
  const known = generators.get(length);
  if (known) return known;
  let polynomial = [1];
  for (let index = 1; index <= length; index++) {
    const root = EXP[index] ?? 0;
    const shorter = polynomial;
    polynomial = [...shorter, 0].map(
      (coefficient, at) => coefficient ^ multiply(shorter[at - 1] ?? 0, root),
    );
  }
  const coefficients = Uint8Array.from(polynomial.slice(1));
  generators.set(length, coefficients);
  return coefficients;
}

function computeCorrection(block: readonly number[], length: number): Uint8Array {
  const coefficients = createGenerator(length);
  const rest = new Uint8Array(length + 1);
  for (const codeword of block) {
    const factor = codeword ^ (rest[0] ?? 0);
    for (let index = 0; index < length; index++) {
      rest[index] = (rest[index + 1] ?? 0) ^ multiply(coefficients[index] ?? 0, factor);
    }
  }
  return rest;
}

/** The largest symbol's blocks differ in length, and its error correction begins with the shorter ones (Annex E). */
const ROTATED_BLOCKS = 10;
const ROTATION = 8;

/** Returns data and error correction codewords in the order in which they are placed; blocks are interleaved. */
export function addErrorCorrection(
  data: readonly number[],
  { correction, blocks }: SymbolSize,
): number[] {
  const length = correction / blocks;
  const corrections = Array.from({ length: blocks }, (_, block) =>
    computeCorrection(
      data.filter((_codeword, index) => index % blocks === block),
      length,
    ),
  );
  const rotation = blocks === ROTATED_BLOCKS ? ROTATION : 0;
  const result = [...data];
  for (let index = 0; index < length; index++) {
    for (let block = 0; block < blocks; block++) {
      result.push(corrections[(block + rotation) % blocks]?.[index] ?? 0);
    }
  }
  return result;
}
