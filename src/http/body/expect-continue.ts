import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { RequestContext } from "../context.ts";

/** Requests whose client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1). */
const waiting = new WeakMap<object, ServerResponse>();

/**
 * Leaves `100 Continue` to `sendContinue`, because Node would send it to every request that expects
 * it.
 */
export function deferContinue(server: Server): void {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit("request", request, response);
  });
  // Ignores other expectations, because Node would respond 417 without our headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** Sends `100 Continue` if the client is waiting for it. */
export function sendContinue({ message, headers }: RequestContext): void {
  if (headers.expect === undefined) return;
  waiting.get(message)?.writeContinue();
  waiting.delete(message);
}

/**
 * True while the client waits. The connection must then be closed: the next bytes may be the body
 * or a new request.
 */
export function isAwaitingContinue({ message, headers }: RequestContext): boolean {
  return headers.expect !== undefined && waiting.has(message);
}
