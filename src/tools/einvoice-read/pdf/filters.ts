import { constants, inflateSync } from "node:zlib";
import { PdfSyntaxError } from "./syntax.ts";

/** Decodes the bytes of a stream by one filter, to at most `limit` bytes. */
type Filter = (bytes: Buffer, limit: number, parameters: Predictor) => Buffer;

/** How rows were changed before they were compressed. */
export interface Predictor {
  /** 1 for none, 2 for TIFF's, 10 to 15 for PNG's. */
  predictor: number;
  columns: number;
  colors: number;
  bitsPerComponent: number;
}

/** More was decoded than may be. */
export class PdfSizeError extends Error {}

/** Filters that attachments and cross-reference streams use; those of pictures are left out. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: inflate,
  Fl: inflate,
  ASCIIHexDecode: decodeHex,
  AHx: decodeHex,
  ASCII85Decode: decodeAscii85,
  A85: decodeAscii85,
};

function inflate(bytes: Buffer, limit: number, predictor: Predictor): Buffer {
  // Without an end, as some writers leave it: what is there is used.
  const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return undoPredictor(inflateSync(bytes, options), predictor, limit);
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? new PdfSizeError() : new PdfSyntaxError("a stream cannot be inflated");
  }
}

function decodeHex(bytes: Buffer): Buffer {
  const digits = bytes
    .toString("latin1")
    .replace(/>[^]*$/, "")
    .replaceAll(/[^0-9A-Fa-f]/g, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** Codes of `z` for four zero bytes, of `~` for the end, and of the first and the last digit. */
const [ZEROS, END, FIRST_DIGIT, LAST_DIGIT] = [122, 126, 33, 117];

/** Decodes five digits to four bytes, and fewer at the end to one byte fewer. */
function decodeAscii85(bytes: Buffer, limit: number): Buffer {
  const result = Buffer.alloc(Math.min(limit, bytes.length * 4) + 4);
  let length = 0;
  let [value, digits] = [0, 0];
  const flush = (count: number): void => {
    if (value > 0xffffffff) throw new PdfSyntaxError("a stream is not ASCII85");
    result.writeUInt32BE(value, length);
    length += count;
    [value, digits] = [0, 0];
    if (length > limit) throw new PdfSizeError();
  };
  for (const byte of bytes) {
    if (byte === END) break;
    if (byte <= 32) continue;
    const isZeros = byte === ZEROS && digits === 0;
    if (!isZeros && (byte < FIRST_DIGIT || byte > LAST_DIGIT)) {
      throw new PdfSyntaxError("a stream is not ASCII85");
    }
    value = isZeros ? 0 : value * 85 + byte - FIRST_DIGIT;
    digits += isZeros ? 5 : 1;
    if (digits === 5) flush(4);
  }
  if (digits < 2) return result.subarray(0, length);
  const count = digits - 1;
  for (; digits < 5; digits++) value = value * 85 + LAST_DIGIT - FIRST_DIGIT;
  flush(count);
  return result.subarray(0, length);
}

function undoPredictor(bytes: Buffer, predictor: Predictor, limit: number): Buffer {
  if (predictor.predictor < 10) return bytes;
  const { colors, bitsPerComponent, columns } = predictor;
  const step = Math.max(1, Math.ceil((colors * bitsPerComponent) / 8));
  const width = Math.ceil((columns * colors * bitsPerComponent) / 8);
  const rows = Math.ceil(bytes.length / (width + 1));
  if (rows * width > limit) throw new RangeError("rows are too long");
  const result = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const source = bytes.subarray(row * (width + 1), (row + 1) * (width + 1));
    undoRow(source, result, row * width, { step, width, isFirst: row === 0 });
  }
  return result;
}

/** Undoes PNG's filter of one row, whose first byte names it. */
function undoRow(
  source: Buffer,
  result: Buffer,
  start: number,
  { step, width, isFirst }: { step: number; width: number; isFirst: boolean },
): void {
  const filter = source[0] ?? 0;
  for (let index = 0; index + 1 < source.length; index++) {
    const left = index < step ? 0 : (result[start + index - step] ?? 0);
    const above = isFirst ? 0 : (result[start + index - width] ?? 0);
    const corner = isFirst || index < step ? 0 : (result[start + index - width - step] ?? 0);
    result[start + index] = (source[index + 1] ?? 0) + predict(filter, left, above, corner);
  }
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
