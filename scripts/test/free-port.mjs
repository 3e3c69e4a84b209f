// Free ports, for programs that cannot choose one themselves and for servers that start again at
// the same address.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * The ports are below those that Linux gives to clients and to listeners on port 0, so that no
 * other test gets one.
 */
const FIRST_PORT = 10_000;
const PORTS = 10_000;

/** Returns a port on which nothing listens. */
export async function findFreePort() {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

/**
 * Returns true when nothing listens on a port of 127.0.0.1.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
