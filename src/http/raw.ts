import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Counters } from "../store/store.ts";
import { callerNetwork } from "../lib/ip.ts";
import type { HeaderList } from "./head.ts";
import { dayOf, usageHeaders } from "./usage.ts";

/** What Node's parser could not read, by its error code. */
const PARSER: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"],
  HPE_INVALID_METHOD: [400, "the method is not one that HTTP knows"],
};

interface Surroundings {
  counters: Counters;
  common: HeaderList;
  now(): number;
  requestId(): string;
}

/**
 * Answers what never becomes a request: garbage, headers over the limit, requests that do not arrive in
 * time, CONNECT. These answers are written to the socket by hand, with the headers that every answer has.
 */
export function rawFailures(surroundings: Surroundings) {
  return {
    /** For Node's `clientError`. */
    onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
      const failure = PARSER[error.code ?? ""] ?? [400, "this is not valid HTTP"];
      if (error.code === "ECONNRESET" || answering(socket)) socket.destroy();
      else void write(socket, ...failure, surroundings);
    },
    /** For Node's `connect`. */
    onConnect(_request: IncomingMessage, socket: Duplex): void {
      void write(socket, 400, "CONNECT is not served here", surroundings);
    },
  };
}

/** Whether part of another answer is on its way: more bytes would only corrupt it. */
function answering(socket: Duplex): boolean {
  // The field that Node's own handler looks at; there is no public one.
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } };
  return message?.headersSent ?? false;
}

async function write(socket: Duplex, status: number, message: string, surroundings: Surroundings) {
  const { counters, common, now, requestId } = surroundings;
  const address = (socket as { remoteAddress?: string }).remoteAddress ?? "";
  const count = await counters.addUsage(callerNetwork(address) ?? "unknown", dayOf(now()), 0);
  const body = JSON.stringify({ error: message });
  const headers = [
    ...usageHeaders(count),
    ...common,
    "x-request-id",
    requestId(),
    "content-type",
    "application/json; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(body)),
    "connection",
    "close",
  ];
  const head = headers.map((text, index) => text + (index % 2 === 0 ? ": " : "\r\n"));
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${body}`);
  // What the peer still sends is read and dropped: a connection that closes on unread bytes is reset.
  socket.resume();
  // A peer that goes on sending would hold the socket half open.
  setTimeout(() => socket.destroy(), 1000).unref();
}
