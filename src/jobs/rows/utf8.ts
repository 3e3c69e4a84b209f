import { isUtf8 } from "node:buffer";
import { HttpError } from "../../lib/errors.ts";

/**
 * Decodes a body without its byte order mark. Throws an HttpError of 400 that names the first byte
 * which is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, subject: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  if (isUtf8(buffer)) return text.startsWith("\ufeff") ? text.slice(1) : text;
  const position = findInvalidByte(buffer, Buffer.from(text));
  const byte = `0x${(buffer[position] ?? 0).toString(16).toUpperCase().padStart(2, "0")}`;
  const sentence = `${subject} is not UTF-8: byte ${byte} at position ${position}. Save it as UTF-8.`;
  throw new HttpError(400, sentence);
}

/** `repaired` has U+FFFD (EF BF BD) for each invalid sequence, which may begin alike. */
function findInvalidByte(bytes: Buffer, repaired: Buffer): number {
  let at = 0;
  while (at < bytes.length && bytes[at] === repaired[at]) at += 1;
  if (bytes[at - 1] === 0xef) return at - 1;
  return bytes[at - 2] === 0xef && bytes[at - 1] === 0xbf ? at - 2 : at;
}
