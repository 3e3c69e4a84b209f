import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { TextDecoder } from "node:util";

/** Text from bytes: `exact` when its UTF-8 bytes are those bytes, `valid` when nothing was lost in reading it. */
export interface BodyText {
  text: string;
  exact: boolean;
  valid: boolean;
}

/** Reads bytes in the declared charset, as UTF-8 where none (or an unknown one) is declared. Never fails. */
export function readText(bytes: Buffer, charset: string | undefined): BodyText {
  const decoder = charset === undefined ? undefined : decoderFor(charset);
  if (!decoder || decoder.encoding === "utf-8") {
    const exact = isUtf8(bytes);
    return { text: bytes.toString("utf8"), exact, valid: exact };
  }
  const text = decoder.decode(bytes);
  return { text, exact: bytes.equals(Buffer.from(text)), valid: !text.includes("\uFFFD") };
}

function decoderFor(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

const DECODERS = {
  gzip: [gunzipSync],
  "x-gzip": [gunzipSync],
  // Some senders' "deflate" lacks the zlib header that the standard asks for.
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
} as const;

/** A compressed body may grow to this many times its size. */
const MAX_GROWTH = 100;

/**
 * The content of a compressed body; undefined when the encoding is none of gzip, deflate and br, when it does
 * not decode, or when it would grow past `mostBytes` or 100:1. Stops there: no bomb goes off.
 */
export function decompress(bytes: Buffer, encoding: string, mostBytes: number): Buffer | undefined {
  const name = encoding.trim().toLowerCase();
  if (!isKnown(name) || bytes.length === 0) return undefined;
  const maxOutputLength = Math.max(1, Math.min(mostBytes, bytes.length * MAX_GROWTH));
  for (const decode of DECODERS[name]) {
    try {
      return decode(bytes, { maxOutputLength });
    } catch {
      // What does not decode is kept and shown as the bytes it is.
    }
  }
  return undefined;
}

function isKnown(name: string): name is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, name);
}
