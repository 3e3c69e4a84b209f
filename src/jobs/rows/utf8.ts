import { isUtf8 } from "node:buffer";
import { HttpError } from "../../lib/errors.ts";

/** Characters of a chunk of text, so that the work on one is short. */
const CHUNK_BYTES = 65_536;

/**
 * Decodes a body without its byte order mark, in chunks. Rejects with an HttpError of 400 that
 * names the first byte which is not UTF-8.
 */
export async function* decodeUtf8(
  parts: AsyncIterable<Uint8Array>,
  subject: string,
): AsyncGenerator<string> {
  let incomplete = Buffer.of();
  /** The position of `incomplete` in the body. */
  let position = 0;
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) {
      const bytes = Buffer.concat([incomplete, part.subarray(at, at + CHUNK_BYTES)]);
      const end = bytes.length - countIncomplete(bytes);
      yield decodeAt(bytes.subarray(0, end), position, subject);
      incomplete = bytes.subarray(end);
      position += end;
    }
  }
  if (incomplete.length > 0) yield decodeAt(incomplete, position, subject);
}

/** Returns how many bytes at the end begin a character of more bytes. */
function countIncomplete(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return count < length ? count : 0;
  }
  return 0;
}

function decodeAt(bytes: Buffer, start: number, subject: string): string {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return start === 0 && text.startsWith("\ufeff") ? text.slice(1) : text;
  const index = findInvalidByte(bytes, Buffer.from(text));
  const byte = `0x${(bytes[index] ?? 0).toString(16).toUpperCase().padStart(2, "0")}`;
  const sentence = `${subject} is not UTF-8: byte ${byte} at position ${start + index}. Save it as UTF-8.`;
  throw new HttpError(400, sentence);
}

/** `repaired` has U+FFFD (EF BF BD) for each invalid sequence, which may begin alike. */
function findInvalidByte(bytes: Buffer, repaired: Buffer): number {
  let at = 0;
  while (at < bytes.length && bytes[at] === repaired[at]) at += 1;
  if (bytes[at - 1] === 0xef) return at - 1;
  return bytes[at - 2] === 0xef && bytes[at - 1] === 0xbf ? at - 2 : at;
}
