import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a stop waits for what is in flight. */
const STOP_MS = 10_000;

/** Makes the way to close a server: what is in flight is finished, what is not answered in time is cut off. */
export function graceful(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async () => {
    // Browsers open connections ahead of need; Node takes one that has sent nothing for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
    // A connection whose last answer went out after closing began would stay open for its keep-alive time.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    await app.close();
  };
}
