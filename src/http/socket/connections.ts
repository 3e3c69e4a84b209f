import type { Server } from "node:http";
import type { Socket } from "node:net";
import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import { toCallerNetwork } from "../../lib/net/ip.ts";

export interface ConnectionLimits {
  /** Open connections of all clients together; further ones are closed. */
  maxConnections: number;
  /** True: connections come from proxies, each of which represents many clients. */
  isBehindProxy: boolean;
}

/**
 * Limits open connections; one address (or IPv6 /64) gets half of them, so that it cannot keep
 * others out.
 */
export function limitConnections(
  server: Server,
  { maxConnections, isBehindProxy }: ConnectionLimits,
): void {
  server.maxConnections = maxConnections;
  if (isBehindProxy) return;
  const open = new KeyedSlots({ maxPerKey: Math.ceil(maxConnections / 2) });
  server.on("connection", (socket) => {
    const { remoteAddress = "" } = socket;
    const client = toCallerNetwork(remoteAddress) ?? remoteAddress;
    const release = open.take(client);
    if (release) socket.once("close", release);
    else socket.destroy();
  });
}

/** Milliseconds that a shutdown waits for responses in flight. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Age at which a connection that has sent nothing counts as idle. The request of a younger one may
 * be on its way.
 */
const FIRST_REQUEST_MS = 1000;

/** Milliseconds between looks for idle connections. */
const SWEEP_MS = 50;

/**
 * Returns the function that closes a server: it stops accepting, waits for responses in flight and
 * cuts those that take longer than 10 s. Resolves when every connection is closed.
 */
export function createGracefulShutdown(
  server: Server,
  now = () => performance.now(),
): () => Promise<void> {
  /** When each connection was accepted. */
  const sockets = new Map<Socket, number>();
  server.on("connection", (socket) => {
    sockets.set(socket, now());
    socket.once("close", () => sockets.delete(socket));
  });
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cut = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
    // A connection whose last response went out after closing began would stay open for its
    // keep-alive time.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open connections ahead of need, and Node counts one that has sent nothing as busy.
      for (const [socket, openedMs] of sockets)
        if (socket.bytesRead === 0 && now() - openedMs >= FIRST_REQUEST_MS) socket.destroy();
    }, SWEEP_MS);
    await closed;
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
