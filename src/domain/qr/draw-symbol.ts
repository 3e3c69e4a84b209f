// Adapted from qr 0.7.0 by Paul Miller (MIT): see THIRD-PARTY-NOTICES.txt.
import { type BitMatrix, createBitMatrix, setBit, transpose } from "./bit-matrix.ts";
import { scoreMask } from "./mask-penalty.ts";
import {
  listAlignmentCenters,
  formatBits,
  type Level,
  getMaskBits,
  getSymbolSize,
  getVersionBits,
} from "./tables.ts";

/** Function patterns and masks that all symbols of a version share. */
interface SymbolTemplate {
  version: number;
  /** Finder, alignment and timing patterns; the rest is zero. */
  patterns: Uint32Array;
  /** Position of each codeword bit: word index times 32 plus bit index. */
  order: Uint16Array;
  /** The modules that each mask inverts, by rows and by columns. */
  masks: readonly BitMatrix[];
  maskColumns: readonly BitMatrix[];
  /** Reused by every symbol of the version. */
  work: { symbol: BitMatrix; columns: BitMatrix; masked: BitMatrix; maskedColumns: BitMatrix };
}

/**
 * The template of the last version. Only one is cached, because requests often repeat it and all 40
 * take a megabyte.
 */
let latest: SymbolTemplate | undefined;

/**
 * Draws codewords into a symbol with the mask that scores best; of equals, the first. The matrix is
 * valid until the next call.
 */
export function drawSymbol(version: number, level: Level, codewords: Uint8Array): BitMatrix {
  if (latest?.version !== version) latest = createTemplate(version);
  const { patterns, order, masks, work } = latest;
  const { symbol } = work;
  symbol.bits.set(patterns);
  placeCodewords(symbol, order, codewords);
  const mask = chooseMask(latest);
  applyMask(symbol, masks[mask] as BitMatrix, symbol);
  drawInformation(symbol, { version, level, mask });
  return symbol;
}

/** Sets the modules of codeword bits. Remainder bits stay zero. */
function placeCodewords({ bits }: BitMatrix, order: Uint16Array, codewords: Uint8Array): void {
  const count = Math.min(8 * codewords.length, order.length);
  for (let index = 0; index < count; index++) {
    if (!((codewords[index >>> 3] as number) & (0x80 >>> (index & 7)))) continue;
    const position = order[index] as number;
    bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
  }
}

function chooseMask({ masks, maskColumns, work }: SymbolTemplate): number {
  const { symbol, columns, masked, maskedColumns } = work;
  transpose(symbol, columns);
  let best = 0;
  let lowest = Infinity;
  for (let mask = 0; mask < masks.length; mask++) {
    applyMask(symbol, masks[mask] as BitMatrix, masked);
    // The transposed mask gives the transposed symbol, because transposing only moves bits.
    applyMask(columns, maskColumns[mask] as BitMatrix, maskedColumns);
    const score = scoreMask(masked, maskedColumns, lowest);
    if (score >= lowest) continue;
    lowest = score;
    best = mask;
  }
  return best;
}

function applyMask(source: BitMatrix, mask: BitMatrix, target: BitMatrix): void {
  for (let index = 0; index < source.bits.length; index++) {
    target.bits[index] = (source.bits[index] as number) ^ (mask.bits[index] as number);
  }
}

/**
 * Draws both copies of format and version information (ISO/IEC 18004:2024, 7.9 and 7.10), and the
 * dark module.
 */
function drawInformation(
  symbol: BitMatrix,
  { version, level, mask }: { version: number; level: Level; mask: number },
): void {
  const { size } = symbol;
  const format = formatBits(level, mask);
  for (let index = 0; index < 15; index++) {
    const bit = (format >> index) & 1;
    // The timing patterns in row and column 6 are left out.
    if (index < 6) setBit(symbol, 8, index, bit);
    else if (index < 8) setBit(symbol, 8, index + 1, bit);
    else if (index === 8) setBit(symbol, 7, 8, bit);
    else setBit(symbol, 14 - index, 8, bit);
    if (index < 8) setBit(symbol, size - 1 - index, 8, bit);
    else setBit(symbol, 8, size - 15 + index, bit);
  }
  setBit(symbol, 8, size - 8, 1);
  if (version < 7) return;
  const information = getVersionBits(version);
  for (let index = 0; index < 18; index++) {
    const bit = (information >> index) & 1;
    const x = size - 11 + (index % 3);
    const y = Math.floor(index / 3);
    setBit(symbol, x, y, bit);
    setBit(symbol, y, x, bit);
  }
}

/** A symbol with function patterns only, and the modules they reserve. */
interface Patterns {
  matrix: BitMatrix;
  /** One entry per module: 1 is a pattern or reserved. */
  reserved: Uint8Array;
}

function createTemplate(version: number): SymbolTemplate {
  const size = getSymbolSize(version);
  const patterns: Patterns = {
    matrix: createBitMatrix(size),
    reserved: new Uint8Array(size * size),
  };
  drawFinders(patterns);
  drawAlignment(patterns, version);
  drawTiming(patterns);
  reserveInformation(patterns, version);
  const masks = Array.from({ length: 8 }, () => createBitMatrix(size));
  const order = listModulePositions(patterns, masks);
  const maskColumns = masks.map((mask) => {
    const columns = createBitMatrix(size);
    transpose(mask, columns);
    return columns;
  });
  const work = {
    symbol: createBitMatrix(size),
    columns: createBitMatrix(size),
    masked: createBitMatrix(size),
    maskedColumns: createBitMatrix(size),
  };
  return { version, patterns: patterns.matrix.bits, order, masks, maskColumns, work };
}

function setPattern({ matrix, reserved }: Patterns, x: number, y: number, bit: number): void {
  setBit(matrix, x, y, bit);
  reserved[y * matrix.size + x] = 1;
}

function drawFinders(patterns: Patterns): void {
  const { size } = patterns.matrix;
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    for (let dy = -1; dy < 8; dy++) {
      for (let dx = -1; dx < 8; dx++) {
        const [x, y] = [left + dx, top + dy];
        if (x < 0 || y < 0 || x >= size || y >= size) continue;
        // The distance from the center: 4 is the separator, 2 the light ring.
        const distance = Math.max(Math.abs(dx - 3), Math.abs(dy - 3));
        setPattern(patterns, x, y, distance === 4 || distance === 2 ? 0 : 1);
      }
    }
  }
}

function drawAlignment(patterns: Patterns, version: number): void {
  const centers = listAlignmentCenters(version);
  for (const y of centers) {
    for (const x of centers) {
      if (patterns.reserved[y * patterns.matrix.size + x]) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const isLight = Math.max(Math.abs(dx), Math.abs(dy)) === 1;
          setPattern(patterns, x + dx, y + dy, isLight ? 0 : 1);
        }
      }
    }
  }
}

function drawTiming(patterns: Patterns): void {
  const { matrix, reserved } = patterns;
  const { size } = matrix;
  for (let at = 0; at < size; at++) {
    const bit = at % 2 === 0 ? 1 : 0;
    if (!reserved[6 * size + at]) setPattern(patterns, at, 6, bit);
    if (!reserved[at * size + 6]) setPattern(patterns, 6, at, bit);
  }
}

/** Reserves format and version information as light modules, which scoring expects. */
function reserveInformation(patterns: Patterns, version: number): void {
  const { size } = patterns.matrix;
  for (let at = 0; at < 9; at++) {
    if (at !== 6) {
      setPattern(patterns, 8, at, 0);
      setPattern(patterns, at, 8, 0);
    }
    if (at < 8) {
      setPattern(patterns, size - 1 - at, 8, 0);
      setPattern(patterns, 8, size - 1 - at, 0);
    }
  }
  if (version < 7) return;
  for (let at = 0; at < 18; at++) {
    const x = size - 11 + (at % 3);
    const y = Math.floor(at / 3);
    setPattern(patterns, x, y, 0);
    setPattern(patterns, y, x, 0);
  }
}

/**
 * Lists the positions of codeword bits, upwards and downwards in pairs of columns, and sets each
 * mask's bits there.
 */
function listModulePositions(
  { matrix, reserved }: Patterns,
  masks: readonly BitMatrix[],
): Uint16Array {
  const { size, words } = matrix;
  const positions = new Uint16Array(size * size);
  let count = 0;
  let isUpwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // Column 6 is the timing pattern.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUpwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (reserved[y * size + x]) continue;
        positions[count++] = ((y * words + (x >>> 5)) << 5) | (x & 31);
        const inverted = getMaskBits(x, y);
        masks.forEach((mask, index) => setBit(mask, x, y, (inverted >> index) & 1));
      }
    }
    isUpwards = !isUpwards;
  }
  return positions.slice(0, count);
}
