import { inflateSync } from "node:zlib";
import { type DecodedImage, ImageError, MAX_PIXELS } from "./decoded-image.ts";

/** Color types of PNG (third edition, 11.2.1) and the samples of a pixel in each. */
const GRAY = 0;
const RGB = 2;
const PALETTE = 3;
const GRAY_ALPHA = 4;
const RGB_ALPHA = 6;
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

/** Where the pixels of each pass of an interlaced image are (Adam7): first column and row, and their distances. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  width: number;
  height: number;
  depth: number;
  color: number;
  isInterlaced: boolean;
}

/** Reads a PNG file. Throws ImageError. */
export function readPng(data: Buffer): DecodedImage {
  const chunks = readChunks(data);
  const header = readHeader(chunks.get("IHDR"));
  const rows = unpack(Buffer.concat(chunks.get("IDAT") ?? []), header);
  const palette = chunks.get("PLTE")?.[0];
  const transparent = chunks.get("tRNS")?.[0];
  if (header.color === PALETTE && (!palette || palette.length % 3 !== 0 || palette.length > 768)) {
    throw new ImageError("is a PNG without its palette");
  }
  const alpha = alphaOf(header, rows, transparent);
  const colors = colorsOf(header, rows);
  const { width, height } = header;
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  return {
    width,
    height,
    orientation: 1,
    hasAlpha: alpha !== undefined,
    write(file) {
      const mask =
        alpha && file.addStream(`${size}/ColorSpace/DeviceGray/BitsPerComponent 8`, alpha);
      const space = colorSpace(header, palette);
      const soft = mask === undefined ? "" : `/SMask ${mask} 0 R`;
      return file.addStream(
        `${size}/ColorSpace${space}/BitsPerComponent ${header.depth}${soft}`,
        colors,
      );
    },
  };
}

function colorSpace({ color }: Header, palette: Buffer | undefined): string {
  if (palette && color === PALETTE) {
    return `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${palette.toString("hex")}>]`;
  }
  return color === GRAY || color === GRAY_ALPHA ? "/DeviceGray" : "/DeviceRGB";
}

function readChunks(data: Buffer): Map<string, Buffer[]> {
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

function readHeader(chunk: Buffer[] | undefined): Header {
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

function rowBytes(width: number, { color, depth }: Header): number {
  return Math.ceil((width * (SAMPLES[color] ?? 1) * depth) / 8);
}

/** Returns the pixels' bytes, row by row, unfiltered and in order. */
function unpack(packed: Buffer, header: Header): Buffer {
  const { width, height, isInterlaced } = header;
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  const sizes = passes.map(([left, top, across, down]) => ({
    columns: Math.ceil((width - left) / across),
    rows: Math.ceil((height - top) / down),
  }));
  const expected = sizes.reduce(
    (sum, { columns, rows }) => (columns > 0 ? sum + rows * (1 + rowBytes(columns, header)) : sum),
    0,
  );
  const filtered = inflate(packed, expected);
  if (!isInterlaced) return unfilter(filtered, { width, height, header });
  const pixels = Buffer.alloc(height * rowBytes(width, header));
  let at = 0;
  passes.forEach(([left, top, across, down], index) => {
    const { columns = 0, rows = 0 } = sizes[index] ?? {};
    if (columns <= 0 || rows <= 0) return;
    const length = rows * (1 + rowBytes(columns, header));
    const part = unfilter(filtered.subarray(at, at + length), {
      width: columns,
      height: rows,
      header,
    });
    at += length;
    spread(part, pixels, { left, top, across, down, columns, rows, header });
  });
  return pixels;
}

function inflate(packed: Buffer, expected: number): Buffer {
  try {
    const filtered = inflateSync(packed, { maxOutputLength: expected + 1 });
    if (filtered.length >= expected) return filtered.subarray(0, expected);
  } catch {
    // Reported below, as an image that ends too early is.
  }
  throw new ImageError("is a damaged PNG file");
}

/** Undoes the filters of scanlines (PNG, clause 9). */
function unfilter(
  filtered: Buffer,
  { width, height, header }: { width: number; height: number; header: Header },
): Buffer {
  const bytes = rowBytes(width, header);
  const step = Math.max(1, ((SAMPLES[header.color] ?? 1) * header.depth) >> 3);
  const out = Buffer.alloc(height * bytes);
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (bytes + 1)] ?? 0;
    if (filter > 4) throw new ImageError("is a damaged PNG file");
    const from = row * (bytes + 1) + 1;
    const to = row * bytes;
    for (let index = 0; index < bytes; index++) {
      const left = index >= step ? (out[to + index - step] ?? 0) : 0;
      const up = row > 0 ? (out[to + index - bytes] ?? 0) : 0;
      const corner = row > 0 && index >= step ? (out[to + index - bytes - step] ?? 0) : 0;
      out[to + index] = (filtered[from + index] ?? 0) + predict(filter, { left, up, corner });
    }
  }
  return out;
}

function predict(
  filter: number,
  { left, up, corner }: Record<"left" | "up" | "corner", number>,
): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(estimate - one)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

interface Pass {
  left: number;
  top: number;
  across: number;
  down: number;
  columns: number;
  rows: number;
  header: Header;
}

/** Puts the pixels of one pass where they belong in the whole image. */
function spread(part: Buffer, pixels: Buffer, pass: Pass): void {
  const { header, columns, rows } = pass;
  const bits = (SAMPLES[header.color] ?? 1) * header.depth;
  const fromBytes = rowBytes(columns, header);
  const toBytes = rowBytes(header.width, header);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = pass.left + column * pass.across;
      const from = row * fromBytes;
      const to = (pass.top + row * pass.down) * toBytes;
      if (bits >= 8) {
        const bytes = bits >> 3;
        part.copy(pixels, to + x * bytes, from + column * bytes, from + (column + 1) * bytes);
      } else {
        const value = bitsAt(part, from, { column, bits });
        const at = to + ((x * bits) >> 3);
        pixels[at] = (pixels[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
      }
    }
  }
}

function bitsAt(
  row: Buffer,
  start: number,
  { column, bits }: { column: number; bits: number },
): number {
  const byte = row[start + ((column * bits) >> 3)] ?? 0;
  return (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1);
}

/** Returns the color samples without alpha. */
function colorsOf({ color, depth }: Header, rows: Buffer): Buffer {
  if (color !== GRAY_ALPHA && color !== RGB_ALPHA) return rows;
  const bytes = depth >> 3;
  const all = (SAMPLES[color] ?? 1) * bytes;
  const kept = all - bytes;
  const colors = Buffer.alloc((rows.length / all) * kept);
  for (let from = 0, to = 0; from < rows.length; from += all, to += kept) {
    for (let index = 0; index < kept; index++) colors[to + index] = rows[from + index] ?? 0;
  }
  return colors;
}

/** Returns the opacity of each pixel in a byte, or undefined for an opaque image. */
function alphaOf(
  header: Header,
  rows: Buffer,
  transparent: Buffer | undefined,
): Buffer | undefined {
  const { color, depth, width, height } = header;
  if (color === GRAY_ALPHA || color === RGB_ALPHA) {
    const bytes = depth >> 3;
    const all = (SAMPLES[color] ?? 1) * bytes;
    const alpha = Buffer.alloc(width * height);
    for (let at = 0; at < alpha.length; at++) alpha[at] = rows[at * all + all - bytes] ?? 0;
    return alpha;
  }
  if (!transparent) return undefined;
  const isTransparent = transparentSample(header, rows, transparent);
  const alpha = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) alpha[y * width + x] = isTransparent(x, y);
  }
  return alpha;
}

/** Returns the function that reads a pixel's opacity where `tRNS` gives it by palette entry or by color. */
function transparentSample(
  header: Header,
  rows: Buffer,
  transparent: Buffer,
): (x: number, y: number) => number {
  const { color, depth, width } = header;
  const bytes = rowBytes(width, header);
  if (color === RGB || depth === 16) {
    const samples = SAMPLES[color] ?? 1;
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
  const valueAt = (x: number, y: number) => bitsAt(rows, y * bytes, { column: x, bits: depth });
  if (color === PALETTE) return (x, y) => transparent[valueAt(x, y)] ?? 255;
  const key = transparent.length >= 2 ? transparent.readUInt16BE(0) : -1;
  return (x, y) => (valueAt(x, y) === key ? 0 : 255);
}
