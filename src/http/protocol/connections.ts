import type { Server } from "node:http";
import { toCallerNetwork } from "../../lib/ip.ts";

interface ConnectionLimits {
  /** Open connections of all clients together; further ones are closed. */
  maxConnections: number;
  /** True: connections come from proxies, each of which represents many clients. */
  isBehindProxy: boolean;
}

/** Limits open connections; one address (or IPv6 /64) gets half of them, so that it cannot keep others out. */
export function limitConnections(
  server: Server,
  { maxConnections, isBehindProxy }: ConnectionLimits,
): void {
  server.maxConnections = maxConnections;
  if (isBehindProxy) return;
  const maxPerClient = Math.ceil(maxConnections / 2);
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress = "" } = socket;
    const client = toCallerNetwork(remoteAddress) ?? remoteAddress;
    const count = (open.get(client) ?? 0) + 1;
    open.set(client, count);
    socket.once("close", () => {
      const rest = (open.get(client) ?? 1) - 1;
      if (rest > 0) open.set(client, rest);
      else open.delete(client);
    });
    if (count > maxPerClient) socket.destroy();
  });
}
