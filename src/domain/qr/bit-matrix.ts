// Adapted from qr 0.7.0 by Paul Miller (MIT): see THIRD-PARTY-NOTICES.txt.

/** A square of bits, each row in 32-bit words: whole words are compared and counted at a time. */
export interface BitMatrix {
  size: number;
  /** Words of a row. */
  words: number;
  bits: Uint32Array;
}

/** Returns a matrix of zeros. */
export function createBitMatrix(size: number): BitMatrix {
  const words = (size + 31) >>> 5;
  return { size, words, bits: new Uint32Array(words * size) };
}

/** Returns the bit in column `x` of row `y`. */
export function getBit({ words, bits }: BitMatrix, x: number, y: number): number {
  return ((bits[y * words + (x >>> 5)] as number) >>> (x & 31)) & 1;
}

/** Sets a bit; `value` is 0 or 1. */
export function setBit({ words, bits }: BitMatrix, x: number, y: number, value: number): void {
  const word = y * words + (x >>> 5);
  const bit = 1 << (x & 31);
  const before = bits[word] as number;
  bits[word] = value ? before | bit : before & ~bit;
}

/** Counts the bits of a word that are set: of each pair, four and byte, then their sum. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const block = new Uint32Array(32);

/** Writes rows as columns into a matrix of the same size. */
export function transpose({ size, words, bits }: BitMatrix, target: BitMatrix): void {
  for (let top = 0; top < size; top += 32) {
    const rows = Math.min(32, size - top);
    for (let word = 0; word < words; word++) {
      for (let row = 0; row < rows; row++) block[row] = bits[(top + row) * words + word] as number;
      block.fill(0, rows);
      transposeBlock(block);
      const left = word * 32;
      for (let row = 0; row < 32 && left + row < size; row++) {
        target.bits[(left + row) * target.words + (top >>> 5)] = block[row] as number;
      }
    }
  }
}

const STAGES = [0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff] as const;

/** Transposes 32 × 32 bits in place: each stage swaps squares of twice the size. */
function transposeBlock(rows: Uint32Array): void {
  for (let stage = 0; stage < STAGES.length; stage++) {
    const mask = STAGES[stage] as number;
    const shift = 1 << stage;
    for (let start = 0; start < 32; start += shift * 2) {
      for (let index = start; index < start + shift; index++) {
        const upper = rows[index] as number;
        const lower = rows[index + shift] as number;
        const swapped = ((upper >>> shift) ^ lower) & mask;
        rows[index] = upper ^ (swapped << shift);
        rows[index + shift] = lower ^ swapped;
      }
    }
  }
}
