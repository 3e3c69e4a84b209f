import { join } from "node:path";
import type { Config } from "./config.ts";
import { createAccessFeature } from "./access/feature.ts";
import { createAccessRoutes } from "./access/routes.ts";
import {
  createCountCall,
  createCountLimit,
  createCountRows,
  type CountLimit,
} from "./http/quota/count-call.ts";
import { createHealthRoutes } from "./http/ops/health.ts";
import { Counter, createMetrics, type Gauge, type Metrics } from "./http/ops/metrics.ts";
import type { Inject } from "./http/inject.ts";
import { createCommonHeaders } from "./http/base-headers.ts";
import { describeError } from "./http/errors.ts";
import { createAccessCheck } from "./http/checks/access.ts";
import { isSameOrigin } from "./http/checks/cross-origin.ts";
import { createHostFilter } from "./http/checks/host-header.ts";
import { createHttpServer, createUnsentBudget, type HttpServer } from "./http/server.ts";
import { createStoreGauges } from "./http/ops/store-gauges.ts";
import { createStaticDocument } from "./http/ops/static-document.ts";
import { createToolRoutes } from "./tools/http.ts";
import { createFileSource } from "./domain/files/file-source.ts";
import type { FileStore } from "./domain/files/file-store.ts";
import { MemoryFiles } from "./domain/files/memory-files.ts";
import { createFileRoutes } from "./files/routes.ts";
import type { Route } from "./http/route.ts";
import type { FileSource } from "./lib/input/file-members.ts";
import type { Logger } from "./lib/logger.ts";
import { createInboxFeature } from "./inbox/feature.ts";
import { createBatchTool } from "./mcp/batch/batch-tool.ts";
import { measureTools } from "./mcp/list/measure-tools.ts";
import { createMcpRoutes } from "./mcp/routes.ts";
import { toMcpTool } from "./mcp/to-mcp-tool.ts";
import { createOpenApiDocument } from "./openapi/openapi-document.ts";
import { createJobFeature } from "./jobs/feature.ts";
import { JOB_HEADERS } from "./jobs/job-routes.ts";
import { BATCH_HEADERS, createRowTools } from "./jobs/request.ts";
import { createBatchRoutes } from "./jobs/routes.ts";
import type { Store } from "./store/store.ts";
import type { ToolContext } from "./tools/tool-context.ts";
import { applyLimits } from "./tools/apply-limits.ts";
import type { Tool } from "./tools/define.ts";
import { tools as toolRegistry } from "./tools/index.ts";
import { openAssets } from "./web/server/assets.ts";
import { renderNotFoundPage, renderRefusedPage, createPageRoutes } from "./web/server/pages.ts";

/** Parts and settings of the server. */
export interface ServerOptions {
  config: Config;
  version: string;
  log: Logger;
  context: ToolContext;
  store: Store;
  /** Gauges of features, beside those of the server. */
  gauges: () => readonly Gauge[];
  /** Counters of features. */
  counters: readonly Counter[];
}

/** Joins the registry and the features to one server, ready to listen. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, version, log, context, store } = options;
  const { publicUrl, basePath, enforceLimit, dailyLimit, trustProxy, maxConnections } = config;
  const tools = applyLimits(toolRegistry, config.toolLimits);
  const access = createAccess(options, tools);
  const { feature } = access;
  const enforcesQuota = enforceLimit && dailyLimit !== undefined;
  const about = {
    tools,
    version,
    publicUrl,
    basePath,
    dailyLimit,
    enforcesQuota,
    assets: openAssets(),
    requiresKey: config.access === "required",
    signIn: feature?.signIn,
    hasKeys: feature !== undefined,
  };
  const { counters, history } = store;
  const quota = {
    counters,
    history,
    enforceLimit,
    dailyLimit,
    now: () => context.now(),
    onExceeded: feature?.onExceeded,
  };
  const batchRows = new Counter("sundry_batch_rows_total", "Rows of batches by their status.");
  const metrics = createMetrics(
    () => [
      ...options.gauges(),
      ...createStoreGauges(store, config.storeMaxBytes),
      ...(access.feature?.gauges() ?? []),
      ...jobs.gauges(),
      ...http.gauges(),
    ],
    [batchRows, ...access.counters, ...options.counters],
  );
  const stopping = new AbortController();
  let isDraining = false;
  const unsentResponses = createUnsentBudget();
  const inbox = createInboxFeature({
    store: store.inboxes,
    access: store.access,
    counters,
    now: () => context.now(),
    version,
    publicUrl,
    maxBodyBytes: config.inboxMaxBodyBytes,
    hasResponses: config.inboxResponses,
    needsNames: config.access === "required",
    stopping: stopping.signal,
    unsentResponses,
    maskHeaders: feature?.maskHeaders,
  });
  const files = createFiles(options);
  const fileSource = createFileSource(files);
  const countLimit = createCountLimit(quota);
  const rows = {
    toolContext: context,
    countRows: createCountRows(quota),
    commonHeaders: createCommonHeaders([...BATCH_HEADERS, ...JOB_HEADERS]),
    describeError: (error: unknown, source: { id: string }) => describeError(error, source, log),
    onRow: (tool: string, status: number) => batchRows.add({ tool, status }),
  };
  const batchTool = createBatchTool({
    tools,
    context,
    describeError: (error) => describeError(error, { id: "batch" }, log),
  });
  const jobs = createJobFeature({
    ...rows,
    store,
    tools: createRowTools(tools),
    fileSource,
    isEnabled: config.jobs,
    filesDirectory: config.filesDirectory ?? getFilesDirectory(config),
    maxFileBytes: config.filesMaxBytes,
    maxRows: config.jobMaxRows,
    maxBodyBytes: config.jobMaxBodyBytes,
    ttlMs: config.jobTtlSeconds * 1000,
    now: () => context.now(),
    onError: (error, job) => log.error({ job, err: error }, "a job failed"),
  });
  const document = once(() => createOpenApiDocument(tools, about));
  const assistants = once(() =>
    measureTools([...tools.map((tool) => toMcpTool(tool, context)), batchTool], inbox.tools),
  );
  const inject: Inject = (parent, request) => http.inject(parent, request);
  const http: HttpServer = createHttpServer({
    ...quota,
    isAllowedHost: createHostFilter(config),
    publicUrl,
    routes: [
      ...createApiRoutes(options, {
        tools,
        metrics,
        document,
        countLimit,
        fileSource,
        isStopping: () => isDraining,
      }),
      ...createBatchRoutes({
        ...rows,
        tools,
        files: fileSource,
        maxRows: config.batchMaxRows,
        maxBodyBytes: config.batchMaxBodyBytes,
        countLimit,
        jobs: jobs.rule,
      }),
      ...(feature?.routes ?? []),
      ...jobs.routes,
      ...inbox.routes,
      ...createFileRoutes({ files, publicUrl }),
      ...createPageRoutes({ ...about, document, inject, assistants }),
      ...createMcpRoutes({
        ...about,
        others: [...inbox.tools, batchTool],
        toolContext: context,
        log,
        stopping: stopping.signal,
        countCall: createCountCall(quota),
        countLimit,
        countRows: rows.countRows,
        files,
        inboxes: inbox.resources,
        readGuides: once(() => about.assets.guides()),
      }),
    ],
    notFoundPage: renderNotFoundPage(about),
    checkAccess: feature && createAccessCheck(feature.options),
    refusedPage: feature && renderRefusedPage(about),
    isLabel: feature?.isLabel,
    isPrivate: config.access === "required",
    metrics,
    log,
    trustProxy,
    basePath,
    maxConnections,
    unsentResponses,
    logsRequests: config.logRequests,
  });
  const drain = () => {
    isDraining = true;
    http.drain();
  };
  const close = async () => {
    stopping.abort();
    await Promise.all([http.close(), jobs.close()]);
    await inbox.close();
  };
  http.server.once("listening", () => jobs.start());
  return { ...http, drain, close };
}

/** The folder of files of a process without Redis; with it, all processes must share one. */
function getFilesDirectory({ redisUrl, dataDirectory }: Config): string | undefined {
  return redisUrl === undefined ? join(dataDirectory, "files") : undefined;
}

function createFiles({ config, store, context }: ServerOptions): FileStore {
  const limits = {
    ttlMs: config.mcpFilesTtlSeconds * 1000,
    maxBytes: config.mcpFilesMaxBytes,
  };
  return store.sharedFiles?.(limits) ?? new MemoryFiles(limits, () => context.now());
}

/** Creates the feature that decides about callers, and what counts its decisions. */
function createAccess({ config, log, context, store }: ServerOptions, tools: readonly Tool[]) {
  const admitted = new Counter("sundry_auth_requests_total", "Requests with a credential.");
  const refused = new Counter("sundry_auth_refused_total", "Requests refused by their reason.");
  const feature = createAccessFeature({
    settings: config,
    store,
    log,
    tools,
    now: () => context.now(),
    isSameOrigin: (request) => isSameOrigin(request, config.publicUrl),
    onAdmitted: (kind) => admitted.add({ kind }),
    onRefused: (reason) => refused.add({ reason }),
  });
  return { feature, counters: feature ? [admitted, refused] : [] };
}

interface ApiParts {
  tools: readonly Tool[];
  metrics: Metrics;
  document: () => object;
  countLimit: CountLimit;
  fileSource: FileSource;
  isStopping(): boolean;
}

/**
 * Creates the routes of the tools, of health checks and of the OpenAPI document, which `document`
 * creates.
 */
function createApiRoutes(
  { config, context, store }: ServerOptions,
  { tools, metrics, document, countLimit, fileSource, isStopping }: ApiParts,
): Route[] {
  const openApi: Route = {
    methods: ["GET", "HEAD"],
    path: "/openapi.json",
    access: "signed-in",
    handler: createStaticDocument("application/json; charset=utf-8", () =>
      JSON.stringify(document()),
    ),
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
