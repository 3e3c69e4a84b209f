import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { RequestContext, RequestMessage } from "../request-context.ts";

/** Requests whose client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1). */
const waiting = new WeakMap<object, ServerResponse>();

/** Leaves `100 Continue` to `sendContinue`, because Node would send it to every request that expects it. */
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

/** True while the client waits. The connection must then be closed: the next bytes may be the body or a new request. */
export function isAwaitingContinue({ message, headers }: RequestContext): boolean {
  return headers.expect !== undefined && waiting.has(message);
}

/** Sockets whose request is exempt from the timeout. */
const exempt = new WeakSet<object>();

/**
 * Lets a request take longer than the server's `requestTimeout`, because a file of a gigabyte takes minutes on most
 * networks. The reader of the body must check its progress.
 */
export function exemptFromRequestTimeout(message: RequestMessage): void {
  const socket = getSocket(message);
  if (socket) exempt.add(socket);
}

/** Ends the exemption, so that the connection's next request has the usual timeout. */
export function limitRequestTimeout(message: RequestMessage): void {
  const socket = getSocket(message);
  if (socket) exempt.delete(socket);
}

/** Returns true while the socket's request may take longer. */
export function isExemptFromRequestTimeout(socket: object): boolean {
  return exempt.has(socket);
}

/** Returns the socket; undefined for requests from inside this process. */
function getSocket(message: RequestMessage): object | undefined {
  return (message as { socket?: object }).socket;
}

/**
 * Pauses a body until the next turn of the event loop, and resumes it if `mayResume` allows it then. Called after each
 * chunk, because Node reads up to 2 MB of a connection in one turn: hundreds of uploads would stall all others.
 */
export function pauseForTurn(message: RequestMessage, mayResume: () => boolean): void {
  message.pause();
  setImmediate(() => {
    if (mayResume()) message.resume();
  });
}

/** Closes the connection of a body after `ms`, unless the body ends before. */
export function closeAfter(message: RequestMessage, ms: number): void {
  const timer = setTimeout(() => message.destroy(), ms).unref();
  message.once("close", () => clearTimeout(timer));
}
