import {
  GRAY_ALPHA,
  PALETTE,
  type PngHeader,
  RGB,
  RGB_ALPHA,
  countRowBytes,
  countSamples,
} from "./png-header.ts";
import { readSample } from "./png-pixels.ts";

/** Returns the color samples without alpha. */
export function readColors(header: PngHeader, rows: Buffer): Buffer {
  const { color, depth } = header;
  if (color !== GRAY_ALPHA && color !== RGB_ALPHA) return rows;
  const bytes = depth >> 3;
  const pixelBytes = countSamples(header) * bytes;
  const colorBytes = pixelBytes - bytes;
  const colors = Buffer.alloc((rows.length / pixelBytes) * colorBytes);
  for (let from = 0, to = 0; from < rows.length; from += pixelBytes, to += colorBytes) {
    for (let index = 0; index < colorBytes; index++) colors[to + index] = rows[from + index] ?? 0;
  }
  return colors;
}

/** Returns the opacity of each pixel in a byte, or undefined for an opaque image. */
export function readAlpha(
  header: PngHeader,
  rows: Buffer,
  transparent: Buffer | undefined,
): Buffer | undefined {
  const { color, depth, width, height } = header;
  if (color === GRAY_ALPHA || color === RGB_ALPHA) {
    const bytes = depth >> 3;
    const pixelBytes = countSamples(header) * bytes;
    const alpha = Buffer.alloc(width * height);
    for (let at = 0; at < alpha.length; at++) alpha[at] = rows[(at + 1) * pixelBytes - bytes] ?? 0;
    return alpha;
  }
  if (!transparent) return undefined;
  const isTransparent = createAlphaReader(header, rows, transparent);
  const alpha = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) alpha[y * width + x] = isTransparent(x, y);
  }
  return alpha;
}

/** Returns a function that reads a pixel's opacity when `tRNS` defines it by palette entry or color. */
function createAlphaReader(
  header: PngHeader,
  rows: Buffer,
  transparent: Buffer,
): (x: number, y: number) => number {
  const { color, depth, width } = header;
  const bytes = countRowBytes(width, header);
  if (color === RGB || depth === 16) {
    const samples = countSamples(header);
    const key = Array.from({ length: Math.floor(transparent.length / 2) }, (_, index) =>
      transparent.readUInt16BE(index * 2),
    );
    return (x, y) => {
      const isKey = key.every((value, index) => {
        const at = y * bytes + (x * samples + index) * (depth >> 3);
        return value === (depth === 16 ? rows.readUInt16BE(at) : rows[at]);
      });
      return isKey && key.length === samples ? 0 : 255;
    };
  }
  const readValue = (x: number, y: number) =>
    readSample(rows, y * bytes, { column: x, bits: depth });
  if (color === PALETTE) return (x, y) => transparent[readValue(x, y)] ?? 255;
  const key = transparent.length >= 2 ? transparent.readUInt16BE(0) : -1;
  return (x, y) => (readValue(x, y) === key ? 0 : 255);
}
