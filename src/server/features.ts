import { join } from "node:path";
import { createAccessFeature } from "../access/feature.ts";
import type { Config } from "../config.ts";
import { createFileSource } from "../domain/files/file-source.ts";
import type { FileStore } from "../domain/files/file-store.ts";
import { MemoryFiles } from "../domain/files/memory-files.ts";
import { createCommonHeaders } from "../http/base-headers.ts";
import { isSameOrigin } from "../http/checks/cross-origin.ts";
import { describeError } from "../http/errors.ts";
import { createCountLimit, type QuotaOptions } from "../http/quota/count-call.ts";
import { createCountRows } from "../http/quota/count-rows.ts";
import { createUnsentBudget } from "../http/server.ts";
import {
  createInboxFeature,
  type InboxFeature,
  type InboxFeatureOptions,
} from "../inbox/feature.ts";
import { createJobFeature, type JobFeature, type JobFeatureOptions } from "../jobs/feature.ts";
import { JOB_HEADERS } from "../jobs/job-routes.ts";
import { BATCH_HEADERS, createRowTools } from "../jobs/request.ts";
import { Counter } from "../lib/metrics.ts";
import { createBatchTool } from "../mcp/batch/batch-tool.ts";
import { applyLimits } from "../tools/apply-limits.ts";
import type { Tool } from "../tools/define.ts";
import { tools as toolRegistry } from "../tools/index.ts";
import type { ServerOptions } from "./options.ts";

/** The features of the server, and what they share. */
export type Features = ReturnType<typeof createFeatures>;

/** Creates the features. `stopping` is aborted on shutdown. */
export function createFeatures(options: ServerOptions, stopping: AbortSignal) {
  const { config, log, context, store } = options;
  const tools = applyLimits(toolRegistry, config.toolLimits);
  const access = createAccess(options, tools);
  const quota: QuotaOptions = {
    counters: store.counters,
    history: store.history,
    enforceLimit: config.enforceLimit,
    dailyLimit: config.dailyLimit,
    now: () => context.now(),
    onExceeded: access.feature?.onExceeded,
  };
  const files = createFiles(options);
  const fileSource = createFileSource(files);
  const unsentResponses = createUnsentBudget();
  const maskHeaders = access.feature?.maskHeaders;
  const batchRows = new Counter("sundry_batch_rows_total", "Rows of batches by their status.");
  const rows = createRows(options, quota, batchRows);
  return {
    tools,
    access: access.feature,
    quota,
    countLimit: createCountLimit(quota),
    files,
    fileSource,
    stopping,
    unsentResponses,
    rows,
    batchTool: createBatchTool({
      tools,
      context,
      describeError: (error) => describeError(error, { id: "batch" }, log),
    }),
    inbox: createInbox(options, { stopping, unsentResponses, maskHeaders }),
    jobs: createJobs(options, { ...rows, tools: createRowTools(tools), fileSource }),
    counters: [batchRows, ...access.counters],
  };
}

/** The parts with which batches and jobs run rows. */
type Rows = Pick<
  JobFeatureOptions,
  "toolContext" | "countRows" | "commonHeaders" | "describeError" | "onRow"
>;

function createRows({ context, log }: ServerOptions, quota: QuotaOptions, counter: Counter): Rows {
  return {
    toolContext: context,
    countRows: createCountRows(quota),
    commonHeaders: createCommonHeaders([...BATCH_HEADERS, ...JOB_HEADERS]),
    describeError: (error, source) => describeError(error, source, log),
    onRow: (tool, status) => counter.add({ tool, status }),
  };
}

function createInbox(
  { config, version, context, store }: ServerOptions,
  parts: Pick<InboxFeatureOptions, "stopping" | "unsentResponses" | "maskHeaders">,
): InboxFeature {
  return createInboxFeature({
    ...parts,
    store: store.inboxes,
    access: store.access,
    counters: store.counters,
    now: () => context.now(),
    version,
    publicUrl: config.publicUrl,
    maxBodyBytes: config.inboxMaxBodyBytes,
    hasResponses: config.inboxResponses,
    needsNames: config.access === "required",
  });
}

type JobParts = Pick<JobFeatureOptions, "tools" | "fileSource" | keyof Rows>;

function createJobs({ config, log, context, store }: ServerOptions, parts: JobParts): JobFeature {
  return createJobFeature({
    ...parts,
    store,
    isEnabled: config.jobs,
    filesDirectory: config.filesDirectory ?? getFilesDirectory(config),
    maxFileBytes: config.filesMaxBytes,
    maxRows: config.jobMaxRows,
    maxBodyBytes: config.jobMaxBodyBytes,
    ttlMs: config.jobTtlSeconds * 1000,
    now: () => context.now(),
    onError: (error, job) => log.error({ job, err: error }, "a job failed"),
  });
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
