// Small requests that are large once they are read.
import { crc32, deflateRawSync, constants, gzipSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BLOCK_BYTES = 16 * 1024 ** 2;
/** The largest prime below 2^16, by which Adler-32 counts. */
const ADLER = 65_521;

/** Samples of a pixel by PNG's color types for gray and for RGBA. */
const SAMPLES = { 0: 1, 6: 4 };

/** Returns a PNG of zeros; `inflatedBytes` may be more than in its header. */
export function createPngBomb({ width, height, bits = 8, colorType = 0, inflatedBytes }) {
  const rowBytes = 1 + (width * bits * SAMPLES[colorType]) / 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, 0], 8);
  const chunks = [
    ["IHDR", header],
    ["IDAT", deflateZeros(inflatedBytes ?? height * rowBytes)],
    ["IEND", Buffer.alloc(0)],
  ];
  return Buffer.concat([SIGNATURE, ...chunks.map(([type, data]) => createChunk(type, data))]);
}

/**
 * Returns the zlib stream of zeros, from one block that is repeated, so that it takes no time to
 * make.
 */
function deflateZeros(bytes) {
  const finishFlush = constants.Z_SYNC_FLUSH;
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { finishFlush });
  const blocks = Array.from({ length: Math.floor(bytes / BLOCK_BYTES) }, () => block);
  const rest = deflateRawSync(Buffer.alloc(bytes % BLOCK_BYTES));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((bytes % ADLER) << 16) | 1) >>> 0);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, rest, checksum]);
}

function createChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Returns 66 KB of gzip that inflate to 4.8 MB of JSON. */
export function createGzipBomb() {
  const entries = Array.from(
    { length: 60_000 },
    (_, at) => `{"id":${at % 1000},"note":"${" ".repeat(56)}"}`,
  );
  return gzipSync(`[${entries.join(",")}]`);
}

/** Returns an SVG of paths, each with this number of arcs, which cost most to trace. */
export function createArcs(paths, arcs) {
  const data = `M0 0${"a9 9 0 1 1 1 1".repeat(arcs)}`;
  const path = `<path d="${data}" fill="red"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">${path.repeat(paths)}</svg>`;
}

/** Returns an SVG of many small shapes. */
export function createShapes(bytes) {
  const shape = '<g><path d="M0 0h1v1h-1z"/></g>';
  const shapes = shape.repeat(Math.floor(bytes / shape.length));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${shapes}</svg>`;
}

export function toDataUrl(type, bytes) {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
