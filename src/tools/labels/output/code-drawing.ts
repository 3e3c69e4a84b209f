import type { Drawing, TextLine } from "../../../domain/barcode/drawing.ts";
import { DEFAULT_STYLE, mergeStyle } from "../../../pdf/text/text-style.ts";
import type { Chunk } from "../../../pdf/text/chunk.ts";
import { shapeLine } from "../text/fit-text.ts";

/** Returns the dark rectangles of a code in modules: x, y, width and height in turn. */
export function listRects({ bars, matrix }: Drawing): number[] {
  const rects = bars.flatMap(({ x, y, width, height }) => [x, y, width, height]);
  if (!matrix) return rects;
  const { columns, rows, dark } = matrix.symbol;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const start = column;
      while (column < columns && dark[row * columns + column]) column++;
      if (column > start) rects.push(start + matrix.x, row + matrix.y, column - start, 1);
    }
  }
  return rects;
}

/** Returns the text below a code as chunks from left to right; `em` is its size. */
export function shapeCodeText({ text }: TextLine, em: number, color: number): Chunk<unknown>[] {
  const style = mergeStyle(DEFAULT_STYLE, { size: em, weight: 500, color, lineHeight: 1 });
  return shapeLine(text, style).line.chunks;
}
