import { JSON_TYPE, matchesETag } from "../lib/net/http-headers.ts";
import { createBaseHeaders } from "./base-headers.ts";
import type { RequestContext } from "./context.ts";
import {
  type ContentCoding,
  isStream,
  type RawHeaders,
  type Reply,
  type ReplyBody,
} from "./reply.ts";

/** A response as it goes out: its status, every header and its body. */
export interface EncodedReply {
  status: number;
  headers: RawHeaders;
  body: ReplyBody | undefined;
  /** The body's length in bytes; undefined for a stream. */
  length: number | undefined;
}

const CODINGS = ["br", "gzip"] as const;
/** Statuses whose responses have neither a body nor headers that describe one. */
const BODILESS = new Set([204, 304]);

/**
 * Decides all that a response consists of: conditional request, content coding, JSON, and the
 * headers. `isPrivate`: shared caches may not store it.
 */
export function encodeReply(
  context: RequestContext,
  reply: Reply,
  isPrivate: boolean,
): EncodedReply {
  const isRead = context.method === "GET" || context.method === "HEAD";
  const { etag, encodings, json } = reply;
  const isCurrent =
    etag !== undefined && isRead && matchesETag(context.headers["if-none-match"], etag);
  const status = isCurrent ? 304 : (reply.status ?? 200);
  const headers = createBaseHeaders(context);
  for (const name in reply.headers) {
    const value = reply.headers[name] ?? "";
    headers.push(name, isPrivate && name === "cache-control" ? toPrivate(value) : value);
  }
  if (etag !== undefined) headers.push("etag", etag);
  if (encodings) headers.push("vary", "Accept-Encoding");
  if (BODILESS.has(status)) return { status, headers, body: undefined, length: 0 };
  const coding = encodings && context.preferredEncoding(listOffers(encodings));
  if (coding) headers.push("content-encoding", coding);
  const body =
    (coding && encodings?.[coding]) ?? (json === undefined ? reply.body : JSON.stringify(json));
  const type = reply.type ?? (json === undefined ? undefined : JSON_TYPE);
  if (type !== undefined) headers.push("content-type", type);
  const length = getByteLength(body);
  if (length !== undefined) headers.push("content-length", String(length));
  return { status, headers, body, length };
}

function toPrivate(cacheControl: string): string {
  return cacheControl.replace(/^public\b/, "private");
}

/** Reads no encoding, because some are made when they are read. */
function listOffers(encodings: NonNullable<Reply["encodings"]>): ContentCoding[] {
  return CODINGS.filter((coding) => coding in encodings);
}

/** Undefined for a stream. */
function getByteLength(body: ReplyBody | undefined): number | undefined {
  if (body === undefined) return 0;
  if (typeof body === "string") return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return isStream(body) ? undefined : body.reduce((sum, { length }) => sum + length, 0);
}
