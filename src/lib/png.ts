import { crc32 } from "node:zlib";

/** A part of a PNG file: four letters that say what it is, and its bytes in pieces. */
export interface PngChunk {
  type: string;
  data: readonly Uint8Array[];
}

/** The size of a picture in pixels, and how each is written. */
export interface PngHead {
  width: number;
  height: number;
  /** Bits of a palette number, or of each of red, green and blue. */
  depth: 1 | 8;
  /** The colors that pixels are numbers of, red, green and blue one after the other; nothing for true color. */
  palette?: readonly number[] | undefined;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const TRUE_COLOR = 2;
const PALETTE = 3;

/**
 * A PNG file (PNG, third edition) of packed scanlines, each led by its filter byte. `before` go before the palette,
 * `after` between it and the pixels, as the format has it for each.
 */
export function pngFile(
  head: PngHead,
  pixels: readonly Uint8Array[],
  { before = [], after = [] }: { before?: readonly PngChunk[]; after?: readonly PngChunk[] } = {},
): Buffer {
  const { palette } = head;
  const chunks = [
    { type: "IHDR", data: [headBytes(head)] },
    ...before,
    ...(palette ? [{ type: "PLTE", data: [Uint8Array.from(palette)] }] : []),
    ...after,
    { type: "IDAT", data: pixels },
    { type: "IEND", data: [] },
  ];
  return Buffer.concat([SIGNATURE, ...chunks.flatMap(chunkBytes)]);
}

function headBytes({ width, height, depth, palette }: PngHead): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = depth;
  bytes[9] = palette ? PALETTE : TRUE_COLOR;
  return bytes;
}

/** Length, type, data, and a checksum of the latter two. */
function chunkBytes({ type, data }: PngChunk): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.reduce((length, part) => length + part.length, 0));
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(data.reduce((crc, part) => crc32(part, crc), crc32(head.subarray(4))));
  return [head, ...data, sum];
}
