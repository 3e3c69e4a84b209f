import type { SymbolMatrix } from "../../../symbol/matrix.ts";
import { padCodewords, planCodewords } from "./codewords.ts";
import { addErrorCorrection } from "./error-correction.ts";
import { placeCodewords } from "./placement.ts";
import { planEncodation } from "./plan.ts";
import { SIZES, type SymbolSize } from "./sizes.ts";

/**
 * Encodes bytes (and `FNC1`) as the smallest DataMatrix symbol of a shape. Returns undefined when
 * no symbol has room.
 */
export function encodeDataMatrix(
  codes: readonly number[],
  shape: "square" | "rectangle",
): SymbolMatrix | undefined {
  const sizes = SIZES[shape];
  const plans = planEncodation(codes).map((plan) => ({
    codewords: planCodewords(codes, plan),
    mustFill: plan.openSegment !== undefined,
  }));
  for (const size of sizes) {
    const plan = plans.find(({ codewords, mustFill }) =>
      mustFill ? codewords.length === size.data : codewords.length <= size.data,
    );
    if (plan) return drawSymbol(padCodewords(plan.codewords, size.data), size);
  }
  return undefined;
}

function drawSymbol(data: readonly number[], size: SymbolSize): SymbolMatrix {
  const { rows, columns, regions } = size;
  // Two of each region's rows and columns are its border.
  const [height, width] = [rows / regions[0] - 2, columns / regions[1] - 2];
  const mapping = { rows: height * regions[0], columns: width * regions[1] };
  const bits = placeCodewords(addErrorCorrection(data, size), mapping.rows, mapping.columns);
  const dark = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const y = row % (height + 2);
      const x = column % (width + 2);
      const isBorder = y === 0 || x === 0 || y === height + 1 || x === width + 1;
      const mapped = toMappedIndex(row, column, { height, width, columns: mapping.columns });
      dark[row * columns + column] = isBorder
        ? isBorderDark({ y, x }, { height, width })
        : (bits[mapped] ?? 0);
    }
  }
  return { columns, rows, dark };
}

function toMappedIndex(
  row: number,
  column: number,
  { height, width, columns }: { height: number; width: number; columns: number },
): number {
  const y = row - 1 - 2 * Math.floor(row / (height + 2));
  const x = column - 1 - 2 * Math.floor(column / (width + 2));
  return y * columns + x;
}

/**
 * Returns whether a module of a region's border is dark: all on the left and at the bottom, every
 * second one elsewhere.
 */
function isBorderDark(
  { y, x }: { y: number; x: number },
  { height, width }: { height: number; width: number },
): number {
  if (x === 0 || y === height + 1) return 1;
  if (y === 0) return x % 2 === 0 ? 1 : 0;
  return x === width + 1 && y % 2 === 1 ? 1 : 0;
}
