import type { SymbolMatrix } from "../../../domain/symbol/matrix.ts";
import type { PathStep, Shape } from "../../../pdf/document.ts";

/** Draws the dark modules of a symbol as one path of horizontal bars, in modules. */
export function drawSymbol({ columns, rows, dark }: SymbolMatrix): Shape {
  const path: PathStep[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const start = x;
      while (x < columns && dark[y * columns + x]) x++;
      if (x > start) path.push(["R", start, y, x - start, 1]);
    }
  }
  return { path, fill: 0 };
}
