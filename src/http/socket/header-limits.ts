import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createTurns } from "../../lib/concurrency/turns.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { ClientResolver } from "../client.ts";
import type { RequestListener } from "./pipelining.ts";

/**
 * Maximum header lines of a request. Each takes up to 200 bytes of memory, whatever it contains.
 */
export const MAX_HEADER_LINES = 4_000;

/** Measured memory of a header's name or value in all lists, beside its characters. */
const TEXT_BYTES = 100;

/** The headers of most requests take less and are not counted. */
const MIN_RESERVED_BYTES = 16_384;

/**
 * Makes the parser keep one header line more than is allowed, so that no line is dropped unnoticed.
 */
export function limitHeaderLines(server: Server): void {
  server.maxHeadersCount = MAX_HEADER_LINES + 1;
}

/** Header lines from which a request is handled in a turn of the event loop of its own. */
const MANY_LINES = 250;

const runInTurn = createTurns();

/**
 * Returns a listener that handles requests with many header lines one by one, because each takes a
 * millisecond. Those that were cut before their turn are not handled.
 */
export function handleManyLinesInTurn(handle: RequestListener): RequestListener {
  return (message, response) => {
    if (message.rawHeaders.length <= 2 * MANY_LINES) handle(message, response);
    else runInTurn(() => message.socket.destroyed || handle(message, response));
  };
}

/**
 * Counts large headers in the budget of uploads until the response ends. Requests can wait half a
 * minute for their body or for records. Returns false for a client past its share, which loses the
 * connection.
 */
export function reserveHeaders(
  message: IncomingMessage,
  response: ServerResponse,
  { uploads, clients }: { uploads: ByteBudget; clients: ClientResolver },
): boolean {
  const { rawHeaders, url = "", socket } = message;
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length + TEXT_BYTES;
  if (bytes < MIN_RESERVED_BYTES) return true;
  const { ipPrefix } = clients.address({
    // Node makes the object on first use, which takes longer than anything else here.
    get headers() {
      return message.headers;
    },
    socketAddress: socket.remoteAddress ?? "",
  });
  // Not in place of an older one, whose memory the collector would keep for longer.
  if (!uploads.hasCapacity(ipPrefix)) {
    socket.destroy();
    // Hundreds of sockets are read before the first of them is closed.
    dropHeaders(message);
    return false;
  }
  const reservation = uploads.reserve(ipPrefix, { abort: () => void socket.destroy() });
  response.once("close", () => {
    reservation.release();
    // An idle connection keeps its last request.
    dropHeaders(message);
  });
  reservation.set(bytes);
  return true;
}

function dropHeaders(message: IncomingMessage): void {
  message.rawHeaders = [];
  message.headers = {};
}
