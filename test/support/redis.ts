import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { waitUntil } from "./eventually.ts";
import { root, startServer } from "./server.ts";

const script = pathToFileURL(join(root, "scripts", "redis-server.mjs")).href;

/** The Redis servers of the store's tests. The path starts at the root, because this file runs from `dist`. */
export const { hasRedis, startRedis } = (await import(
  script
)) as typeof import("../../scripts/redis-server.mjs");

/** Starts a server and resolves when it uses Redis, because a server on a busy machine starts before it is connected. */
export async function startServerOnRedis(environment: Record<string, string>) {
  const server = await startServer(environment);
  await waitUntil(async () => (await fetch(`${server.url}/readyz`)).ok);
  return server;
}
