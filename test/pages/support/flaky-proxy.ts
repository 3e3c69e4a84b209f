import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy whose connections can be cut. */
export interface FlakyProxy {
  url: string;
  /** Cuts every connection, and refuses new ones until `restore` is called. */
  cut(): void;
  restore(): void;
  stop(): void;
}

/** Starts a proxy on loopback that passes bytes to the server on `port` and back. */
export async function startFlakyProxy(port: number): Promise<FlakyProxy> {
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
