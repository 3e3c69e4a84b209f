import { inflateSync } from "node:zlib";
import { ImageError } from "./decoded-image.ts";
import { type PngHeader, countRowBytes, countSamples } from "./png-header.ts";

/** The pixels of each pass of an interlaced image (Adam7): first column and row, and their distances. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Decompresses, unfilters and deinterlaces the pixels of an image. Returns them row by row. Throws ImageError. */
export function unpackPixels(compressed: Buffer, header: PngHeader): Buffer {
  const { width, height, isInterlaced } = header;
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  const sizes = passes.map(([left, top, across, down]) => ({
    columns: Math.ceil((width - left) / across),
    rows: Math.ceil((height - top) / down),
  }));
  const expected = sizes.reduce(
    (sum, { columns, rows }) =>
      columns > 0 ? sum + rows * (1 + countRowBytes(columns, header)) : sum,
    0,
  );
  const filtered = inflate(compressed, expected);
  if (!isInterlaced) return unfilter(filtered, { width, height, header });
  const pixels = Buffer.alloc(height * countRowBytes(width, header));
  let at = 0;
  passes.forEach(([left, top, across, down], index) => {
    const { columns = 0, rows = 0 } = sizes[index] ?? {};
    if (columns <= 0 || rows <= 0) return;
    const length = rows * (1 + countRowBytes(columns, header));
    const part = unfilter(filtered.subarray(at, at + length), {
      width: columns,
      height: rows,
      header,
    });
    at += length;
    scatterPass(part, pixels, { left, top, across, down, columns, rows, header });
  });
  return pixels;
}

function inflate(compressed: Buffer, expected: number): Buffer {
  try {
    const filtered = inflateSync(compressed, { maxOutputLength: expected + 1 });
    if (filtered.length >= expected) return filtered.subarray(0, expected);
  } catch {
    // Damaged data is reported below, like data that ends too early.
  }
  throw new ImageError("is a damaged PNG file");
}

/** Reverses the filters of scanlines (PNG, clause 9). */
function unfilter(
  filtered: Buffer,
  { width, height, header }: { width: number; height: number; header: PngHeader },
): Buffer {
  const length = countRowBytes(width, header);
  const step = Math.max(1, (countSamples(header) * header.depth) >> 3);
  const pixels = Buffer.alloc(height * length);
  // The row above the first one is all zeros.
  let above: Uint8Array = new Uint8Array(length);
  for (let row = 0; row < height; row++) {
    const from = row * (length + 1);
    const target = pixels.subarray(row * length, (row + 1) * length);
    target.set(filtered.subarray(from + 1, from + 1 + length));
    const reverse = FILTERS[filtered[from] ?? 0];
    if (!reverse) throw new ImageError("is a damaged PNG file");
    reverse(target, above, step);
    above = target;
  }
  return pixels;
}

type ReverseFilter = (row: Uint8Array, above: Uint8Array, step: number) => void;

/** Inverse filters by filter type: none, sub, up, average and Paeth. Each is a separate loop for speed. */
const FILTERS: readonly ReverseFilter[] = [
  () => {},
  (row, _above, step) => {
    for (let at = step; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - step] ?? 0);
  },
  (row, above) => {
    for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
  },
  (row, above, step) => {
    for (let at = 0; at < row.length; at++) {
      const left = at < step ? 0 : (row[at - step] ?? 0);
      row[at] = (row[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1);
    }
  },
  (row, above, step) => {
    for (let at = 0; at < row.length; at++) {
      const left = at < step ? 0 : (row[at - step] ?? 0);
      const corner = at < step ? 0 : (above[at - step] ?? 0);
      row[at] = (row[at] ?? 0) + predictPaeth(left, above[at] ?? 0, corner);
    }
  },
];

/** Returns the Paeth predictor: the neighbor nearest to left plus up minus corner. */
function predictPaeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** A pass of Adam7: the position and distance of its pixels, and its size. */
interface Pass {
  left: number;
  top: number;
  across: number;
  down: number;
  columns: number;
  rows: number;
  header: PngHeader;
}

/** Copies the pixels of one pass to their positions in the whole image. */
function scatterPass(part: Buffer, pixels: Buffer, pass: Pass): void {
  const { header, columns, rows } = pass;
  const bits = countSamples(header) * header.depth;
  const fromBytes = countRowBytes(columns, header);
  const toBytes = countRowBytes(header.width, header);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = pass.left + column * pass.across;
      const from = row * fromBytes;
      const to = (pass.top + row * pass.down) * toBytes;
      if (bits >= 8) {
        const bytes = bits >> 3;
        part.copy(pixels, to + x * bytes, from + column * bytes, from + (column + 1) * bytes);
      } else {
        const value = readSample(part, from, { column, bits });
        const at = to + ((x * bits) >> 3);
        pixels[at] = (pixels[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
      }
    }
  }
}

/** Returns the sample of a column, smaller than a byte, in a row that begins at `start`. */
export function readSample(
  row: Buffer,
  start: number,
  { column, bits }: { column: number; bits: number },
): number {
  const byte = row[start + ((column * bits) >> 3)] ?? 0;
  return (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1);
}
