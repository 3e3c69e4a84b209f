import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import type { Gauge } from "./http/metrics.ts";
import { createApp } from "./http/app.ts";
import { admitCalls } from "./http/calls.ts";
import { unchangedPolls } from "./inbox/list.ts";
import { inboxRoutes } from "./inbox/routes.ts";
import { inboxTools } from "./inbox/tools.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { openApiDocument } from "./openapi/document.ts";
import type { Store } from "./store/store.ts";
import type { ToolContext } from "./tools/define.ts";
import { tools } from "./tools/index.ts";
import { openAssets } from "./web/server/assets.ts";
import { nothingHere, pages } from "./web/server/pages.ts";

/** What the server stands on. */
export interface ServerOptions {
  config: Config;
  version: string;
  log: FastifyBaseLogger;
  world: ToolContext;
  store: Store;
  /** Gauges of features, beside those of the server. */
  gauges: () => readonly Gauge[];
}

/** Joins the registry and the features to one server, ready to listen. */
export function createServer({
  config,
  version,
  log,
  world,
  store,
  gauges,
}: ServerOptions): FastifyInstance {
  const { publicUrl, basePath, enforceLimit, trustProxy } = config;
  const { counters, inboxes } = store;
  const about = { tools: tools, version, publicUrl, basePath };
  const assets = openAssets();
  const admit = admitCalls({ counters, enforceLimit, now: () => world.now() });
  const document = openApiDocument(tools, { version, publicUrl, basePath });
  return createApp({
    tools: tools,
    world,
    counters,
    log,
    document,
    features: [
      inboxRoutes({ store: inboxes, mostBodyBytes: config.inboxMaxBodyBytes }),
      pages({ ...about, assets, document }),
      mcpRoutes({ ...about, others: inboxTools(inboxes), world, admit }),
    ],
    nothingHere: nothingHere({ ...about, assets }),
    polled: unchangedPolls(inboxes),
    enforceLimit,
    trustProxy,
    basePath,
    ready: () => store.ready(),
    gauges,
  });
}
