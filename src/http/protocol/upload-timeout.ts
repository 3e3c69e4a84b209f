import type { RequestMessage } from "../request-context.ts";

/** Sockets whose request is exempt from the timeout. */
const exempt = new WeakSet<object>();

/**
 * Lets a request take longer than the server's `requestTimeout`, because a file of a gigabyte takes minutes on most
 * networks. Whoever reads the body must check its progress.
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
