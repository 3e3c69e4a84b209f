import type { Bitmap } from "../../../domain/symbol/bitmap.ts";

/**
 * Returns the commands that draw the dark part of an image as a graphic field, in hexadecimal with
 * run lengths (Zebra ZPL II Programming Guide, "Alternative Data Compression Scheme"). An image
 * without dark dots has none.
 */
export function formatGraphic(bitmap: Bitmap): string {
  const ink = findInk(bitmap);
  if (!ink) return "";
  const { left, top, right, bottom } = ink;
  const width = right - left;
  let data = "";
  let previous: Buffer | undefined;
  for (let y = top; y < bottom; y++) {
    const line = readLine(bitmap, y).subarray(left, right);
    data += previous?.equals(line) ? ":" : compressLine(line);
    previous = line;
  }
  const total = width * (bottom - top);
  return `^FO${left * 8},${top}^GFA,${total},${total},${width},${data}^FS`;
}

/** Returns the pixels of a line, without the filter type of PNG. */
function readLine({ stride, scanlines }: Bitmap, y: number): Buffer {
  return scanlines.subarray(y * stride + 1, (y + 1) * stride);
}

/** The part of an image with dark dots: bytes across, lines down, ends exclusive. */
interface Ink {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function findInk(bitmap: Bitmap): Ink | undefined {
  const bytes = bitmap.stride - 1;
  const blank = Buffer.alloc(bytes);
  const ink = { left: bytes, top: -1, right: 0, bottom: 0 };
  for (let y = 0; y < bitmap.height; y++) {
    const line = readLine(bitmap, y);
    if (line.equals(blank)) continue;
    if (ink.top === -1) ink.top = y;
    ink.bottom = y + 1;
    // Only what is outside of the dark part so far.
    let left = 0;
    while (left < ink.left && line[left] === 0) left++;
    ink.left = left;
    let right = bytes;
    while (right > ink.right && line[right - 1] === 0) right--;
    ink.right = right;
  }
  return ink.top === -1 ? undefined : ink;
}

const DIGITS = Buffer.from("0123456789ABCDEF");

/** Letters of counts: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400. */
const ONES = "G".charCodeAt(0) - 1;
const TWENTIES = "g".charCodeAt(0) - 1;
const MAX_COUNT = 400;
const COMMA = ",".charCodeAt(0);

/** Codes of a compressed line, reused because there are thousands. */
let codes = Buffer.alloc(0);

/**
 * Compresses a line: `,` fills the rest of it with zeros. `!`, for ones, is not used, because some
 * programs fill with the digit 1.
 */
function compressLine(line: Buffer): string {
  const digits = line.length * 2;
  if (codes.length <= digits) codes = Buffer.alloc(digits + 1);
  const getDigit = (at: number) => ((line[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
  let length = 0;
  for (let at = 0; at < digits;) {
    const digit = getDigit(at);
    let end = at + 1;
    while (end < digits && getDigit(end) === digit) end++;
    if (end === digits && digit === 0) codes[length++] = COMMA;
    else length = writeRun(DIGITS[digit] ?? 0, end - at, length);
    at = end;
  }
  return codes.toString("latin1", 0, length);
}

/** Writes equal digits, with a count from three on. Returns the length of the line. */
function writeRun(digit: number, count: number, length: number): number {
  let at = length;
  if (count < 3) {
    for (let index = 0; index < count; index++) codes[at++] = digit;
    return at;
  }
  let remaining = count;
  for (; remaining >= MAX_COUNT; remaining -= MAX_COUNT) codes[at++] = TWENTIES + MAX_COUNT / 20;
  if (remaining >= 20) codes[at++] = TWENTIES + Math.floor(remaining / 20);
  if (remaining % 20 > 0) codes[at++] = ONES + (remaining % 20);
  codes[at++] = digit;
  return at;
}
