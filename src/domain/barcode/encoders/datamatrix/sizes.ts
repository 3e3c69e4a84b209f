/** A size of symbol (ISO/IEC 16022:2006, Table 7). */
export interface SymbolSize {
  rows: number;
  columns: number;
  /** Data regions from top to bottom and from left to right. */
  regions: readonly [vertical: number, horizontal: number];
  /** Data codewords. */
  data: number;
  /** Error correction codewords of all blocks. */
  correction: number;
  blocks: number;
}

/** Side, regions per side, data codewords, error correction codewords, blocks. */
const SQUARES: readonly (readonly [number, number, number, number, number])[] = [
  [10, 1, 3, 5, 1],
  [12, 1, 5, 7, 1],
  [14, 1, 8, 10, 1],
  [16, 1, 12, 12, 1],
  [18, 1, 18, 14, 1],
  [20, 1, 22, 18, 1],
  [22, 1, 30, 20, 1],
  [24, 1, 36, 24, 1],
  [26, 1, 44, 28, 1],
  [32, 2, 62, 36, 1],
  [36, 2, 86, 42, 1],
  [40, 2, 114, 48, 1],
  [44, 2, 144, 56, 1],
  [48, 2, 174, 68, 1],
  [52, 2, 204, 84, 2],
  [64, 4, 280, 112, 2],
  [72, 4, 368, 144, 4],
  [80, 4, 456, 192, 4],
  [88, 4, 576, 224, 4],
  [96, 4, 696, 272, 4],
  [104, 4, 816, 336, 6],
  [120, 6, 1050, 408, 6],
  [132, 6, 1304, 496, 8],
  [144, 6, 1558, 620, 10],
];

/** Rows, columns, regions from left to right, data codewords, error correction codewords. */
const RECTANGLES: readonly (readonly [number, number, number, number, number])[] = [
  [8, 18, 1, 5, 7],
  [8, 32, 2, 10, 11],
  [12, 26, 1, 16, 14],
  [12, 36, 2, 22, 18],
  [16, 36, 2, 32, 24],
  [16, 48, 2, 49, 28],
];

/** The sizes of each shape, the smallest first. */
export const SIZES: Readonly<Record<"square" | "rectangle", readonly SymbolSize[]>> = {
  square: SQUARES.map(([side, regions, data, correction, blocks]) => ({
    rows: side,
    columns: side,
    regions: [regions, regions],
    data,
    correction,
    blocks,
  })),
  rectangle: RECTANGLES.map(([rows, columns, regions, data, correction]) => ({
    rows,
    columns,
    regions: [1, regions],
    data,
    correction,
    blocks: 1,
  })),
};
