import { isUtf8 } from "node:buffer";
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib";
import { TextDecoder } from "node:util";
import { detachBuffer } from "../../lib/workers/transferable.ts";

/**
 * Decoded text. `exact`: its UTF-8 bytes are the given ones. `valid`: no byte was replaced in
 * decoding.
 */
interface BodyText {
  text: string;
  exact: boolean;
  valid: boolean;
}

/**
 * Decodes bytes in the declared charset, or as UTF-8 when it is missing or unknown. Never throws.
 */
export function decodeText(bytes: Buffer, charset: string | undefined): BodyText {
  const decoder = charset === undefined ? undefined : createDecoder(charset);
  if (!decoder || decoder.encoding === "utf-8") {
    const exact = isUtf8(bytes);
    return { text: bytes.toString("utf8"), exact, valid: exact };
  }
  const text = decoder.decode(bytes);
  return { text, exact: bytes.equals(Buffer.from(text)), valid: !text.includes("\uFFFD") };
}

function createDecoder(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

const DECODERS = {
  gzip: [gunzipSync],
  "x-gzip": [gunzipSync],
  // Some senders omit the zlib header that RFC 9110 requires of "deflate".
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
} as const;

/** A compressed body may grow by this factor. */
export const MAX_GROWTH = 100;

/**
 * Returns the content of a compressed body. Returns undefined for encodings other than gzip,
 * deflate and br, for invalid data and for bytes after it. Stops as soon as the content exceeds
 * `maxBytes` or 100:1, so that bombs are not inflated.
 */
export function decompress(bytes: Buffer, encoding: string, maxBytes: number): Buffer | undefined {
  const name = encoding.trim().toLowerCase();
  if (!isSupported(name) || bytes.length === 0) return undefined;
  const maxOutputLength = Math.max(1, Math.min(maxBytes, bytes.length * MAX_GROWTH));
  for (const decode of DECODERS[name]) {
    try {
      const { buffer, engine } = inflate(decode, bytes, maxOutputLength);
      // Bytes after the compressed data would be missing from the text.
      if (engine.bytesWritten === bytes.length) return buffer;
    } catch {
      // The next decoder may succeed; otherwise the body is stored as binary.
    }
  }
  return undefined;
}

type Decoder = (typeof DECODERS)[keyof typeof DECODERS][number];

/**
 * Inflates into one piece of memory, of which only what is written counts. Pieces of Node's 16 kB
 * would wait for the garbage collector beside their copy. The option `info` also returns the
 * engine, which counts the bytes that it consumed; Node's types omit that.
 */
function inflate(decode: Decoder, bytes: Buffer, maxOutputLength: number) {
  const chunkSize = Math.max(maxOutputLength, constants.Z_MIN_CHUNK);
  const options = { chunkSize, maxOutputLength, info: true };
  return decode(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
}

/** Releases the memory of a decompressed body, which nothing may read again. */
export function releaseInflated(bytes: Buffer): void {
  // Shorter ones may be in Node's shared pool.
  if (bytes.length >= Buffer.poolSize) detachBuffer(new Uint8Array(bytes.buffer));
}

function isSupported(name: string): name is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, name);
}
