import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../errors.ts";
import { matchesETag } from "./http-headers.ts";

/** The first and the last byte of a part of a file. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Returns the bytes of a file that a request asks for, with the status and headers of the response
 * (RFC 9110, 14). Throws an HttpError of 416 for a range outside of the file, which `noun` names.
 */
export function selectBytes(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  { noun, size, etag }: { noun: string; size: number; etag: string },
): ByteRange & { status: number; headers: Record<string, string> } {
  const isCurrent = matchesETag(headers["if-none-match"], etag);
  const isRanged = method === "GET" && !isCurrent && (headers["if-range"] ?? etag) === etag;
  const range = isRanged ? parseByteRange(headers.range ?? "", size) : undefined;
  if (range === undefined) return { first: 0, last: size - 1, status: 200, headers: {} };
  const bytes = range ? `${range.first}-${range.last}` : "*";
  const contentRange = { "content-range": `bytes ${bytes}/${size}` };
  if (range === null) throw new HttpError(416, `The ${noun} has ${size} bytes.`, contentRange);
  return { ...range, status: 206, headers: contentRange };
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110, 14.1). Returns undefined for
 * several ranges, other units and malformed text, which are ignored, and null for a range outside
 * of the file.
 */
function parseByteRange(header: string, size: number): ByteRange | null | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? null : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Number(to);
  if (last < first && to !== "") return undefined;
  return first < size ? { first, last: Math.min(last, size - 1) } : null;
}
