import { createInflate, inflateSync } from "node:zlib";
import { ImageError } from "./image-error.ts";
import {
  countFilteredBytes,
  countRowBytes,
  countSamples,
  listPasses,
  type PngHeader,
  type PngPass,
} from "./png-header.ts";

/** Receives the samples of a row and its pass. The memory of `row` is reused for the next one. */
type OnPngRow = (row: Uint8Array, y: number, pass: PngPass) => void;

/**
 * Decompresses the rows of a file, with their filter types. Throws ImageError when they are
 * damaged.
 */
export function inflatePng(compressed: Uint8Array, header: PngHeader): Buffer {
  const length = countFilteredBytes(header);
  try {
    // One piece, because Node keeps all pieces while it copies them into one.
    const bytes = inflateSync(compressed, { maxOutputLength: length + 1, chunkSize: length + 64 });
    if (bytes.length >= length) return bytes.subarray(0, length);
  } catch {
    // Damaged data is reported below, like data that ends too early.
  }
  throw createDamagedError();
}

/** Reads all rows of decompressed data. Throws ImageError for an unknown filter. */
export function readPngRows(filtered: Uint8Array, header: PngHeader, onRow: OnPngRow): void {
  new RowReader(header, onRow).push(filtered);
}

/**
 * Decompresses and reads the rows in pieces, so that memory is that of a few rows. Rejects with
 * ImageError.
 */
export async function streamPngRows(
  compressed: Uint8Array,
  header: PngHeader,
  onRow: OnPngRow,
): Promise<void> {
  const reader = new RowReader(header, onRow);
  const inflate = createInflate();
  inflate.end(compressed);
  try {
    for await (const piece of inflate) {
      reader.push(piece as Buffer);
      if (reader.isComplete) return;
    }
  } catch {
    throw createDamagedError();
  }
  throw createDamagedError();
}

function createDamagedError(): ImageError {
  return new ImageError("is a damaged PNG file");
}

/** Reverses the filters of rows (PNG, clause 9) that arrive in pieces of any length. */
class RowReader {
  readonly #header: PngHeader;
  readonly #onRow: OnPngRow;
  readonly #passes: PngPass[];
  /** The row that is being read, its filter type first, and the row above it. */
  #row: Uint8Array;
  #above: Uint8Array;
  #filled = 0;
  #index = 0;

  constructor(header: PngHeader, onRow: OnPngRow) {
    this.#header = header;
    this.#onRow = onRow;
    this.#passes = listPasses(header);
    [this.#row, this.#above] = this.#createRows();
  }

  /** True after the last row. */
  get isComplete(): boolean {
    return this.#passes.length === 0;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.isComplete;) {
      const part = bytes.subarray(at, at + this.#row.length - this.#filled);
      this.#row.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#row.length) this.#finishRow();
    }
  }

  #createRows(): [row: Uint8Array, above: Uint8Array] {
    const length = 1 + countRowBytes(this.#passes[0]?.columns ?? 0, this.#header);
    return [new Uint8Array(length), new Uint8Array(length)];
  }

  #finishRow(): void {
    const [pass] = this.#passes;
    const reverse = FILTERS[this.#row[0] ?? 0];
    if (!pass || !reverse) throw createDamagedError();
    const { depth } = this.#header;
    const samples = this.#row.subarray(1);
    reverse(
      samples,
      this.#above.subarray(1),
      Math.max(1, (countSamples(this.#header) * depth) >> 3),
    );
    this.#onRow(samples, pass.top + this.#index * pass.down, pass);
    [this.#row, this.#above] = [this.#above, this.#row];
    this.#filled = 0;
    this.#index += 1;
    if (this.#index < pass.rows) return;
    this.#index = 0;
    this.#passes.shift();
    [this.#row, this.#above] = this.#createRows();
  }
}

type ReverseFilter = (row: Uint8Array, above: Uint8Array, step: number) => void;

/**
 * Inverse filters by filter type: none, sub, up, average and Paeth. Each is a separate loop for
 * speed.
 */
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

/** Returns the sample of a column, of one byte or less. */
export function readSample(row: Uint8Array, column: number, bits: number): number {
  const byte = row[(column * bits) >> 3] ?? 0;
  return (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1);
}
