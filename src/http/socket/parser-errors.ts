import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { getUtcDayNumber } from "../../lib/dates/date.ts";
import { toCallerNetwork } from "../../lib/net/ip.ts";
import type { Counters } from "../../store/store.ts";
import { createBaseHeaders } from "../base-headers.ts";
import { isClosing } from "./pipelining.ts";
import { isExemptFromRequestTimeout } from "./request-timeout.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

type ErrorResponse = readonly [status: number, message: string];

/** Responses by the error code of Node's parser. */
const PARSER_ERRORS: Readonly<Record<string, ErrorResponse>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_INVALID_METHOD: [400, "The method is not an HTTP method."],
};

/** The response to any other error. */
const MALFORMED: ErrorResponse = [400, "This is not valid HTTP."];

/** Milliseconds before a peer that continues to send is disconnected. */
const CLOSE_TIMEOUT_MS = 1000;

export interface ParserErrorOptions {
  counters: Counters;
  dailyLimit: number | undefined;
  now(): number;
  nextRequestId(): string;
}

/**
 * Responds to messages that never become a request: malformed HTTP, too large headers, timeouts,
 * CONNECT. It writes the common headers to the socket, because Node has no response for them.
 */
export function handleParserErrors(server: Server, options: ParserErrorOptions): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (isClosing(socket)) return;
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isExemptFromRequestTimeout(socket)) return;
    if (error.code === "ECONNRESET" || hasResponseInFlight(socket)) socket.destroy();
    else void writeError(socket, PARSER_ERRORS[error.code ?? ""] ?? MALFORMED, options);
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    void writeError(socket, [400, "CONNECT is not supported."], options);
  });
}

/** Returns true when a part of another response was sent, because more bytes would corrupt it. */
function hasResponseInFlight(socket: Duplex): boolean {
  // The field that Node's own handler of parser errors reads; there is no public one.
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } };
  return message?.headersSent ?? false;
}

async function writeError(
  socket: Duplex,
  [status, message]: ErrorResponse,
  options: ParserErrorOptions,
): Promise<void> {
  const { counters, dailyLimit, now, nextRequestId } = options;
  const address = (socket as { remoteAddress?: string }).remoteAddress ?? "";
  const client = toCallerNetwork(address) ?? "unknown";
  const usageCount = await counters.addUsage(client, getUtcDayNumber(now()), 0);
  const body = JSON.stringify({ error: message });
  const headers = [
    ...createBaseHeaders({ usageCount, dailyLimit, id: nextRequestId() }),
    "content-type",
    JSON_TYPE,
    "content-length",
    String(Buffer.byteLength(body)),
    "connection",
    "close",
  ];
  const lines = headers.map((text, index) => text + (index % 2 === 0 ? ": " : "\r\n"));
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`);
  // Discards further bytes, because closing a connection with unread bytes resets it.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}
