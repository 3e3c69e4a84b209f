import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A wire to a server that can be cut. */
export interface Breakable {
  url: string;
  /** Cuts every connection, and refuses new ones until it is mended. */
  cut(): void;
  restore(): void;
  stop(): void;
}

/** Stands between a browser and the server on a port, passing bytes on. */
export async function startFlakyProxy(port: number): Promise<Breakable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    restore: () => (isCut = false),
    stop() {
      cut();
      server.close();
    },
  };
}
