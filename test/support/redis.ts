import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./server.ts";

const script = pathToFileURL(join(root, "scripts", "redis-server.mjs")).href;

/** The same servers that the store's own tests start; found from the root, since this file runs from `dist`. */
export const { hasRedis, startRedis } = (await import(
  script
)) as typeof import("../../scripts/redis-server.mjs");
