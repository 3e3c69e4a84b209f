import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

/**
 * Returns the data of a PNG file's chunks by type, in the file's order. Does not check lengths or
 * checksums.
 */
export function readChunks(file: Uint8Array): Map<string, Buffer> {
  const png = Buffer.from(file.buffer, file.byteOffset, file.length);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

/** Returns the rows of a one-bit PNG that uses the filter types none and up, true for dark. */
export function decodePixels(png: Buffer): boolean[][] {
  const chunks = readChunks(png);
  const head = chunks.get("IHDR") ?? Buffer.alloc(8);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const stride = 1 + Math.ceil(width / 8);
  assert.equal(lines.length, stride * height);
  const rows: boolean[][] = [];
  for (let y = 0; y < height; y++) {
    const line = lines.subarray(y * stride, (y + 1) * stride);
    const above = rows.at(-1);
    rows.push(
      Array.from({ length: width }, (_, x) => {
        const bit = ((line[1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
        return line[0] === 2 ? bit !== (above?.[x] ?? false) : bit;
      }),
    );
  }
  return rows;
}
