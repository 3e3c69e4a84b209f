import { ImageError } from "./decoded-image.ts";
import { GRAY, GRAY_ALPHA, PALETTE, type PngHeader, readChunks, readHeader } from "./png-header.ts";
import { readSample, unpackPixels } from "./png-pixels.ts";
import { readAlpha, readColors } from "./png-samples.ts";

/** An image of 8-bit red, green, blue and alpha. */
export interface PngPixels {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

/** Reads the pixels of a PNG file. Throws ImageError. */
export function readPngPixels(data: Uint8Array): PngPixels {
  // Creates a Buffer, because one from another thread arrives as a Uint8Array.
  const chunks = readChunks(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  const header = readHeader(chunks.get("IHDR"));
  const { width, height, color } = header;
  const rows = unpackPixels(Buffer.concat(chunks.get("IDAT") ?? []), header);
  const palette = chunks.get("PLTE")?.[0];
  if (color === PALETTE && !palette) throw new ImageError("is a PNG without its palette");
  const alpha = readAlpha(header, rows, chunks.get("tRNS")?.[0]);
  const colors = readColors(header, rows);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const read = createPixelReader(header, colors, palette);
  for (let at = 0; at < width * height; at++) {
    pixels.set(read(at % width, Math.floor(at / width)), at * 4);
    pixels[at * 4 + 3] = alpha?.[at] ?? 255;
  }
  return { width, height, pixels };
}

type ReadPixel = (x: number, y: number) => readonly [number, number, number];

/** Creates the reader of colors: of a palette, of gray, or of red, green and blue. 16-bit samples keep their upper byte. */
function createPixelReader(
  { width, color, depth }: PngHeader,
  colors: Buffer,
  palette: Buffer | undefined,
): ReadPixel {
  const isGray = color === GRAY || color === GRAY_ALPHA;
  const samples = isGray || color === PALETTE ? 1 : 3;
  const bytes = Math.ceil((width * samples * depth) / 8);
  if (samples === 3) {
    const step = depth >> 3;
    return (x, y) => {
      const at = y * bytes + x * 3 * step;
      return [colors[at] ?? 0, colors[at + step] ?? 0, colors[at + 2 * step] ?? 0];
    };
  }
  const sample = (x: number, y: number) =>
    depth === 16
      ? (colors[y * bytes + x * 2] ?? 0)
      : readSample(colors, y * bytes, { column: x, bits: depth });
  if (color === PALETTE) {
    return (x, y) => {
      const at = sample(x, y) * 3;
      return [palette?.[at] ?? 0, palette?.[at + 1] ?? 0, palette?.[at + 2] ?? 0];
    };
  }
  const scale = depth === 16 ? 1 : 255 / ((1 << depth) - 1);
  return (x, y) => {
    const value = Math.round(sample(x, y) * scale);
    return [value, value, value];
  };
}
