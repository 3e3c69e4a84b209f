// Adapted from qr 0.7.0 by Paul Miller (MIT): see THIRD-PARTY-NOTICES.txt.
import { type BitMatrix, countBits } from "./bit-matrix.ts";

/**
 * The weights of the four features (ISO/IEC 18004:2024, 7.8.3.1). A run has 3 points and 1 for each
 * module over five.
 */
const BLOCK_POINTS = 3;
const FINDER_POINTS = 40;
const BALANCE_POINTS = 10;

/**
 * Scores a masked symbol; the mask with the lowest score is used. `columns` is the transposed
 * symbol. Stops at `limit`, because a higher score can no longer win.
 */
export function scoreMask(rows: BitMatrix, columns: BitMatrix, limit: number): number {
  const runs = countRunPoints(rows) + countRunPoints(columns);
  if (runs >= limit) return runs;
  const { blocks, dark } = countBlocks(rows);
  const partial =
    runs + BLOCK_POINTS * blocks + BALANCE_POINTS * countBalanceSteps(rows.size, dark);
  if (partial >= limit) return partial;
  return partial + FINDER_POINTS * (countFinderLike(rows) + countFinderLike(columns));
}

/** Returns the bits of a row's last word that are modules. */
function getLastWordMask(size: number): number {
  return size & 31 ? ((1 << (size & 31)) - 1) >>> 0 : 0xffffffff;
}

/**
 * Scores vertical runs of five and more, 32 columns at a time. Five modules are alike where four
 * differences between neighbors are zero. A run has one point for each such window, and two more
 * for the first.
 */
function countRunPoints({ size, words, bits }: BitMatrix): number {
  let points = 0;
  for (let word = 0; word < words; word++) {
    const valid = word === words - 1 ? getLastWordMask(size) : 0xffffffff;
    let last = bits[3 * words + word] as number;
    let before = 0xffffffff;
    let d0 = (bits[word] as number) ^ (bits[words + word] as number);
    let d1 = (bits[words + word] as number) ^ (bits[2 * words + word] as number);
    let d2 = (bits[2 * words + word] as number) ^ last;
    for (let row = 4; row < size; row++) {
      const next = bits[row * words + word] as number;
      const d3 = last ^ next;
      const windows = ~(d0 | d1 | d2 | d3) & valid;
      if (windows) points += countBits(windows >>> 0) + 2 * countBits((windows & before) >>> 0);
      before = d0;
      d0 = d1;
      d1 = d2;
      d2 = d3;
      last = next;
    }
  }
  return points;
}

/** Counts the 2 × 2 squares of one color, and the dark modules. */
function countBlocks({ size, words, bits }: BitMatrix): { blocks: number; dark: number } {
  const validLast = ((1 << (size - 32 * (words - 1) - 1)) - 1) >>> 0;
  let blocks = 0;
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let word = 0; word < words; word++) {
      const at = row * words + word;
      const block = bits[at] as number;
      dark += countBits(block);
      if (row === size - 1) continue;
      const below = bits[at + words] as number;
      const hasNext = word + 1 < words;
      const right = (block >>> 1) | ((hasNext ? (bits[at + 1] as number) : 0) << 31);
      const belowRight = (below >>> 1) | ((hasNext ? (bits[at + words + 1] as number) : 0) << 31);
      const alike = ~(block ^ below) & ~(block ^ right) & ~(below ^ belowRight);
      blocks += countBits((hasNext ? alike : alike & validLast) >>> 0);
    }
  }
  return { blocks, dark };
}

/** Counts the steps of 5% by which the share of dark modules is away from half. */
function countBalanceSteps(size: number, dark: number): number {
  const total = size * size;
  return Math.ceil(Math.max(0, Math.abs(dark * 100 - total * 50) - total * 5) / (total * 5));
}

/**
 * Counts vertical patterns of 1011101 with four light modules before or after them, 32 columns at a
 * time.
 */
function countFinderLike({ size, words, bits }: BitMatrix): number {
  let count = 0;
  for (let word = 0; word < words; word++) {
    const valid = word === words - 1 ? getLastWordMask(size) : 0xffffffff;
    for (let row = 0; row <= size - 11; row++) {
      let at = row * words + word;
      const r0 = bits[at] as number;
      const r1 = bits[(at += words)] as number;
      const r2 = bits[(at += words)] as number;
      const r3 = bits[(at += words)] as number;
      const r4 = bits[(at += words)] as number;
      const r5 = bits[(at += words)] as number;
      const r6 = bits[(at += words)] as number;
      const r7 = bits[(at += words)] as number;
      const r8 = bits[(at += words)] as number;
      const r9 = bits[(at += words)] as number;
      const r10 = bits[at + words] as number;
      const after = r0 & ~r1 & r2 & r3 & r4 & ~r5 & r6 & ~(r7 | r8 | r9 | r10);
      const before = ~(r0 | r1 | r2 | r3) & r4 & ~r5 & r6 & r7 & r8 & ~r9 & r10;
      count += countBits((after & valid) >>> 0) + countBits((before & valid) >>> 0);
    }
  }
  return count;
}
