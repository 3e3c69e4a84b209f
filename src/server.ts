import type { Config } from "./config.ts";
import type { ByteBudget } from "./http/byte-budget.ts";
import { createHealthRoutes } from "./http/health.ts";
import { createMetrics, type Gauge, type Metrics } from "./http/metrics.ts";
import type { Inject } from "./http/inject.ts";
import { createHostFilter } from "./http/protocol/host-header.ts";
import { createMcpQuota } from "./http/quota/mcp-quota.ts";
import { createHttpServer, createWaitingBudget, type HttpServer } from "./http/server.ts";
import { createStaticDocument } from "./http/static-document.ts";
import { createToolRoutes } from "./http/tools.ts";
import type { Logger, Route } from "./http/types.ts";
import { createFindRecord } from "./inbox/read/find-record.ts";
import { ReadQueue } from "./inbox/read/read-queue.ts";
import { createQueuedReader, createRecordReader } from "./inbox/read/record-reader.ts";
import { createSharedReader } from "./inbox/read/shared-reader.ts";
import { RecordBuilder } from "./inbox/record/record-builder.ts";
import { createInboxRoutes } from "./inbox/routes.ts";
import { createInboxTools } from "./inbox/tools.ts";
import { createCheckAccess } from "./inbox/workbench/access.ts";
import { createWorkbenchTools } from "./inbox/workbench/tools.ts";
import { createTaskPool } from "./lib/workers/task-pool.ts";
import { createMcpRoutes } from "./mcp/routes.ts";
import { createOpenApiDocument } from "./openapi/document.ts";
import type { Store } from "./store/store.ts";
import type { ToolContext } from "./tools/tool-context.ts";
import { tools } from "./tools/index.ts";
import { openAssets } from "./web/server/assets.ts";
import { renderNotFoundPage, createPageRoutes } from "./web/server/pages.ts";

/** Parts and settings of the server. */
export interface ServerOptions {
  config: Config;
  version: string;
  log: Logger;
  context: ToolContext;
  store: Store;
  /** Gauges of features, beside those of the server. */
  gauges: () => readonly Gauge[];
}

/** Milliseconds that a worker may spend on one page of records. */
const MAX_RECORD_TASK_MS = 5_000;

/** Joins the registry and the features to one server, ready to listen. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, version, log, context, store } = options;
  const { publicUrl, basePath, enforceLimit, trustProxy, maxConnections } = config;
  const enforcesQuota = enforceLimit;
  const about = { tools, version, publicUrl, basePath, enforcesQuota, assets: openAssets() };
  const admission = { counters: store.counters, enforceLimit, now: () => context.now() };
  const metrics = createMetrics(() => [
    ...options.gauges(),
    ...createStoreGauges(store),
    ...http.gauges(),
  ]);
  const stopping = new AbortController();
  const waiting = createWaitingBudget();
  const inbox = createInboxFeature(options, { stopping: stopping.signal, waiting });
  const document = once(() => createOpenApiDocument(tools, { version, publicUrl, basePath }));
  const inject: Inject = (parent, request) => http.inject(parent, request);
  const http: HttpServer = createHttpServer({
    ...admission,
    isAllowedHost: createHostFilter(config),
    publicUrl,
    routes: [
      ...createApiRoutes(options, metrics, document),
      ...inbox.routes,
      ...createPageRoutes({ ...about, document, inject }),
      ...createMcpRoutes({
        ...about,
        others: inbox.tools,
        toolContext: context,
        log,
        stopping: stopping.signal,
        checkQuota: createMcpQuota(admission),
      }),
    ],
    notFoundPage: renderNotFoundPage(about),
    metrics,
    log,
    trustProxy,
    basePath,
    maxConnections,
    waiting,
  });
  const close = async () => {
    stopping.abort();
    await http.close();
    await inbox.close();
  };
  return { ...http, close };
}

/** Creates the routes of the tools, of health checks and of the OpenAPI document, which `document` creates. */
function createApiRoutes(
  { config, context, store }: ServerOptions,
  metrics: Metrics,
  document: () => object,
): Route[] {
  const openApi: Route = {
    methods: ["GET", "HEAD"],
    path: "/openapi.json",
    handler: createStaticDocument("application/json; charset=utf-8", () =>
      JSON.stringify(document()),
    ),
  };
  const limits = { maxStreamedBytes: config.hashMaxBodyBytes };
  return [
    ...tools.flatMap((tool) => createToolRoutes(tool, context, limits)),
    ...createHealthRoutes({
      ready: () => store.ready(),
      problem: () => store.problem?.reason,
      metrics,
    }),
    openApi,
  ];
}

interface InboxResources {
  /** Aborted on shutdown. */
  stopping: AbortSignal;
  /** The budget of responses that wait for their clients. */
  waiting: ByteBudget;
}

/** Creates the routes and the MCP tools of the inbox, with the threads that both share. */
function createInboxFeature(
  { config, version, context, store: { counters, inboxes: store } }: ServerOptions,
  { stopping, waiting }: InboxResources,
) {
  const { publicUrl, inboxMaxBodyBytes: maxBodyBytes, inboxResponses: hasResponses } = config;
  const tasks = createTaskPool({ workers: 1, deadlineMs: MAX_RECORD_TASK_MS });
  const builder = new RecordBuilder(maxBodyBytes);
  const readQueue = new ReadQueue((client) => waiting.waitForRoom(client));
  const reader = createQueuedReader(createRecordReader(store, tasks), readQueue);
  const shared = {
    store,
    reader,
    waitingReader: createSharedReader(reader, stopping),
    findRecord: createFindRecord({ store, readQueue, tasks }),
    checkAccess: createCheckAccess({ counters, now: () => context.now() }),
    hasResponses,
    tasks,
    version,
  };
  return {
    routes: createInboxRoutes({ ...shared, maxBodyBytes, builder, publicUrl, stopping }),
    tools: [...createInboxTools(shared), ...createWorkbenchTools(shared)],
    async close() {
      await builder.close();
      await tasks.close();
    },
  };
}

/** Calls `create` when its value is first used. */
function once<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}

/** Returns 1 or 0 for each reason why the store may not work, so that an alert needs no rule for a missing series. */
function createStoreGauges({ problem }: Store): Gauge[] {
  const reasons = ["unreachable", "denied", "read-only", "full", "corrupt", "failing"] as const;
  return [
    { name: "sundry_store_up", help: "1 while the store works.", value: problem ? 0 : 1 },
    ...reasons.map((reason) => ({
      name: `sundry_store_problem_${reason.replace("-", "_")}`,
      help: `1 while the store does not work for this reason: ${reason}.`,
      value: problem?.reason === reason ? 1 : 0,
    })),
  ];
}
