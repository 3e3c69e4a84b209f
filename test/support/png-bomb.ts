import { constants, crc32, deflateRawSync } from "node:zlib";
import { encodePngFile } from "#src/lib/graphics/png.js";

const MIB = 2 ** 20;

/** Returns zlib data of `size` zeros, a thousandth as large. */
export function compressZeros(size: number): Buffer {
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
  const block = deflateRawSync(Buffer.alloc(MIB), options);
  const rest = deflateRawSync(Buffer.alloc(size % MIB), options);
  // The checksum of zeros counts them in its upper half.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((size % 65_521) * 65_536 + 1, 0);
  const blocks = Array<Buffer>(Math.floor(size / MIB)).fill(block);
  const end = Buffer.from([0x03, 0x00]);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, rest, end, checksum]);
}

/** The header of a PNG whose pixels are zeros. */
export interface BlankPng {
  width: number;
  height: number;
  depth?: 8 | 16;
  /** Bytes of decompressed data; defaults to those of the rows. */
  bytes?: number;
}

/** Returns a PNG with red, green, blue and alpha of zeros. */
export function createBlankPng({ width, height, depth = 8, bytes }: BlankPng): Buffer {
  const rowBytes = 1 + (width * 4 * depth) / 8;
  const pixels = compressZeros(bytes ?? rowBytes * height);
  const file = encodePngFile({ width, height, depth: 8, alpha: true }, [pixels]);
  const header = Buffer.from(file);
  header[24] = depth;
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}
