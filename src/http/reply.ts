/**
 * Header names and values in turn, as in Node's `rawHeaders`: the form that Node writes fastest.
 */
export type RawHeaders = string[];

/** The response to a request. Only `ResponseWriter` writes it to the socket. */
export interface Reply {
  /** 200 unless given. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The body's media type, as it is sent. */
  type?: string;
  body?: ReplyBody;
  /** A value to send as JSON; `type` then defaults to `application/json; charset=utf-8`. */
  json?: unknown;
  /** The entity tag, with its quotes. A GET or HEAD whose `If-None-Match` has it becomes a 304. */
  etag?: string;
  /** The same body compressed, by content coding; the caller's `Accept-Encoding` selects one. */
  encodings?: Partial<Record<ContentCoding, Uint8Array>>;
  /** True: closes the connection instead of responding. */
  closesConnection?: boolean;
  /**
   * Called once when the body is no longer needed: the operating system has it, or the client has
   * disconnected.
   */
  afterSend?: () => void;
}

/** Lists are sent part by part without joining; iterables with backpressure. */
export type ReplyBody =
  | string
  | Uint8Array
  | readonly Uint8Array[]
  | AsyncIterable<string | Uint8Array>;

/** The content codings that responses are offered in. */
export type ContentCoding = "br" | "gzip";

/**
 * True for a body of an unknown number of chunks. It must be iterated or closed: it may hold
 * memory.
 */
export function isStream(body: ReplyBody | undefined): body is AsyncIterable<string | Uint8Array> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/**
 * Releases the resources of an unsent stream. A generator that never started would skip its
 * `finally`.
 */
export async function closeStream(body: ReplyBody | undefined): Promise<void> {
  if (!isStream(body)) return;
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.return?.();
}
