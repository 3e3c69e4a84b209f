import { promisify } from "node:util";
import {
  brotliDecompress as brotliDecompressCallback,
  constants,
  gunzip as gunzipCallback,
  inflate as inflateCallback,
  inflateRaw as inflateRawCallback,
} from "node:zlib";
import { FetchFailure } from "../lib/network.ts";

const gunzip = promisify(gunzipCallback);
const inflate = promisify(inflateCallback);
const inflateRaw = promisify(inflateRawCallback);
const brotliDecompress = promisify(brotliDecompressCallback);

/** Codings that are undone one after another; real servers send one. */
const MOST_CODINGS = 2;

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
  if (codings.length > MOST_CODINGS) throw undecodable(contentEncoding);
  let bytes = body;
  for (const coding of codings.toReversed()) bytes = await undo(coding, bytes, mostBytes);
  if (bytes.length > mostBytes) throw tooLarge();
  return bytes;
}

async function undo(coding: string, bytes: Buffer, mostBytes: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: mostBytes, chunkSize: 65_536 };
  const deflate = { ...options, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    if (coding === "gzip" || coding === "x-gzip") return await gunzip(bytes, deflate);
    if (coding === "br") {
      return await brotliDecompress(bytes, {
        ...options,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    }
    // "deflate" means zlib's format; some servers send it bare. The first byte tells.
    if (coding === "deflate") {
      return await (((bytes[0] ?? 0) & 15) === 8
        ? inflate(bytes, deflate)
        : inflateRaw(bytes, deflate));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
  }
  throw undecodable(coding);
}

function tooLarge(): FetchFailure {
  return new FetchFailure(
    "too-large",
    "is too large: its text inflates past every reasonable bound",
  );
}

function undecodable(coding: string): FetchFailure {
  return new FetchFailure(
    "undecodable",
    `is undecodable: its body is not ${coding.slice(0, 40)} as it says`,
  );
}
