import { createHash } from "node:crypto";
import type { BodyStream } from "../http/body/stream.ts";
import type { RequestContext } from "../http/context.ts";
import type { CountRows } from "../http/quota/count-rows.ts";
import type { RawHeaders, Reply } from "../http/reply.ts";
import type { Handler, Route } from "../http/route.ts";
import { KeyedSlots } from "../lib/concurrency/keyed-slots.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { createETag } from "../lib/net/etag.ts";
import { mapStoreErrors } from "../store/store.ts";
import { OUTPUT_TYPES } from "./options.ts";
import { replyWithEvents } from "./queue/job-events.ts";
import { JOB_REPLY_HEADERS, JOBS_PATH, toJobObject } from "./queue/job-object.ts";
import type { JobQueue } from "./queue/job-queue.ts";
import { replyWithResult, requireResult } from "./queue/job-result.ts";
import { isEnded, isJobId, type Job } from "./queue/job.ts";
import { receiveJob, type ReceiverOptions } from "./queue/receive.ts";
import {
  createRowHeaders,
  getContentType,
  prefersAsync,
  readQuery,
  requireBatchType,
  type RowRule,
  type RowTools,
} from "./request.ts";
import { JSON_TYPE } from "../lib/net/http-headers.ts";

/** Parts and limits of jobs. */
export interface JobRouteDeps extends ReceiverOptions {
  tools: RowTools;
  maxBodyBytes: number;
  countRows: CountRows;
  commonHeaders: RawHeaders;
  /** Rejects with the error of a process that cannot serve jobs. */
  requireReady(): Promise<void>;
}

/** Headers of jobs that browsers may read. */
export const JOB_HEADERS = ["Accept-Ranges", "Content-Range", "Content-Disposition"] as const;

/** Streams of events of one address. */
const MAX_STREAMS = 20;

/** Creates the routes of jobs. The first one creates them. */
export function createJobRoutes(deps: JobRouteDeps): [create: Route & RowRule, ...others: Route[]] {
  const { files, queue, runner, commonHeaders } = deps;
  const shared = { access: "signed-in", quotaExempt: true, commonHeaders } as const;
  const path = `${JOBS_PATH}/:id`;
  return [
    createCreateRoute(deps),
    {
      ...shared,
      path,
      methods: ["GET", "HEAD"],
      docsAnchor: "get-job",
      handler: handleJob(deps, (context, job) => replyWithJob(describeJob(context, job, queue))),
    },
    {
      ...shared,
      path,
      methods: ["DELETE"],
      docsAnchor: "delete-job",
      handler: handleJob(deps, async (_, job) => {
        if (isEnded(job)) await queue.forget(job.id);
        else {
          await queue.end(job.id, { state: "cancelled", resultBytes: null, error: null });
          runner.abort(job.id);
        }
        return { status: 204, headers: JOB_REPLY_HEADERS };
      }),
    },
    {
      ...shared,
      path: `${path}/events`,
      methods: ["GET"],
      docsAnchor: "job-events",
      handler: handleJob(deps, createEventsReply(queue)),
    },
    {
      ...shared,
      path: `${path}/result`,
      methods: ["GET", "HEAD"],
      docsAnchor: "job-result",
      handler: handleJob(deps, (context, job) => {
        requireResult(job);
        return replyWithResult(context, job, { files, kind: OUTPUT_TYPES[job.output] });
      }),
    },
  ];
}

type JobReply = (context: RequestContext, job: Job) => Reply | Promise<Reply>;

/** Creates the handler of a route with the id of a job, for callers who may run its tool. */
function handleJob({ tools, queue, requireReady }: JobRouteDeps, reply: JobReply): Handler {
  const handle = async (context: RequestContext) => {
    await requireReady();
    const job = await findJob(queue, context);
    // The path names no tool, so that its rule cannot ask for the scope.
    const tool = tools.byName.get(job.tool);
    if (tool) context.requireScope(`tools:${tool.scope}`);
    return reply(context, job);
  };
  return (context) => mapStoreErrors(handle(context));
}

function describeJob({ origin }: RequestContext, job: Job, { nowMs }: JobQueue) {
  return toJobObject(job, { origin, nowMs });
}

function createEventsReply(queue: JobQueue): JobReply {
  const streams = new KeyedSlots({ maxPerKey: MAX_STREAMS });
  return (context, { id }) => {
    const release = streams.take(context.client.ipPrefix);
    if (!release)
      throw new UnavailableError(`At most ${MAX_STREAMS} streams at once.`, "rate-limited", 5);
    const read = async () => {
      const job = await queue.getRecent(id);
      return job && describeJob(context, job, queue);
    };
    return replyWithEvents({ read, signal: context.signal }, release);
  };
}

function createCreateRoute(deps: JobRouteDeps): Route & RowRule {
  const { access, usageName, find } = deps.tools;
  return {
    path: `${JOBS_PATH}/:tool`,
    methods: ["POST"],
    access,
    usageName,
    docsAnchor: "jobs",
    commonHeaders: deps.commonHeaders,
    body: { format: "stream", maxBytes: deps.maxBodyBytes },
    beforeBody: async (context) => {
      find(context);
      requireBatchType(context.headers);
      await mapStoreErrors(deps.requireReady());
    },
    handler: (context) => mapStoreErrors(createJob(context, deps)),
  };
}

async function createJob(context: RequestContext, deps: JobRouteDeps): Promise<Reply> {
  const { headers } = context;
  const tool = deps.tools.find(context);
  const [query, options] = readQuery(context, tool);
  const declared = headers["content-length"];
  const sent = {
    tool,
    client: hashClient(context.client.ipPrefix),
    bytes: declared === undefined ? undefined : Number(declared),
    contentType: getContentType(headers),
    query,
    options,
    read: (write: (bytes: Uint8Array) => Promise<void>) => (context.body as BodyStream).read(write),
    countRows: (rows: number) =>
      deps.countRows(context, { rows, usageName: tool.scope, limits: [] }),
  };
  const { job, plan } = await receiveJob(sent, deps);
  const object = toJobObject(job, { origin: context.origin, nowMs: deps.queue.nowMs });
  const applied = prefersAsync(headers) ? { "preference-applied": "respond-async" } : {};
  const location = `${context.basePath}${JOBS_PATH}/${job.id}`;
  return {
    status: 202,
    json: object,
    headers: { ...JOB_REPLY_HEADERS, location, ...applied, ...createRowHeaders(plan) },
  };
}

function replyWithJob(object: object): Reply {
  const body = JSON.stringify(object);
  const etag = createETag(body);
  return { type: JSON_TYPE, headers: JOB_REPLY_HEADERS, etag, body };
}

/** Rejects with an HttpError: 404 for an unknown id, 410 for one that has expired. */
async function findJob(queue: JobQueue, { params: { id = "" } }: RequestContext): Promise<Job> {
  const job = isJobId(id) ? await queue.get(id) : undefined;
  if (!job || job.state === "receiving") throw new HttpError(404, "There is no such job.");
  const isOver = isEnded(job) && job.expiresAtMs <= queue.nowMs;
  if (job.state === "expired" || isOver) throw new HttpError(410, "The job has expired.");
  return job;
}

/** Returns a text without spaces from which the address cannot be inferred. */
function hashClient(address: string): string {
  return createHash("sha256").update(address).digest("base64url").slice(0, 16);
}
