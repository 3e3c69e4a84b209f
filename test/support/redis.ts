import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./server.ts";

const script = pathToFileURL(join(root, "scripts", "redis-server.mjs")).href;

/** The Redis servers of the store's tests. The path starts at the root, because this file runs from `dist`. */
export const { hasRedis, startRedis } = (await import(
  script
)) as typeof import("../../scripts/redis-server.mjs");
