import { ImageError, MAX_PIXELS } from "./decoded-image.ts";

/** A color type of PNG (third edition, 11.2.1). */
export const GRAY = 0;
/** A color type of PNG. */
export const RGB = 2;
/** A color type of PNG: pixels are indexes of a palette. */
export const PALETTE = 3;
/** A color type of PNG: gray and opacity. */
export const GRAY_ALPHA = 4;
/** A color type of PNG: color and opacity. */
export const RGB_ALPHA = 6;

/** Samples of a pixel by color type. */
const SAMPLES: Record<number, number> = {
  [GRAY]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [GRAY_ALPHA]: 2,
  [RGB_ALPHA]: 4,
};
const DEPTHS: Record<number, number[]> = {
  [GRAY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GRAY_ALPHA]: [8, 16],
  [RGB_ALPHA]: [8, 16],
};

/** The header of a PNG file; sizes in pixels, `depth` in bits of a sample. */
export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  color: number;
  isInterlaced: boolean;
}

/** Returns the contents of chunks by type. Throws ImageError for a truncated file. */
export function readChunks(data: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  let at = 8;
  while (at + 12 <= data.length) {
    const length = data.readUInt32BE(at);
    const type = data.toString("latin1", at + 4, at + 8);
    if (at + 12 + length > data.length) throw new ImageError("is a damaged PNG file");
    const known = chunks.get(type) ?? [];
    known.push(data.subarray(at + 8, at + 8 + length));
    chunks.set(type, known);
    if (type === "IEND") return chunks;
    at += 12 + length;
  }
  throw new ImageError("is a damaged PNG file");
}

/** Reads the header. Throws ImageError for an invalid one, and for more than MAX_PIXELS. */
export function readHeader(chunk: Buffer[] | undefined): PngHeader {
  const bytes = chunk?.[0];
  if (bytes?.length !== 13) throw new ImageError("is a damaged PNG file");
  const [depth = 0, color = 0, compression, filter, interlace] = bytes.subarray(8);
  const header = {
    width: bytes.readUInt32BE(0),
    height: bytes.readUInt32BE(4),
    depth,
    color,
    isInterlaced: interlace === 1,
  };
  const isKnown = DEPTHS[color]?.includes(depth) && compression === 0 && filter === 0;
  if (!isKnown || (interlace ?? 0) > 1) throw new ImageError("is a damaged PNG file");
  if (header.width === 0 || header.height === 0)
    throw new ImageError("must have a width and a height");
  if (header.width * header.height > MAX_PIXELS)
    throw new ImageError("must have at most 40 million pixels");
  return header;
}

/** Returns the number of samples per pixel. */
export function countSamples({ color }: PngHeader): number {
  return SAMPLES[color] ?? 1;
}

/** Returns the number of bytes in a row of `width` pixels. */
export function countRowBytes(width: number, header: PngHeader): number {
  return Math.ceil((width * countSamples(header) * header.depth) / 8);
}
