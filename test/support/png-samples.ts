import { deflateSync } from "node:zlib";
import { encodePngFile } from "#src/lib/graphics/png.js";
import { crc32 } from "node:zlib";
import { createRandom } from "./random.ts";

/** The format of a PNG: its color type and the bits of a sample. */
export interface PngKind {
  color: 0 | 2 | 3 | 4 | 6;
  depth: 1 | 2 | 4 | 8 | 16;
  interlaced: boolean;
}

export const WIDTH = 13;
export const HEIGHT = 11;
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

export const KINDS: PngKind[] = (
  [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const
).flatMap(([color, depths]) =>
  depths.flatMap((depth) => [false, true].map((interlaced) => ({ color, depth, interlaced }))),
);

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns random samples, pixel by pixel, and a PNG of them that uses every filter. */
export function createSamplePng(kind: PngKind): {
  samples: number[];
  palette: number[];
  file: Buffer;
} {
  const random = createRandom(kind.color * 100 + kind.depth);
  const channels = CHANNELS[kind.color];
  const max = 2 ** kind.depth;
  const samples = Array.from({ length: WIDTH * HEIGHT * channels }, () => random() % max);
  const palette = Array.from({ length: Math.min(256, max) * 3 }, () => random() % 256);
  const passes = kind.interlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  const rows: Buffer[] = [];
  for (const [left, top, across, down] of passes) {
    let above: number[] | undefined;
    for (let y = top; y < HEIGHT; y += down) {
      const values: number[] = [];
      for (let x = left; x < WIDTH; x += across) {
        const at = (y * WIDTH + x) * channels;
        values.push(...samples.slice(at, at + channels));
      }
      if (values.length === 0) continue;
      const bytes = packSamples(values, kind.depth);
      const step = Math.max(1, (channels * kind.depth) >> 3);
      rows.push(filterRow(bytes, above ?? bytes.map(() => 0), { type: rows.length % 5, step }));
      above = bytes;
    }
  }
  return { samples, palette, file: wrap(kind, palette, Buffer.concat(rows)) };
}

function packSamples(values: readonly number[], depth: number): number[] {
  const bits = values.map((value) => value.toString(2).padStart(depth, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

/** Applies a filter as the specification defines it (PNG, clause 9.2). */
function filterRow(
  row: readonly number[],
  above: readonly number[],
  { type, step }: { type: number; step: number },
): Buffer {
  const filtered = row.map((byte, at) => {
    const [a, b, c] = [row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0];
    const nearest = [a, b, c].toSorted((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q));
    return byte - ([0, a, b, (a + b) >> 1, nearest[0] ?? 0][type] ?? 0);
  });
  return Buffer.from([type, ...filtered]);
}

function wrap(kind: PngKind, palette: readonly number[], rows: Buffer): Buffer {
  const format = { width: WIDTH, height: HEIGHT, depth: 8, palette } as const;
  const file = encodePngFile(format, [deflateSync(rows)]);
  file.set([kind.depth, kind.color, 0, 0, kind.interlaced ? 1 : 0], 24);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

/** Returns red, green, blue and alpha of 8 bits for the samples of one pixel. */
export function toRgba(
  kind: PngKind,
  pixel: readonly number[],
  palette: readonly number[],
): number[] {
  const scale = (value: number) =>
    kind.depth === 16 ? value >> 8 : Math.round((value * 255) / (2 ** kind.depth - 1));
  if (kind.color === 3) return [...palette.slice((pixel[0] ?? 0) * 3).slice(0, 3), 255];
  const [first = 0, second = 255, third = 0, fourth = 255] = pixel.map(scale);
  if (kind.color === 0) return [first, first, first, 255];
  if (kind.color === 4) return [first, first, first, second];
  return [first, second, third, fourth];
}
