import { findSkipReason } from "./needs.ts";
import { waitUntil } from "./eventually.ts";
import { startServer } from "./server.ts";

export { hasRedis, startRedis } from "#scripts/test/redis-server.mjs";

/** The reason to skip a test of Redis, or false to run it. */
export const noRedis = findSkipReason("redis-server --version");

/**
 * Starts a server and resolves when it uses Redis, because a server on a busy machine starts before
 * it is connected.
 */
export async function startServerOnRedis(environment: Record<string, string>) {
  const server = await startServer(environment);
  await waitUntil(async () => (await fetch(`${server.url}/readyz`)).ok);
  return server;
}
