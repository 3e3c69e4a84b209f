import { brotliDecompressSync } from "node:zlib";
import type { RateColumn, RateHistory } from "./history.ts";

/** The index that `scripts/rates/pack-history.mjs` writes beside the packed values. */
export interface Manifest {
  first: string;
  last: string;
  days: number;
  /** Length of the unpacked stream. */
  bytes: number;
  /** Decimals of each currency, in the order of the columns. */
  decimals: Readonly<Record<string, number>>;
}

/**
 * Unpacks the committed history; the script describes its format. Throws an Error when manifest and
 * values do not fit.
 */
export function unpackHistory(manifest: Manifest, packed: Uint8Array): RateHistory {
  const bytes = brotliDecompressSync(packed, { maxOutputLength: manifest.bytes });
  const stream = { values: readVarints(bytes), at: 0 };
  const days = Int32Array.from(stream.values.subarray(0, manifest.days));
  for (let index = 1; index < days.length; index++) {
    days[index] = (days[index] ?? 0) + (days[index - 1] ?? 0);
  }
  stream.at = days.length;
  const columns = Object.entries(manifest.decimals).map(
    ([code, decimals]) => [code, { decimals, units: readColumn(stream, days.length) }] as const,
  );
  if (stream.at !== stream.values.length) {
    throw new Error("the packed rates do not fit their manifest");
  }
  return { days, columns: new Map<string, RateColumn>(columns) };
}

/**
 * Decodes all varints in one loop, because V8 compiles a single hot loop sooner, which shortens the
 * start.
 */
function readVarints(bytes: Uint8Array): Uint32Array {
  const values = new Uint32Array(bytes.length);
  let count = 0;
  let value = 0;
  let shift = 0;
  // Counts an index, because an iterator takes three times as long before it is compiled.
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte < 128) {
      values[count++] = value;
      value = 0;
      shift = 0;
    }
  }
  return values.subarray(0, count);
}

/** Decoded values, and the index of the next one. */
interface Stream {
  values: Uint32Array;
  at: number;
}

/** Reads the runs of days with a rate, then the values in them. */
function readColumn(stream: Stream, length: number): Uint32Array {
  const { values } = stream;
  const next = () => values[stream.at++] ?? 0;
  const units = new Uint32Array(length);
  const runs: [start: number, end: number][] = [];
  for (let end = 0; ;) {
    const start = end + next();
    end = start + next();
    if (start === end) break;
    runs.push([start, end]);
  }
  let value = 0;
  for (const [start, end] of runs) {
    fillRun(units.subarray(start, end), values.subarray(stream.at, stream.at + end - start), value);
    stream.at += end - start;
    value = units[end - 1] ?? 0;
  }
  return units;
}

/** Fills a run with the sums of zigzag-encoded differences, from a first value. */
function fillRun(units: Uint32Array, differences: Uint32Array, first: number): void {
  let value = first;
  for (let index = 0; index < units.length; index++) {
    const zigzag = differences[index] ?? 0;
    value += (zigzag >>> 1) ^ -(zigzag & 1);
    units[index] = value;
  }
}
