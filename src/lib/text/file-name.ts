import { splitGraphemes } from "./graphemes.ts";

/** Bytes of a name without its extension; file systems allow 255 for both. */
const MAX_NAME_BYTES = 180;

/** Separators, controls and marks of direction, which names cannot or should not have. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names of devices on Windows, before the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Appends a number to a name without extension, such as `invoice-2`. */
export function addSuffix(base: string, suffix: number): string {
  return `${cutToBytes(base, MAX_NAME_BYTES - `-${suffix}`.length)}-${suffix}`;
}

/** Returns a name that every system accepts, empty where nothing is left of the text. */
export function toFileName(text: string): string {
  const plain = text.normalize("NFC").replace(FORBIDDEN, "-").replace(/\s+/g, " ");
  const name = trimEnds(cutToBytes(trimEnds(plain), MAX_NAME_BYTES));
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Removes dots and spaces, which systems drop or hide. */
function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ". ".includes(text.charAt(start))) start += 1;
  while (end > start && ". ".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = "";
  let bytes = 0;
  // A character takes at least a byte, so no more of them can fit.
  for (const { segment } of splitGraphemes(text.slice(0, maxBytes + 1))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) return cut;
    cut += segment;
  }
  return cut;
}
