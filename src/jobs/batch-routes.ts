import type { RequestContext } from "../http/context.ts";
import type { ReadBody } from "../http/body/reader.ts";
import type { CountLimit } from "../http/quota/count-call.ts";
import type { RawHeaders, Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import { KeyedSlots } from "../lib/concurrency/keyed-slots.ts";
import { toArray } from "../lib/concurrency/to-array.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { FileSource } from "../lib/input/file-members.ts";
import { formatContentDisposition } from "../lib/net/http-headers.ts";
import { toBatchClient } from "../lib/workers/fair-queue.ts";
import type { Tool } from "../tools/define.ts";
import type { JobRouteDeps } from "./job-routes.ts";
import type { EncodedRow } from "./output/output.ts";
import { writeOutput } from "./output/write-output.ts";
import { type BatchPlan, createPlan } from "./plan.ts";
import {
  createRowHeaders,
  createRowTools,
  getContentType,
  prefersAsync,
  readQuery,
  requireBatchType,
  type RowRule,
} from "./request.ts";
import type { ChunkContext } from "./queue/run-chunk.ts";
import { createBatchRow } from "./rows/batch-row.ts";
import { openBody, RowReader, toByteSource } from "./rows/body.ts";
import { runRows } from "./run-rows.ts";
import { createTemplate } from "./template.ts";

/** Parts and limits of batches. */
interface BatchRouteDeps
  extends
    Pick<ChunkContext, "toolContext" | "describeError" | "onRow">,
    Pick<JobRouteDeps, "maxRows" | "maxBodyBytes" | "countRows"> {
  tools: readonly Tool[];
  /** The files that members of rows may name. */
  files: FileSource;
  countLimit: CountLimit;
  /** The headers of each response, with those of batches exposed. */
  commonHeaders: RawHeaders;
  /** The route that creates a job of the same request. Default: there are no jobs. */
  jobs?: RowRule | undefined;
}

const BATCH_PATH = "/api/v1/batch/:tool";

const MAX_BATCHES = 8;
const MAX_BATCHES_PER_CLIENT = 2;
const RETRY_SECONDS = 5;

/** Creates the routes of batches and of their templates. */
export function createBatchRoutes(deps: BatchRouteDeps): Route[] {
  const tools = createRowTools(deps.tools);
  const { access, usageName } = tools;
  return [
    {
      path: BATCH_PATH,
      methods: ["POST"],
      access,
      usageName,
      docsAnchor: "batch",
      commonHeaders: deps.commonHeaders,
      ...createBatchRule(deps, tools.find),
    },
    {
      path: `${BATCH_PATH}/template.csv`,
      methods: ["GET", "HEAD"],
      access,
      usageName,
      docsAnchor: "batch-template",
      handler: (context) => replyWithTemplate(tools.find(context)),
    },
  ];
}

/** Returns how a batch is received, or a job where the caller prefers one. */
function createBatchRule(
  deps: BatchRouteDeps,
  findTool: (context: RequestContext) => Tool,
): Pick<Route, "body" | "beforeBody" | "handler"> {
  const slots = new KeyedSlots({ max: MAX_BATCHES, maxPerKey: MAX_BATCHES_PER_CLIENT });
  const batch: RowRule = {
    body: { format: "raw", maxBytes: deps.maxBodyBytes },
    beforeBody: (context) => {
      findTool(context);
      requireBatchType(context.headers);
      requireSlot(context, slots);
    },
    handler: (context) => replyInSlot(context, findTool(context), { ...deps, slots }),
  };
  const { jobs = batch } = deps;
  return {
    body: (headers) => (prefersAsync(headers) ? jobs : batch).body,
    beforeBody: (context) => (prefersAsync(context.headers) ? jobs : batch).beforeBody?.(context),
    handler: (context) => (prefersAsync(context.headers) ? jobs : batch).handler(context),
  };
}

function requireSlot({ client }: RequestContext, slots: KeyedSlots): void {
  if (slots.isFull(client.ipPrefix)) throw createSlotError(client.ipPrefix, slots);
}

function createSlotError(client: string, slots: KeyedSlots): UnavailableError {
  return slots.isKeyFull(client)
    ? new UnavailableError(
        `At most ${MAX_BATCHES_PER_CLIENT} batches of one address run at once.`,
        "rate-limited",
        RETRY_SECONDS,
      )
    : new UnavailableError("Too many batches are running.", "overloaded", RETRY_SECONDS);
}

interface RunningDeps extends BatchRouteDeps {
  slots: KeyedSlots;
}

/** Runs a batch in a slot, which is free again when the response is over. */
async function replyInSlot(context: RequestContext, tool: Tool, deps: RunningDeps): Promise<Reply> {
  const { ipPrefix } = context.client;
  const release = deps.slots.take(ipPrefix);
  if (!release) throw createSlotError(ipPrefix, deps.slots);
  try {
    return { ...(await startBatch(context, tool, deps)), afterSend: release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Reads and counts the rows, and starts the response. Rejects for what refuses the whole batch. */
async function startBatch(
  context: RequestContext,
  tool: Tool,
  deps: BatchRouteDeps,
): Promise<Reply> {
  const [query, options] = readQuery(context, tool);
  const contentType = getContentType(context.headers);
  const bytes = toByteSource((context.body as ReadBody).bytes);
  const body = await openBody({ bytes, contentType, options });
  const unit = "batch. Create a job instead.";
  const reader = new RowReader(body, { tool, maxRows: deps.maxRows, unit });
  const sources = await toArray(reader.read());
  const { columns, count } = reader;
  const plan = createPlan({ tool, query, options: reader.options, columns, rowCount: count });
  await deps.countRows(context, { rows: count, usageName: tool.scope, limits: plan.limits });
  const row = { columns, maxBytes: tool.bodyLimitBytes };
  const rows = runRows(
    sources.map((source) => createBatchRow(source, row)),
    {
      plan,
      context: deps.toolContext,
      client: toBatchClient(context.client.ipPrefix),
      files: deps.files,
      signal: context.signal,
      countUse: (limit) => deps.countLimit(context, limit),
      describeError: (error) => deps.describeError(error, context),
    },
  );
  return replyWithOutput(
    plan,
    reportStatuses(rows, (status) => deps.onRow(tool.name, status)),
  );
}

async function replyWithOutput(plan: BatchPlan, rows: AsyncIterable<EncodedRow>): Promise<Reply> {
  const { type, extension, isWhole, createWriter } = plan.output;
  const chunks = writeOutput(createWriter(), rows);
  const name = { name: plan.tool.name, extension, type: "attachment" } as const;
  return {
    type,
    headers: {
      "cache-control": "no-store",
      "content-disposition": formatContentDisposition(name),
      ...createRowHeaders(plan),
    },
    body: isWhole ? Buffer.concat(await toArray(chunks)) : chunks,
  };
}

async function* reportStatuses(
  rows: AsyncIterable<EncodedRow>,
  onRow: (status: number) => void,
): AsyncGenerator<EncodedRow, void> {
  for await (const row of rows) {
    onRow(row.status);
    yield row;
  }
}

function replyWithTemplate(tool: Tool): Reply {
  const type = "attachment";
  return {
    type: "text/csv; charset=utf-8",
    headers: {
      "cache-control": "public, max-age=3600",
      "content-disposition": formatContentDisposition({ name: tool.name, extension: "csv", type }),
    },
    body: createTemplate(tool),
  };
}
