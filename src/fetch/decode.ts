import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { FetchError } from "../lib/network.ts";
import { limitConcurrency } from "../lib/concurrency.ts";
import { stripGzipHeader } from "./gzip.ts";

/** One way of undoing a coding, at once and on a thread of its own. */
interface Coding {
  sync(bytes: Uint8Array, options: Options): Buffer;
  async(bytes: Uint8Array, options: Options): Promise<Buffer>;
  /** What makes a body that breaks off be decoded as far as it goes. */
  finishFlush: number;
}

interface Options {
  finishFlush: number;
  maxOutputLength: number;
  chunkSize: number;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const BROTLI: Coding = {
  sync: zlib.brotliDecompressSync,
  async: promisify(zlib.brotliDecompress),
  finishFlush: BROTLI_OPERATION_FLUSH,
};
const ZLIB: Coding = {
  sync: zlib.inflateSync,
  async: promisify(zlib.inflate),
  finishFlush: Z_SYNC_FLUSH,
};
const BARE_DEFLATE: Coding = {
  sync: zlib.inflateRawSync,
  async: promisify(zlib.inflateRaw),
  finishFlush: Z_SYNC_FLUSH,
};

/**
 * Text up to this long is undone at once: that is a millisecond at most, a third of what a thread costs. Long
 * bodies are not tried.
 */
const MAX_CONCURRENT = 524_288;
const MAX_ENCODED_AT_ONCE = 131_072;

/** Long bodies take up to three times 20 MB while they are undone, and a thread that lookups need too. */
const turn = limitConcurrency(2);

/** Codings that are undone one after another; real servers send one. */
const MAX_CODINGS = 2;

/**
 * Undoes a body's `Content-Encoding`, at most `mostBytes` large. A body that breaks off is decoded as far as
 * it goes, as browsers do. Throws FetchFailure ("too-large", "undecodable").
 */
export async function decode(
  body: Buffer,
  contentEncoding: string,
  mostBytes: number,
): Promise<Buffer> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw undecodable(contentEncoding);
  let bytes = body;
  for (const coding of codings.toReversed()) bytes = await decompress(coding, bytes, mostBytes);
  if (bytes.length > mostBytes) throw tooLarge();
  return bytes;
}

async function decompress(name: string, bytes: Buffer, mostBytes: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const coding = codingOf(name, bytes);
  const coded = isGzip(name) ? stripGzipHeader(bytes) : bytes;
  if (coding === undefined || coded === undefined) throw undecodable(name);
  const { finishFlush } = coding;
  const options = { finishFlush, maxOutputLength: mostBytes, chunkSize: 65_536 };
  try {
    if (coded.length <= MAX_ENCODED_AT_ONCE) {
      const little = { ...options, maxOutputLength: Math.min(mostBytes, MAX_CONCURRENT) };
      return coding.sync(coded, little);
    }
  } catch (error) {
    if (!isTooLarge(error)) throw undecodable(name);
  }
  return turn(() => coding.async(coded, options)).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge() : undecodable(name);
  });
}

function codingOf(name: string, [first = 0]: Buffer): Coding | undefined {
  if (isGzip(name)) return BARE_DEFLATE;
  if (name === "br") return BROTLI;
  // "deflate" means zlib's format; some servers send it bare. The first byte tells.
  if (name === "deflate") return (first & 15) === 8 ? ZLIB : BARE_DEFLATE;
  return undefined;
}

function isGzip(name: string): boolean {
  return name === "gzip" || name === "x-gzip";
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
}

function tooLarge(): FetchError {
  return new FetchError("too-large", "is too large: its text inflates past every reasonable bound");
}

function undecodable(coding: string): FetchError {
  return new FetchError(
    "undecodable",
    `is undecodable: its body is not ${coding.slice(0, 40)} as it says`,
  );
}
