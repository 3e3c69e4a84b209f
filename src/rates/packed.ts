import { brotliDecompressSync } from "node:zlib";
import type { RateColumn, RateHistory } from "./history.ts";

/** What `scripts/rates/pack-history.mjs` writes beside the packed values. */
export interface Manifest {
  first: string;
  last: string;
  /** How many days there are. */
  days: number;
  /** Length of the unpacked stream. */
  bytes: number;
  /** Decimals of each currency, in the order of the columns. */
  decimals: Readonly<Record<string, number>>;
}

/** Unpacks the committed history; the script describes its form. Throws an Error where the two do not fit. */
export function unpackHistory(manifest: Manifest, packed: Uint8Array): RateHistory {
  const bytes = brotliDecompressSync(packed, { maxOutputLength: manifest.bytes });
  const reader = createReader(bytes);
  const days = new Int32Array(manifest.days);
  for (let index = 0, day = 0; index < days.length; index++) days[index] = day += reader.next();
  const columns = Object.entries(manifest.decimals).map(
    ([code, decimals]) => [code, { decimals, units: readColumn(reader, days.length) }] as const,
  );
  if (!reader.isAtEnd()) throw new Error("the packed rates do not fit their manifest");
  return { days, columns: new Map<string, RateColumn>(columns) };
}

interface Reader {
  /** Reads one varint; undefined bytes at the end read as 0. */
  next(): number;
  isAtEnd(): boolean;
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0;
  return {
    next() {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes[at++] ?? 0;
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
    },
    isAtEnd: () => at === bytes.length,
  };
}

/** Reads the runs of days with a rate, then the values in them. */
function readColumn(reader: Reader, length: number): Uint32Array {
  const units = new Uint32Array(length);
  const runs: [start: number, end: number][] = [];
  for (let end = 0; ;) {
    const start = end + reader.next();
    end = start + reader.next();
    if (start === end) break;
    runs.push([start, end]);
  }
  let value = 0;
  for (const [start, end] of runs) {
    for (let at = start; at < end; at++) {
      const zigzag = reader.next();
      units[at] = value += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
  }
  return units;
}
