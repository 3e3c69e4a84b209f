import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { limitConcurrency } from "../lib/concurrency/semaphore.ts";
import { FetchError } from "../lib/net/network.ts";

/** A content coding, decoded on this thread or on libuv's. */
interface CodingDecoder {
  sync(bytes: Uint8Array, options: DecodeOptions): Buffer;
  async(bytes: Uint8Array, options: DecodeOptions): Promise<Buffer>;
  /** The flush mode that decodes as much of a truncated body as possible. */
  finishFlush: number;
}

interface DecodeOptions {
  finishFlush: number;
  maxOutputLength: number;
  chunkSize: number;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const BROTLI: CodingDecoder = {
  sync: zlib.brotliDecompressSync,
  async: promisify(zlib.brotliDecompress),
  finishFlush: BROTLI_OPERATION_FLUSH,
};
const ZLIB: CodingDecoder = {
  sync: zlib.inflateSync,
  async: promisify(zlib.inflate),
  finishFlush: Z_SYNC_FLUSH,
};
const RAW_DEFLATE: CodingDecoder = {
  sync: zlib.inflateRawSync,
  async: promisify(zlib.inflateRaw),
  finishFlush: Z_SYNC_FLUSH,
};

/**
 * Bodies up to these sizes are decoded synchronously, which takes 1 ms at most and a third of an
 * async call.
 */
const MAX_SYNC_ENCODED_BYTES = 131_072;
const MAX_SYNC_DECODED_BYTES = 524_288;

/**
 * Concurrent async decodes, because each takes up to 60 MB and a thread that DNS lookups need too.
 */
const limitAsync = limitConcurrency(2);

/** Maximum nested codings; real servers send one. */
const MAX_CODINGS = 2;

/**
 * Decodes a body by its `Content-Encoding`, to at most `maxBytes`. Decodes as much of a truncated
 * body as possible, like browsers. Throws FetchError ("too-large", "undecodable").
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw createUndecodableError(contentEncoding);
  let bytes = body;
  for (const coding of codings.toReversed()) bytes = await decompress(coding, bytes, maxBytes);
  if (bytes.length > maxBytes) throw createTooLargeError();
  return bytes;
}

async function decompress(name: string, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const coding = findCoding(name, bytes);
  const encoded = isGzip(name) ? stripGzipHeader(bytes) : bytes;
  if (coding === undefined || encoded === undefined) throw createUndecodableError(name);
  const options = {
    finishFlush: coding.finishFlush,
    maxOutputLength: maxBytes,
    chunkSize: 65_536,
  };
  try {
    if (encoded.length <= MAX_SYNC_ENCODED_BYTES) {
      const maxOutputLength = Math.min(maxBytes, MAX_SYNC_DECODED_BYTES);
      return coding.sync(encoded, { ...options, maxOutputLength });
    }
  } catch (error) {
    if (!isOutputTooLarge(error)) throw createUndecodableError(name);
  }
  return limitAsync(() => coding.async(encoded, options)).catch((error: unknown) => {
    throw isOutputTooLarge(error) ? createTooLargeError() : createUndecodableError(name);
  });
}

function findCoding(name: string, [first = 0]: Buffer): CodingDecoder | undefined {
  if (isGzip(name)) return RAW_DEFLATE;
  if (name === "br") return BROTLI;
  // "deflate" is the zlib format, but some servers send raw deflate. The first byte distinguishes
  // them.
  if (name === "deflate") return (first & 15) === 8 ? ZLIB : RAW_DEFLATE;
  return undefined;
}

function isGzip(name: string): boolean {
  return name === "gzip" || name === "x-gzip";
}

/**
 * The first bytes of a gzip member (RFC 1952, 2.3): two magic bytes and the only compression
 * method.
 */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const GZIP_HEADER_BYTES = 10;
/** Flags of optional fields between header and data, in this order, and the reserved bits. */
const [FEXTRA, FNAME, FCOMMENT, FHCRC, RESERVED] = [4, 8, 16, 2, 0xe0];

/**
 * Returns the deflate data of a gzip body and the bytes behind it, or undefined if it is not gzip.
 * Only the first member's data is decoded, without its checksum, because browsers do the same
 * (tested with Chromium 156).
 */
function stripGzipHeader(body: Buffer): Buffer | undefined {
  const flags = body[3] ?? 0;
  const magic = GZIP_MAGIC.subarray(0, body.length);
  if (!magic.equals(body.subarray(0, 3)) || flags & RESERVED) return undefined;
  let offset = GZIP_HEADER_BYTES;
  if (flags & FEXTRA) offset += 2 + (body[offset] ?? 0) + 256 * (body[offset + 1] ?? 0);
  if (flags & FNAME) offset = skipZeroTerminated(body, offset);
  if (flags & FCOMMENT) offset = skipZeroTerminated(body, offset);
  if (flags & FHCRC) offset += 2;
  return body.subarray(offset);
}

function skipZeroTerminated(body: Buffer, start: number): number {
  const zero = body.indexOf(0, start);
  return zero === -1 ? body.length : zero + 1;
}

function isOutputTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
}

function createTooLargeError(): FetchError {
  return new FetchError("too-large", "is too large: its text exceeds the limit once decompressed");
}

function createUndecodableError(coding: string): FetchError {
  return new FetchError(
    "undecodable",
    `is undecodable: its body is not valid ${coding.slice(0, 40)}`,
  );
}
