import { ImageError } from "./image-error.ts";

/** A color type of PNG (third edition, 11.2.1). */
export const GRAY = 0;
/** A color type of PNG. */
const RGB = 2;
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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the contents of chunks by type. Throws ImageError for a truncated file. */
export function readChunks(data: Buffer): Map<string, Buffer[]> {
  if (!data.subarray(0, 8).equals(SIGNATURE)) throw new ImageError("is a damaged PNG file");
  const chunks = new Map<string, Buffer[]>();
  let at = 8;
  while (at + 12 <= data.length) {
    const length = data.readUInt32BE(at);
    const type = data.toString("latin1", at + 4, at + 8);
    if (at + 12 + length > data.length) throw new ImageError("is a damaged PNG file");
    const sameType = chunks.get(type) ?? [];
    sameType.push(data.subarray(at + 8, at + 8 + length));
    chunks.set(type, sameType);
    if (type === "IEND") return chunks;
    at += 12 + length;
  }
  throw new ImageError("is a damaged PNG file");
}

/** Reads the header. Throws ImageError for an invalid one. */
export function readHeader(chunks: ReadonlyMap<string, Buffer[]>): PngHeader {
  const bytes = chunks.get("IHDR")?.[0];
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
  return header;
}

/** Returns the number of samples per pixel. */
export function countSamples({ color }: Pick<PngHeader, "color">): number {
  return SAMPLES[color] ?? 1;
}

/** Returns the number of bytes in a row of `width` pixels. */
export function countRowBytes(width: number, header: PngHeader): number {
  return Math.ceil((width * countSamples(header) * header.depth) / 8);
}

/**
 * The pixels of one pass: the first column and row, the distances between them, and their numbers.
 */
export interface PngPass {
  left: number;
  top: number;
  across: number;
  down: number;
  columns: number;
  rows: number;
}

/** The first column and row of each pass of an interlaced image (Adam7), and their distances. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Lists the passes with pixels: one, or up to seven of an interlaced image. */
export function listPasses({ width, height, isInterlaced }: PngHeader): PngPass[] {
  return (isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const))
    .map(([left, top, across, down]) => {
      const columns = Math.ceil((width - left) / across);
      return { left, top, across, down, columns, rows: Math.ceil((height - top) / down) };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** Returns the number of decompressed bytes: the samples, and the filter type of each row. */
export function countFilteredBytes(header: PngHeader): number {
  return listPasses(header).reduce(
    (sum, { columns, rows }) => sum + rows * (1 + countRowBytes(columns, header)),
    0,
  );
}

const IHDR_START = 16;
const IHDR_LENGTH = 13;

/**
 * Returns the decompressed bytes of image files together, from their headers, as memory to reserve.
 * Files other than PNG count 0, because they are embedded as they are, and so do damaged ones.
 */
export function measureDecompressed(files: readonly Uint8Array[]): number {
  return files.reduce((sum, file) => sum + measurePng(file), 0);
}

function measurePng(file: Uint8Array): number {
  if (Buffer.compare(file.subarray(0, SIGNATURE.length), SIGNATURE) !== 0) return 0;
  const header = Buffer.from(file.subarray(IHDR_START, IHDR_START + IHDR_LENGTH));
  try {
    return countFilteredBytes(readHeader(new Map([["IHDR", [header]]])));
  } catch (error) {
    if (error instanceof ImageError) return 0;
    throw error;
  }
}
