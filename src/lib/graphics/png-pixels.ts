import { ImageError } from "./image-error.ts";
import {
  countFilteredBytes,
  countSamples,
  GRAY,
  GRAY_ALPHA,
  PALETTE,
  type PngHeader,
  readChunks,
  readHeader,
} from "./png-header.ts";
import { inflatePng, readPngRows, readSample, streamPngRows } from "./png-rows.ts";

/** An image of 8-bit red, green, blue and alpha. */
export interface PngPixels {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

/**
 * Maximum decompressed bytes of a file, from its header: a bomb of 200 KB could have a gigabyte.
 */
const MAX_PNG_BYTES = 48 * 2 ** 20;

/** Throws ImageError when the decompressed file is larger than {@link MAX_PNG_BYTES}. */
export function checkPngSize(header: PngHeader): void {
  if (countFilteredBytes(header) <= MAX_PNG_BYTES) return;
  throw new ImageError("must have at most 48 MiB of pixels when decompressed");
}

/**
 * Reads the pixels of a PNG file. Throws ImageError, also for a file above {@link MAX_PNG_BYTES}.
 */
export function readPngPixels(data: Uint8Array): PngPixels {
  const { header, palette, transparent, compressed } = openPng(data);
  checkPngSize(header);
  const { width, height } = header;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const readColor = createColorReader(header, palette);
  const readAlpha = createAlphaReader(header, transparent);
  readPngRows(inflatePng(compressed, header), header, (row, y, { left, across, columns }) => {
    for (let column = 0; column < columns; column++) {
      const at = (y * width + left + column * across) * 4;
      const color = readColor(row, column);
      pixels[at] = color >> 16;
      pixels[at + 1] = (color >> 8) & 255;
      pixels[at + 2] = color & 255;
      pixels[at + 3] = readAlpha(row, column);
    }
  });
  return { width, height, pixels };
}

/**
 * Converts a PNG file to PGM, which has the luminance of each pixel (without regard to alpha) in
 * one byte. Needs memory for the result and a few rows. Rejects with ImageError.
 */
export async function convertPngToPgm(data: Uint8Array): Promise<Uint8Array> {
  const { header, palette, compressed } = openPng(data);
  const { width, height } = header;
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const pgm = new Uint8Array(head.length + width * height);
  pgm.set(head);
  const gray = pgm.subarray(head.length);
  const readColor = createColorReader(header, palette);
  await streamPngRows(compressed, header, (row, y, { left, across, columns }) => {
    for (let column = 0; column < columns; column++) {
      const color = readColor(row, column);
      // ITU-R BT.601, in 256ths.
      gray[y * width + left + column * across] =
        ((color >> 16) * 77 + ((color >> 8) & 255) * 150 + (color & 255) * 29) >> 8;
    }
  });
  return pgm;
}

/** A PNG file whose pixels are still compressed. */
export interface OpenPng {
  header: PngHeader;
  palette: Buffer | undefined;
  /** The chunk tRNS: transparent colors, or opacities of palette entries. */
  transparent: Buffer | undefined;
  compressed: Buffer;
}

/** Reads header and chunks of a PNG file. Throws ImageError. */
export function openPng(data: Uint8Array): OpenPng {
  // Creates a Buffer, because one from another thread arrives as a Uint8Array.
  const chunks = readChunks(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  const header = readHeader(chunks);
  const palette = chunks.get("PLTE")?.[0];
  const isPalette = palette && palette.length % 3 === 0 && palette.length <= 768;
  if (header.color === PALETTE && !isPalette) throw new ImageError("is a PNG without its palette");
  const compressed = Buffer.concat(chunks.get("IDAT") ?? []);
  return { header, palette, transparent: chunks.get("tRNS")?.[0], compressed };
}

/** Reads a value of a column in a row: its color as 0xRRGGBB, or its opacity as 0 to 255. */
type ReadColumn = (row: Uint8Array, column: number) => number;

/**
 * Creates the reader of colors: of a palette, of gray, or of red, green and blue. 16-bit samples
 * keep their upper byte.
 */
function createColorReader({ color, depth }: PngHeader, palette: Buffer | undefined): ReadColumn {
  const bytes = depth >> 3;
  if (color === PALETTE) {
    return (row, column) => {
      const at = readSample(row, column, depth) * 3;
      return at + 3 <= (palette?.length ?? 0) ? (palette?.readUIntBE(at, 3) ?? 0) : 0;
    };
  }
  if (color !== GRAY && color !== GRAY_ALPHA) {
    const step = countSamples({ color }) * bytes;
    return (row, column) => {
      const at = column * step;
      const [red = 0, green = 0, blue = 0] = [row[at], row[at + bytes], row[at + 2 * bytes]];
      return (red << 16) | (green << 8) | blue;
    };
  }
  const step = countSamples({ color }) * bytes;
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  return (row, column) => {
    const value = depth < 8 ? readSample(row, column, depth) * scale : (row[column * step] ?? 0);
    return value * 0x01_01_01;
  };
}

/**
 * Creates the reader of opacities: of the alpha sample, of a palette entry, or of a color that is
 * transparent.
 */
export function createAlphaReader(header: PngHeader, transparent: Buffer | undefined): ReadColumn {
  const { color, depth } = header;
  const bytes = depth >> 3;
  const samples = countSamples(header);
  if (samples === 2 || samples === 4) {
    return (row, column) => row[((column + 1) * samples - 1) * bytes] ?? 0;
  }
  if (!transparent) return () => 255;
  if (color === PALETTE) return (row, column) => transparent[readSample(row, column, depth)] ?? 255;
  if (transparent.length < samples * 2) return () => 255;
  if (depth < 8) {
    const key = transparent.readUInt16BE(0);
    return (row, column) => (readSample(row, column, depth) === key ? 0 : 255);
  }
  const key = listKeyBytes(transparent, samples, bytes);
  return (row, column) => {
    const start = column * key.length;
    return key.every((value, index) => row[start + index] === value) ? 0 : 255;
  };
}

/**
 * Returns the bytes of a pixel in the transparent color. A sample of 8 bits that is larger than 255
 * matches none.
 */
function listKeyBytes(transparent: Buffer, samples: number, bytes: number): number[] {
  return Array.from({ length: samples }, (_, index) => {
    const value = transparent.readUInt16BE(index * 2);
    return bytes === 2 ? [value >> 8, value & 255] : [value];
  }).flat();
}
