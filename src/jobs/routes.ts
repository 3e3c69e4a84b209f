import { availableParallelism } from "node:os";
import type { Column } from "../domain/table/columns.ts";
import type { RequestContext } from "../http/context.ts";
import type { ReadBody } from "../http/body/reader.ts";
import type { CountLimit, CountRows } from "../http/quota/count-call.ts";
import type { RawHeaders, Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import { KeyedSlots } from "../lib/concurrency/keyed-slots.ts";
import { toArray } from "../lib/concurrency/to-array.ts";
import { collectErrors, HttpError, UnavailableError } from "../lib/errors.ts";
import type { FileSource } from "../lib/input/file-members.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import { formatContentDisposition, isOfMediaType } from "../lib/net/http-headers.ts";
import { toBatchClient } from "../lib/workers/fair-queue.ts";
import type { Tool } from "../tools/define.ts";
import { parseToolQuery } from "../tools/run.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { BatchOptionsSchema, listBatchTools } from "./options.ts";
import type { EncodedRow } from "./output/output.ts";
import { writeOutput } from "./output/write-output.ts";
import { type BatchPlan, createPlan } from "./plan.ts";
import { createBatchRow } from "./rows/batch-row.ts";
import { BATCH_MEDIA_TYPES, openBody, RowReader, toByteSource } from "./rows/body.ts";
import type { RowError } from "./row-result.ts";
import { runRows } from "./run-rows.ts";
import { createTemplate } from "./template.ts";

/** Parts and limits of batches. */
export interface BatchRouteDeps {
  tools: readonly Tool[];
  toolContext: ToolContext;
  /** The files that members of rows may name. */
  files: FileSource;
  maxRows: number;
  maxBodyBytes: number;
  countRows: CountRows;
  countLimit: CountLimit;
  /** The headers of each response, with {@link BATCH_HEADERS} exposed. */
  commonHeaders: RawHeaders;
  /** Returns the status and the sentence of an error; logs one of ours. */
  describeError(error: unknown, context: RequestContext): RowError;
  /** Called with the status of each row. */
  onRow(tool: string, status: number): void;
}

/** Headers of a batch that browsers may read. */
export const BATCH_HEADERS = ["X-Batch-Rows", "X-Batch-Ignored-Columns"] as const;

const BATCH_PATH = "/api/v1/batch/:tool";

const MAX_BATCHES = 8;
const MAX_BATCHES_PER_CLIENT = 2;
const RETRY_SECONDS = 5;

/** Rows of a batch that run at the same time: enough that no thread waits for the next one. */
const CONCURRENCY = 2 * availableParallelism();

/** Bytes of the names of ignored columns in a header. */
const MAX_IGNORED_BYTES = 4096;

/** Creates the routes of batches and of their templates. */
export function createBatchRoutes(deps: BatchRouteDeps): Route[] {
  const { maxBodyBytes: maxBytes, commonHeaders } = deps;
  const tools = new Map(listBatchTools(deps.tools).map((tool) => [tool.name, tool]));
  const slots = new KeyedSlots({ max: MAX_BATCHES, maxPerKey: MAX_BATCHES_PER_CLIENT });
  const getTool = ({ params: { tool: name = "" } }: RequestContext): Tool => {
    const tool = tools.get(name);
    if (tool) return tool;
    throw new HttpError(404, `A batch runs one of these tools: ${[...tools.keys()].join(", ")}.`);
  };
  const usageName: Route["usageName"] = ({ tool = "" }) => tools.get(tool)?.scope ?? "other";
  const access: Route["access"] = ({ tool = "" }) => {
    const scope = tools.get(tool)?.scope;
    return scope === undefined ? "signed-in" : `tools:${scope}`;
  };
  return [
    {
      path: BATCH_PATH,
      methods: ["POST"],
      access,
      usageName,
      docsAnchor: "batch",
      commonHeaders,
      body: { format: "raw", maxBytes },
      beforeBody: (context) => {
        getTool(context);
        requireBatchType(context);
        requireSlot(context, slots);
      },
      handler: (context) => replyInSlot(context, getTool(context), { ...deps, slots }),
    },
    {
      path: `${BATCH_PATH}/template.csv`,
      methods: ["GET", "HEAD"],
      access,
      usageName,
      docsAnchor: "batch-template",
      handler: (context) => replyWithTemplate(getTool(context)),
    },
  ];
}

function requireBatchType({ headers }: RequestContext): void {
  const { "content-type": type = "application/json", "content-encoding": coding } = headers;
  if (!isOfMediaType(type, BATCH_MEDIA_TYPES)) {
    const types = BATCH_MEDIA_TYPES.join(" or ");
    throw new HttpError(415, `Send the body with Content-Type: ${types}.`);
  }
  if ((coding ?? "identity").toLowerCase() !== "identity")
    throw new HttpError(415, "Send the body without Content-Encoding.");
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
  const contentType = context.headers["content-type"] ?? "application/json";
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
      concurrency: CONCURRENCY,
      describeError: (error) => deps.describeError(error, context),
    },
  );
  return replyWithOutput(
    plan,
    countRows(rows, (status) => deps.onRow(tool.name, status)),
  );
}

async function replyWithOutput(
  { tool, output, columns, rowCount }: BatchPlan,
  rows: AsyncIterable<EncodedRow>,
): Promise<Reply> {
  const { type, extension, isWhole } = output;
  const chunks = writeOutput(output.createWriter(), rows);
  const name = { name: tool.name, extension, type: "attachment" } as const;
  return {
    type,
    headers: {
      "cache-control": "no-store",
      "content-disposition": formatContentDisposition(name),
      "x-batch-rows": String(rowCount),
      ...listIgnoredColumns(columns),
    },
    body: isWhole ? Buffer.concat(await toArray(chunks)) : chunks,
  };
}

/** Returns the members of the tool's own query, and those of the batch's options. */
function readQuery({ query }: RequestContext, tool: Tool) {
  return collectErrors(
    () => {
      const members = tool.query ? pickMembers(parseQuery(tool.query, query), tool.query) : {};
      // Checked before any row runs, because it holds for all of them.
      parseToolQuery(tool, members);
      return members;
    },
    () => pickMembers(parseQuery(BatchOptionsSchema, query), BatchOptionsSchema),
  );
}

function pickMembers(
  values: Record<string, unknown>,
  { properties }: { properties: object },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

async function* countRows(
  rows: AsyncIterable<EncodedRow>,
  count: (status: number) => void,
): AsyncGenerator<EncodedRow, void> {
  for await (const row of rows) {
    count(row.status);
    yield row;
  }
}

function listIgnoredColumns(columns: readonly Column[] = []): Record<string, string> {
  const names = columns
    .filter(({ field, isOmitted }) => !field && !isOmitted)
    .map(({ header }) => encodeURIComponent(header));
  while (names.join(",").length > MAX_IGNORED_BYTES) names.pop();
  return names.length === 0 ? {} : { "x-batch-ignored-columns": names.join(",") };
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
