import {
  type Bitmap,
  createBitmap,
  drawMatrix,
  fillRun,
  repeatLine,
} from "../../lib/symbol/bitmap.ts";
import type { Matrix } from "../../lib/symbol/matrix.ts";
import type { Bar, Drawing, Rotation } from "./drawing.ts";
import { type Crossings, fillRow, type Projection, traceText } from "./text/fill.ts";

/** How a drawing becomes pixels. */
export interface RasterOptions {
  /** Pixels per module. */
  scale: number;
  rotate: Rotation;
}

/** Returns the size of the picture in pixels, after rotation. */
export function pictureSize(
  drawing: Drawing,
  { scale, rotate }: RasterOptions,
): { width: number; height: number } {
  const width = Math.round(drawing.width * scale);
  const height = Math.round(drawing.height * scale);
  return rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height };
}

/** Draws a symbol into pixels: bars and modules on whole pixels, text where the middle of a pixel is inside a letter. */
export function rasterize(drawing: Drawing, options: RasterOptions): Bitmap {
  const { width, height } = pictureSize(drawing, options);
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

function rotateMatrix(matrix: Matrix, rotate: Rotation): Matrix {
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

/** Returns the function that turns points of a drawing (in modules) into pixels of the rotated picture. */
function projection(drawing: Drawing, { scale, rotate }: RasterOptions): Projection {
  const width = Math.round(drawing.width * scale);
  const height = Math.round(drawing.height * scale);
  if (rotate === 90) return (x, y) => [height - y * scale, x * scale];
  if (rotate === 180) return (x, y) => [width - x * scale, height - y * scale];
  if (rotate === 270) return (x, y) => [y * scale, width - x * scale];
  return (x, y) => [x * scale, y * scale];
}

/** Larger letters need more steps to look round. */
const LARGE_EM_PIXELS = 60;

function traceLines(drawing: Drawing, options: RasterOptions): Crossings {
  const crossings: Crossings = new Map();
  const project = projection(drawing, options);
  for (const line of drawing.lines) {
    const steps = line.size * options.scale > LARGE_EM_PIXELS ? 8 : 4;
    traceText({ ...line, project, steps }, crossings);
  }
  return crossings;
}

/** A bar in pixels: from and up to. */
interface PixelBar {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function placeBars(drawing: Drawing, options: RasterOptions): PixelBar[] {
  const project = projection(drawing, options);
  return drawing.bars.map(({ x, y, width, height }: Bar) => {
    const [x0, y0] = project(x, y);
    const [x1, y1] = project(x + width, y + height);
    return {
      left: Math.round(Math.min(x0, x1)),
      top: Math.round(Math.min(y0, y1)),
      right: Math.round(Math.max(x0, x1)),
      bottom: Math.round(Math.max(y0, y1)),
    };
  });
}

/** Draws the first line of each band in which nothing changes from line to line; the others repeat it. */
function drawBands(bitmap: Bitmap, bars: readonly PixelBar[], crossings: Crossings): void {
  const edges = new Set([0, bitmap.height]);
  for (const { top, bottom } of bars) edges.add(top).add(bottom);
  for (const row of crossings.keys()) edges.add(row).add(row + 1);
  const sorted = Array.from(edges)
    .filter((edge) => edge >= 0 && edge <= bitmap.height)
    .sort((one, other) => one - other);
  sorted.slice(0, -1).forEach((start, index) => {
    for (const { left, top, right, bottom } of bars) {
      if (top <= start && bottom > start) fillRun(bitmap, left, start, right - left);
    }
    const row = crossings.get(start);
    if (row)
      fillRow(row, (x, length) => fillRun(bitmap, x, start, Math.min(length, bitmap.width - x)));
    repeatLine(bitmap, start, sorted[index + 1] ?? start);
  });
}
