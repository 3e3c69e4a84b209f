import type { Socket } from "node:net";

/** Sockets whose request is exempt from the timeout. */
const exempt = new WeakSet<object>();

/**
 * Lets a request take longer than the server's `requestTimeout`, because a file of a gigabyte takes
 * minutes on most networks. The reader of the body must check its progress. Requests from inside
 * this process have no socket.
 */
export function exemptFromRequestTimeout(socket: Socket | undefined): void {
  if (socket) exempt.add(socket);
}

/** Ends the exemption, so that the connection's next request has the usual timeout. */
export function limitRequestTimeout(socket: Socket | undefined): void {
  if (socket) exempt.delete(socket);
}

/** Returns true while the socket's request may take longer. */
export function isExemptFromRequestTimeout(socket: object): boolean {
  return exempt.has(socket);
}
