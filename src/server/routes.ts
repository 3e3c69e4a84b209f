import { createAccessRoutes } from "../access/routes.ts";
import { createFileRoutes } from "../files/routes.ts";
import type { Inject } from "../http/inject.ts";
import { createHealthRoutes } from "../http/ops/health.ts";
import type { Metrics } from "../http/ops/metrics.ts";
import { createCountCall } from "../http/quota/count-call.ts";
import type { Route } from "../http/route.ts";
import { createBatchRoutes } from "../jobs/batch-routes.ts";
import { measureTools } from "../mcp/list/measure-tools.ts";
import { createMcpRoutes } from "../mcp/routes.ts";
import { toMcpTool } from "../mcp/to-mcp-tool.ts";
import { createToolRoutes } from "../tools/http.ts";
import { readGuides } from "../context/guides.ts";
import { openAssets } from "../web/server/assets.ts";
import { createPageRoutes } from "../web/server/pages.ts";
import type { Features } from "./features.ts";
import type { ServerOptions } from "./options.ts";
import { createStaticDocument } from "./static-document.ts";
import { JSON_TYPE } from "../lib/net/http-headers.ts";

/** Facts about the server, for its pages and descriptions. */
export type Site = ReturnType<typeof createSite>;

/** Collects the facts about the server. */
export function createSite({ config, version }: ServerOptions, { tools, access }: Features) {
  const { publicUrl, basePath, dailyLimit, enforceLimit, inboxTtlSeconds } = config;
  return {
    tools,
    version,
    publicUrl,
    basePath,
    dailyLimit,
    enforcesQuota: enforceLimit && dailyLimit !== undefined,
    assets: openAssets(),
    readGuides,
    inboxTtlSeconds,
    requiresKey: config.access === "required",
    signIn: access?.signIn,
    hasKeys: access !== undefined,
  };
}

interface ServerState {
  metrics: Metrics;
  inject: Inject;
  isStopping(): boolean;
}

/** Joins the routes of the tools, the features, the pages and MCP. */
export function createRoutes(
  options: ServerOptions,
  features: Features,
  { site, ...state }: ServerState & { site: Site },
): Route[] {
  const { config, context, log } = options;
  const { tools, access, quota, countLimit, files, fileSource, rows, inbox, jobs } = features;
  const { batchTool, stopping } = features;
  const document = once(async () =>
    (await import("../openapi/openapi-document.ts")).createOpenApiDocument(tools, site),
  );
  const assistants = once(() =>
    measureTools([...tools.map((tool) => toMcpTool(tool, context)), batchTool], inbox.tools),
  );
  return [
    ...createApiRoutes(options, features, { ...state, document }),
    ...createBatchRoutes({
      ...rows,
      tools,
      files: fileSource,
      maxRows: config.batchMaxRows,
      maxBodyBytes: config.batchMaxBodyBytes,
      countLimit,
      jobs: jobs.rule,
    }),
    ...(access?.routes ?? []),
    ...jobs.routes,
    ...inbox.routes,
    ...createFileRoutes({ files, publicUrl: config.publicUrl }),
    ...createPageRoutes({
      ...site,
      document,
      inject: state.inject,
      assistants,
      tasks: context.tasks,
    }),
    ...createMcpRoutes({
      ...site,
      others: [...inbox.tools, batchTool],
      toolContext: context,
      log,
      stopping,
      countCall: createCountCall(quota),
      countLimit,
      countRows: rows.countRows,
      files,
      inboxes: inbox.resources,
    }),
  ];
}

/**
 * Creates the routes of the tools, of health checks and of the OpenAPI document, which `document`
 * creates.
 */
function createApiRoutes(
  { config, context, store }: ServerOptions,
  { tools, countLimit, fileSource }: Features,
  { metrics, isStopping, document }: ServerState & { document: () => Promise<object> },
): Route[] {
  const openApi: Route = {
    methods: ["GET", "HEAD"],
    path: "/openapi.json",
    access: "signed-in",
    handler: createStaticDocument(JSON_TYPE, async () => JSON.stringify(await document())),
  };
  const limits = { maxStreamedBytes: config.hashMaxBodyBytes, countLimit, files: fileSource };
  return [
    ...createAccessRoutes({ store, now: () => context.now() }),
    ...tools.flatMap((tool) => createToolRoutes(tool, context, limits)),
    ...createHealthRoutes({
      isStopping,
      ready: () => store.ready(),
      problem: () => store.problem?.reason,
      metrics,
    }),
    openApi,
  ];
}

/** Calls `create` when its value is first used. */
function once<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
