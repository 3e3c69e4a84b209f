import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { Server } from "node:net";
import { getErrorMessage } from "../errors.ts";

/** Where a server listens. */
export interface ListenOptions {
  /** An address or a name of this machine. */
  host: string;
  /** 0: the system chooses. */
  port: number;
  /** The descriptor of a socket that listens already, which takes precedence. */
  inheritedSocket: number | undefined;
}

/**
 * Maximum connections that wait to be accepted. Beyond Node's 511, a burst would make clients wait
 * a second for their retry.
 */
const BACKLOG = 4096;

/** Resolves with the URL of the server, without a path. Rejects with an Error of one sentence. */
export async function listen(
  server: Server,
  { host, port, inheritedSocket }: ListenOptions,
): Promise<string> {
  if (inheritedSocket !== undefined) return listenOn(server, inheritedSocket);
  try {
    const { address } = await lookup(host);
    await once(server.listen({ host: address, port, backlog: BACKLOG }), "listening");
    return formatUrl(server, host);
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new Error(`HOST ${host} with PORT ${port} cannot be used: ${reason}`, { cause: error });
  }
}

async function listenOn(server: Server, fd: number): Promise<string> {
  try {
    await once(server.listen({ fd }), "listening");
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new Error(`the socket of LISTEN_FDS cannot be used: ${reason}`, { cause: error });
  }
  const address = server.address();
  if (typeof address === "object" && address && address.port > 0)
    return formatUrl(server, address.address);
  throw new Error("the socket of LISTEN_FDS must listen on a TCP port");
}

function formatUrl(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
