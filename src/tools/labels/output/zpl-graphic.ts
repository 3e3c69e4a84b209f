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
    data += previous?.equals(line) ? ":" : compressLine(line.toString("hex").toUpperCase());
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
  let ink: Ink | undefined;
  for (let y = 0; y < bitmap.height; y++) {
    const line = readLine(bitmap, y);
    const first = line.findIndex((byte) => byte !== 0);
    if (first === -1) continue;
    const right = line.findLastIndex((byte) => byte !== 0) + 1;
    ink = {
      left: Math.min(first, ink?.left ?? first),
      top: ink?.top ?? y,
      right: Math.max(right, ink?.right ?? right),
      bottom: y + 1,
    };
  }
  return ink;
}

/** Compresses the digits of a line: `,` and `!` fill the rest of it with zeros and ones. */
function compressLine(digits: string): string {
  const short = digits.replace(/0+$/, "");
  const filled = short.length < digits.length ? `${short},` : digits.replace(/F+$/, "!");
  return filled.replaceAll(/([0-9A-F])\1{2,}/g, (run, digit: string) => {
    return `${formatCount(run.length)}${digit}`;
  });
}

/** Counts are sums of letters: `g` to `z` are 20 to 400, `G` to `Y` are 1 to 19. */
function formatCount(count: number): string {
  const hundreds = "z".repeat(Math.floor(count / 400));
  const twenties = " ghijklmnopqrstuvwxy".charAt(Math.floor((count % 400) / 20));
  const ones = " GHIJKLMNOPQRSTUVWXY".charAt(count % 20);
  return `${hundreds}${twenties}${ones}`.replaceAll(" ", "");
}
