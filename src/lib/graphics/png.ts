import { crc32 } from "node:zlib";

/** A chunk of a PNG file: its type of four letters, and its data in pieces. */
export interface PngChunk {
  type: string;
  data: readonly Uint8Array[];
}

/** The size of an image in pixels, and how its pixels are encoded. */
interface PngFormat {
  width: number;
  height: number;
  /** Bits per sample: of a palette index, or of each of red, green and blue. */
  depth: 1 | 8;
  /** Red, green and blue of each palette color in turn; undefined for true color. */
  palette?: readonly number[] | undefined;
  /** Alpha of the palette's colors; those past its end are opaque. */
  alphas?: readonly number[];
  /** True when true color has alpha as a fourth value. */
  alpha?: boolean;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const TRUE_COLOR = 2;
const PALETTE = 3;
const TRUE_COLOR_WITH_ALPHA = 6;

/**
 * Returns a PNG file (PNG, third edition) of compressed scanlines, each with its filter byte first.
 * The chunks `before` go before the palette, as the format requires.
 */
export function encodePngFile(
  format: PngFormat,
  pixels: readonly Uint8Array[],
  before: readonly PngChunk[] = [],
): Buffer {
  const { palette, alphas = [] } = format;
  const isOpaque = alphas.every((alpha) => alpha === 255);
  const chunks = [
    { type: "IHDR", data: [encodeHeader(format)] },
    ...before,
    ...(palette ? [{ type: "PLTE", data: [Uint8Array.from(palette)] }] : []),
    ...(isOpaque ? [] : [{ type: "tRNS", data: [Uint8Array.from(alphas)] }]),
    { type: "IDAT", data: pixels },
    { type: "IEND", data: [] },
  ];
  return Buffer.concat([SIGNATURE, ...chunks.flatMap(encodeChunk)]);
}

function encodeHeader({ width, height, depth, palette, alpha }: PngFormat): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = depth;
  bytes[9] = palette ? PALETTE : alpha ? TRUE_COLOR_WITH_ALPHA : TRUE_COLOR;
  return bytes;
}

/** Returns length, type, data, and the CRC of type and data. */
function encodeChunk({ type, data }: PngChunk): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.reduce((length, part) => length + part.length, 0));
  head.write(type, 4, "latin1");
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(data.reduce((crc, part) => crc32(part, crc), crc32(head.subarray(4))));
  return [head, ...data, checksum];
}

/** Returns the pHYs chunk: pixels per unit on both axes, and 1 for meters. */
export function createDensityChunk(pixelsPerMeter: number): PngChunk {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(Math.round(pixelsPerMeter), 0);
  data.writeUInt32BE(Math.round(pixelsPerMeter), 4);
  data[8] = 1;
  return { type: "pHYs", data: [data] };
}
