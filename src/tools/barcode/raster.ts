import {
  type Bitmap,
  createBitmap,
  drawMatrix,
  fillRun,
  repeatLine,
} from "../../domain/symbol/bitmap.ts";
import type { SymbolMatrix } from "../../domain/symbol/matrix.ts";
import type { Drawing, Rotation } from "../../domain/barcode/drawing.ts";
import { type Affine, type Crossings, fillRow } from "../../lib/graphics/scanline-fill.ts";
import { traceText } from "./text/trace-text.ts";

interface RasterOptions {
  /** Pixels per module. */
  scale: number;
  rotate: Rotation;
}

/** Returns the size of the image in pixels, after rotation. */
export function getImageSize(
  drawing: Drawing,
  { scale, rotate }: RasterOptions,
): { width: number; height: number } {
  const width = Math.round(drawing.width * scale);
  const height = Math.round(drawing.height * scale);
  return rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height };
}

/**
 * Draws a symbol into pixels: bars and modules on whole pixels, and text on pixels whose center is
 * inside a letter.
 */
export function rasterize(drawing: Drawing, options: RasterOptions): Bitmap {
  const { width, height } = getImageSize(drawing, options);
  const bitmap = createBitmap(width, height);
  const { matrix } = drawing;
  if (matrix) {
    const symbol = rotateMatrix(matrix.symbol, options.rotate);
    // The quiet zone is equally wide on all sides.
    const [x, y] = [matrix.x * options.scale, matrix.y * options.scale];
    drawMatrix(bitmap, symbol, { x, y, scale: options.scale });
    return bitmap;
  }
  const crossings = traceLines(drawing, options);
  drawBands(bitmap, placeBars(drawing, options), crossings);
  return bitmap;
}

function rotateMatrix(matrix: SymbolMatrix, rotate: Rotation): SymbolMatrix {
  if (rotate === 0) return matrix;
  const { columns, rows, dark } = matrix;
  const isTurned = rotate !== 180;
  const turned = { columns: isTurned ? rows : columns, rows: isTurned ? columns : rows };
  const result = new Uint8Array(dark.length);
  for (let y = 0, at = 0; y < turned.rows; y++) {
    for (let x = 0; x < turned.columns; x++, at++) {
      const [column, row] =
        rotate === 90
          ? [y, rows - 1 - x]
          : rotate === 180
            ? [columns - 1 - x, rows - 1 - y]
            : [columns - 1 - y, x];
      result[at] = dark[row * columns + column] ?? 0;
    }
  }
  return { ...turned, dark: result };
}

/**
 * Returns the matrix that converts points of a drawing (in modules) to pixels of the rotated image.
 */
function createPixelMatrix(drawing: Drawing, { scale, rotate }: RasterOptions): Affine {
  const width = Math.round(drawing.width * scale);
  const height = Math.round(drawing.height * scale);
  if (rotate === 90) return { a: 0, b: scale, c: -scale, d: 0, e: height, f: 0 };
  if (rotate === 180) return { a: -scale, b: 0, c: 0, d: -scale, e: width, f: height };
  if (rotate === 270) return { a: 0, b: -scale, c: scale, d: 0, e: 0, f: width };
  return { a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 };
}

/** Returns the number of lines per curve that makes letters of this size look round. */
function countCurveSteps(emPixels: number): number {
  if (emPixels < 40) return 3;
  return emPixels < 100 ? 5 : 10;
}

function traceLines(drawing: Drawing, options: RasterOptions): Crossings {
  const crossings: Crossings = [];
  const matrix = createPixelMatrix(drawing, options);
  for (const line of drawing.lines) {
    const steps = countCurveSteps(line.size * options.scale);
    traceText({ ...line, steps }, matrix, crossings);
  }
  return crossings;
}

/** A bar in pixels, end exclusive. */
interface PixelBar {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function placeBars(drawing: Drawing, options: RasterOptions): PixelBar[] {
  const { a, b, c, d, e, f } = createPixelMatrix(drawing, options);
  return drawing.bars.map(({ x, y, width, height }) => {
    const [x0, y0] = [a * x + c * y + e, b * x + d * y + f];
    const [x1, y1] = [x0 + a * width + c * height, y0 + b * width + d * height];
    return {
      left: Math.round(Math.min(x0, x1)),
      top: Math.round(Math.min(y0, y1)),
      right: Math.round(Math.max(x0, x1)),
      bottom: Math.round(Math.max(y0, y1)),
    };
  });
}

/**
 * Draws the first line of each band in which nothing changes from line to line; the others repeat
 * it.
 */
function drawBands(bitmap: Bitmap, bars: readonly PixelBar[], crossings: Crossings): void {
  const edges = findBandEdges(bitmap, bars, crossings);
  edges.forEach((start, index) => {
    for (const { left, top, right, bottom } of bars) {
      if (top <= start && bottom > start) fillRun(bitmap, left, start, right - left);
    }
    const row = crossings[start];
    if (row) {
      fillRow(row, (x, length) => fillRun(bitmap, x, start, Math.min(length, bitmap.width - x)));
    }
    repeatLine(bitmap, start, edges[index + 1] ?? bitmap.height);
  });
}

/** Returns the first lines of all bands in order. */
function findBandEdges(
  { height }: Bitmap,
  bars: readonly PixelBar[],
  crossings: Crossings,
): readonly number[] {
  const edges = new Set([0]);
  for (const { top, bottom } of bars) edges.add(top).add(bottom);
  crossings.forEach((_, row) => edges.add(row).add(row + 1));
  return Array.from(edges)
    .filter((edge) => edge >= 0 && edge < height)
    .toSorted((first, second) => first - second);
}
