/**
 * Places the bits of codewords (ISO/IEC 16022, Annex F). Returns one entry per module of the
 * mapping matrix, row by row: 1 is dark.
 */
export function placeCodewords(
  codewords: readonly number[],
  rows: number,
  columns: number,
): Uint8Array {
  const matrix: PlacementGrid = {
    rows,
    columns,
    dark: new Uint8Array(rows * columns),
    isTaken: new Uint8Array(rows * columns),
  };
  let next = 0;
  const place = (put: (codeword: number) => void) => put(codewords[next++] ?? 0);
  let row = 4;
  let column = 0;
  while (row < rows || column < columns) {
    const shape = CORNERS.find(({ isAt }) => isAt(row, column, matrix))?.shape;
    if (shape) place((codeword) => placeCorner(matrix, shape, codeword));
    // Places codewords upwards to the right, then downwards to the left.
    for (; row >= 0 && column < columns; row -= 2, column += 2) {
      if (row < rows && column >= 0 && isFree(matrix, row, column)) {
        place((codeword) => placeUtah(matrix, { row, column, codeword }));
      }
    }
    row += 1;
    column += 3;
    for (; row < rows && column >= 0; row += 2, column -= 2) {
      if (row >= 0 && column < columns && isFree(matrix, row, column)) {
        place((codeword) => placeUtah(matrix, { row, column, codeword }));
      }
    }
    row += 3;
    column += 1;
  }
  fillLastCorner(matrix);
  return matrix.dark;
}

interface PlacementGrid {
  rows: number;
  columns: number;
  dark: Uint8Array;
  isTaken: Uint8Array;
}

function isFree({ columns, isTaken }: PlacementGrid, row: number, column: number): boolean {
  return !isTaken[row * columns + column];
}

/**
 * Sets a module. Positions beyond the left or top edge wrap to the opposite one, shifted so that no
 * module is set twice.
 */
function setModule(
  matrix: PlacementGrid,
  [y, x]: readonly [number, number],
  isDark: boolean,
): void {
  const { rows, columns } = matrix;
  let [row, column] = [y, x];
  if (row < 0) {
    row += rows;
    column += 4 - ((rows + 4) % 8);
  }
  if (column < 0) {
    column += columns;
    row += 4 - ((columns + 4) % 8);
  }
  const at = row * columns + column;
  matrix.isTaken[at] = 1;
  matrix.dark[at] = isDark ? 1 : 0;
}

/** The eight modules of a codeword, the highest bit first, from its last module. */
const UTAH: readonly (readonly [number, number])[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
];

function placeUtah(
  matrix: PlacementGrid,
  { row, column, codeword }: { row: number; column: number; codeword: number },
): void {
  UTAH.forEach(([y, x], bit) => {
    setModule(matrix, [row + y, column + x], ((codeword >> (7 - bit)) & 1) === 1);
  });
}

/**
 * A codeword whose modules are spread over corners. Negative numbers count from the bottom or right
 * edge.
 */
interface Corner {
  isAt: (row: number, column: number, size: PlacementGrid) => boolean;
  shape: readonly (readonly [row: number, column: number])[];
}

const CORNERS: readonly Corner[] = [
  {
    isAt: (row, column, { rows }) => row === rows && column === 0,
    shape: parseCorner("-1 0,-1 1,-1 2,0 -2,0 -1,1 -1,2 -1,3 -1"),
  },
  {
    isAt: (row, column, { rows, columns }) => row === rows - 2 && column === 0 && columns % 4 !== 0,
    shape: parseCorner("-3 0,-2 0,-1 0,0 -4,0 -3,0 -2,0 -1,1 -1"),
  },
  {
    isAt: (row, column, { rows, columns }) => row === rows - 2 && column === 0 && columns % 8 === 4,
    shape: parseCorner("-3 0,-2 0,-1 0,0 -2,0 -1,1 -1,2 -1,3 -1"),
  },
  {
    isAt: (row, column, { rows, columns }) => row === rows + 4 && column === 2 && columns % 8 === 0,
    shape: parseCorner("-1 0,-1 -1,0 -3,0 -2,0 -1,1 -3,1 -2,1 -1"),
  },
];

function parseCorner(text: string): [number, number][] {
  return text.split(",").map((pair) => {
    const [row = 0, column = 0] = pair.split(" ").map(Number);
    return [row, column];
  });
}

function placeCorner(matrix: PlacementGrid, shape: Corner["shape"], codeword: number): void {
  const { rows, columns } = matrix;
  shape.forEach(([y, x], bit) => {
    const row = y < 0 ? rows + y : y;
    const column = x < 0 ? columns + x : x;
    setModule(matrix, [row, column], ((codeword >> (7 - bit)) & 1) === 1);
  });
}

/** Fills four modules in the lower right corner that belong to no codeword in some sizes. */
function fillLastCorner(matrix: PlacementGrid): void {
  const { rows, columns } = matrix;
  if (!isFree(matrix, rows - 1, columns - 1)) return;
  setModule(matrix, [rows - 1, columns - 1], true);
  setModule(matrix, [rows - 2, columns - 2], true);
}
