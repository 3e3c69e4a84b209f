import { ValidationError } from "../../lib/errors.ts";
import { encodeBitmapPng, createBitmap, drawMatrix } from "../symbol/bitmap.ts";
import type { QrDrawing } from "./svg.ts";

/**
 * Returns the pixels per module in an image of `width`: a whole number, 0 when the image is too
 * narrow.
 */
export function getPixelsPerModule({ symbol, margin, width }: QrDrawing): number {
  return Math.floor(width / (symbol.modules + 2 * margin));
}

/**
 * Returns the code as a PNG of exactly `width` × `width` pixels, one bit each. Throws
 * ValidationError when a module would be narrower than a pixel.
 */
export function toPng(code: QrDrawing): Buffer {
  const { symbol, width } = code;
  const { modules, dark } = symbol;
  requirePixels(code);
  const scale = getPixelsPerModule(code);
  const bitmap = createBitmap(width, width);
  const start = Math.floor((width - modules * scale) / 2);
  drawMatrix(bitmap, { columns: modules, rows: modules, dark }, { x: start, y: start, scale });
  return encodeBitmapPng(bitmap, code, code.pixelsPerMeter);
}

/** Throws ValidationError when a module would be narrower than a pixel. */
export function requirePixels(code: QrDrawing): void {
  if (getPixelsPerModule(code) > 0) return;
  const { symbol, margin } = code;
  const minWidth = symbol.modules + 2 * margin;
  throw ValidationError.at(["width"], `must be at least ${minWidth} for this text`);
}
