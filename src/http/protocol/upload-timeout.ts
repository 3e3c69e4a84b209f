import type { RequestMessage } from "../request-context.ts";

/** Sockets whose request has time limits of its own. */
const exempt = new WeakSet<object>();

/**
 * Lets a request take longer than the server's `requestTimeout`, because a file of a gigabyte takes minutes on most
 * networks. Whoever reads the body must check its progress.
 */
export function exemptFromRequestTimeout(message: RequestMessage): void {
  const socket = socketOf(message);
  if (socket) exempt.add(socket);
}

/** Ends the exemption: the next request of the connection has the usual time. */
export function limitRequestTimeout(message: RequestMessage): void {
  const socket = socketOf(message);
  if (socket) exempt.delete(socket);
}

/** Returns true while the socket's request may take longer. */
export function isExemptFromRequestTimeout(socket: object): boolean {
  return exempt.has(socket);
}

/** Requests from inside this process have no socket. */
function socketOf(message: RequestMessage): object | undefined {
  return (message as { socket?: object }).socket;
}
