import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { HttpError } from "../../lib/errors.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { ClientResolver } from "../client.ts";

/**
 * Maximum header lines of a request. Each takes up to a hundred bytes of memory, whatever it
 * contains.
 */
export const MAX_HEADER_LINES = 4_000;

/** Estimated memory of a header's name or value beside its characters. */
const TEXT_BYTES = 40;

/** The headers of most requests take less and are not counted. */
const MIN_RESERVED_BYTES = 8_192;

/**
 * Makes the parser keep one header line more than is allowed, so that no line is dropped unnoticed.
 */
export function limitHeaderLines(server: Server): void {
  server.maxHeadersCount = MAX_HEADER_LINES + 1;
}

/** Returns the error for a request with too many header lines. */
export function checkHeaderLines(rawHeaders: readonly string[]): HttpError | undefined {
  if (rawHeaders.length <= 2 * MAX_HEADER_LINES) return undefined;
  const message = `The request has more than ${MAX_HEADER_LINES} header lines.`;
  // Closed, because a connection that waits for its body would keep them.
  return new HttpError(431, message, { connection: "close" });
}

/**
 * Counts large headers in the budget of uploads until the response ends. Requests can wait half a
 * minute for their body or for records. A client over its share loses its costliest connection.
 */
export function reserveHeaders(
  message: IncomingMessage,
  response: ServerResponse,
  { uploads, clients }: { uploads: ByteBudget; clients: ClientResolver },
): void {
  const { rawHeaders, url = "", socket } = message;
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length + TEXT_BYTES;
  if (bytes < MIN_RESERVED_BYTES) return;
  const { headers } = message;
  const { ipPrefix } = clients.client({ headers, socketAddress: socket.remoteAddress ?? "" });
  const reservation = uploads.reserve(ipPrefix, { abort: () => void socket.destroy() });
  response.once("close", () => {
    reservation.release();
    // An idle connection keeps its last request.
    message.rawHeaders = [];
    message.headers = {};
  });
  reservation.set(bytes);
}
