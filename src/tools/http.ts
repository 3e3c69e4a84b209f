import { isUtf8 } from "node:buffer";
import { detachBuffer } from "../lib/workers/transferable.ts";
import { collectErrors, HttpError } from "../lib/errors.ts";
import { acceptsExplicitly, isOfMediaType, NO_STORE } from "../lib/net/http-headers.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { REPLY_TYPES, type ReplyFormat, type Tool, type ToolReply } from "./define.ts";
import type { ToolContext } from "./tool-context.ts";
import { runTool, startStream } from "./run.ts";
import type { CountLimit } from "../http/quota/count-call.ts";
import type { RateLimit } from "../lib/rate-limit.ts";
import type { ReadBody } from "../http/body/reader.ts";
import { BodyStream } from "../http/body/stream.ts";
import { createCommonHeaders } from "../http/base-headers.ts";
import type { FileSource } from "../lib/input/file-members.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import type { RequestContext } from "../http/context.ts";
import { createETag } from "../lib/net/etag.ts";
import type { Reply } from "../http/reply.ts";
import type { Handler, Route } from "../http/route.ts";

/**
 * Lets nothing that a caller put into a document run, load or navigate, and no other site frame it.
 */
const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";
const DOCUMENT = /^(text\/html|image\/svg\+xml)/;

/** Limits of the operator. */
interface ToolRouteOptions {
  /** The largest body that is read as it arrives, in bytes. Default: unlimited. */
  maxStreamedBytes?: number;
  /** Counts costly replies. Default: they are unlimited. */
  countLimit?: CountLimit;
  /** The files that members may name. Default: none. */
  files?: FileSource;
}

/** The routes of one tool, at its path and its aliases. */
export function createToolRoutes(
  tool: Tool,
  toolContext: ToolContext,
  { maxStreamedBytes = Infinity, countLimit, files }: ToolRouteOptions = {},
): Route[] {
  const deps = { tool, toolContext, countLimit, files };
  const { name, perMinute, methods, bodyLimitBytes: maxBytes, rawBody, streamedBody } = tool;
  const shared = {
    access: `tools:${tool.scope}`,
    docsAnchor: name,
    tool: name,
    usageName: tool.scope,
    keyLimit: tool.scope,
    commonHeaders: createCommonHeaders(Object.keys(tool.headers)),
    ...(perMinute !== undefined && { limit: { name, perMinute } }),
  } as const;
  return [tool.path, ...tool.aliases].flatMap((path) => {
    const post: Route = {
      ...shared,
      path,
      methods: ["POST"],
      body: {
        format: "json",
        maxBytes,
        ...(tool.maxJsonValues !== undefined && { maxValues: tool.maxJsonValues }),
        ...(rawBody && { rawTypes: rawBody.mediaTypes }),
        ...(streamedBody && {
          streamed: { mediaTypes: streamedBody.mediaTypes, maxBytes: maxStreamedBytes },
        }),
      },
      handler: createPostHandler(deps),
    };
    const handler = createGetHandler(deps);
    const get: Route = { ...shared, path, methods: ["GET", "HEAD"], handler };
    return methods.map((method) => (method === "POST" ? post : get));
  });
}

interface HandlerDeps {
  tool: Tool;
  toolContext: ToolContext;
  countLimit: CountLimit | undefined;
  files: FileSource | undefined;
}

/**
 * Creates the handler of POST. Its responses may contain what the caller sent, so they are not
 * stored.
 */
function createPostHandler(deps: HandlerDeps): Handler {
  const { tool } = deps;
  const toPostReply = (result: ToolReply): Reply => {
    const isPlain = !result.headers && !result.isNegotiated && !isFile(result.body);
    return isPlain && result.type === "application/json"
      ? { json: result.body, headers: NO_STORE }
      : toReply(tool, result, NO_STORE);
  };
  return (context) => {
    if (context.body instanceof BodyStream)
      return runStream(tool, context, context.body).then(toPostReply);
    const input = () => readPostedInput(tool, context);
    const result = run(context, deps, { input, format: "default" });
    if (!(result instanceof Promise)) return toPostReply(result);
    return result.then(toPostReply).finally(() => releaseBody(context));
  };
}

/** Frees a raw body, which the garbage collector would keep for a while. */
function releaseBody({ body }: RequestContext): void {
  const { bytes } = (body ?? {}) as Partial<ReadBody>;
  if (bytes instanceof Uint8Array) detachBuffer(bytes);
}

/**
 * Checks the members of the query before the body is read, so that no file is uploaded only to be
 * refused.
 */
async function runStream(
  tool: Tool,
  { query }: RequestContext,
  body: BodyStream,
): Promise<ToolReply> {
  const members = tool.streamedBody ? parseQuery(tool.streamedBody.input, query) : {};
  const stream = startStream(tool, members);
  await body.read((bytes) => stream.write(bytes));
  return stream.end();
}

/**
 * Returns the input of a POST: its JSON, or the raw body as one member beside those of the query.
 */
function readPostedInput(
  { rawBody, input }: Tool,
  { body, headers, query }: RequestContext,
): unknown {
  const type = headers["content-type"] ?? "";
  if (!rawBody || !isOfMediaType(type, rawBody.mediaTypes)) return body;
  const { bytes } = body as ReadBody;
  const schema: SchemaNode | undefined = input.properties[rawBody.member];
  const isBase64 = schema?.contentEncoding === "base64";
  if (schema?.["x-bytes"]) return { ...parseQuery(input, query), [rawBody.member]: bytes };
  const isText = !isBase64 && /^text\//i.test(type);
  if (isText && !isUtf8(bytes)) throw new HttpError(400, "The body is not valid UTF-8.");
  const member = bytes.toString(isText ? "utf8" : "base64");
  return { ...parseQuery(input, query), [rawBody.member]: member };
}

/**
 * Creates the handler of GET, which takes the members of the input as query text. Its responses may
 * be cached.
 */
function createGetHandler(deps: HandlerDeps): Handler {
  const { tool } = deps;
  return async (context) => {
    const input = () => parseQuery(tool.input, context.query);
    const result = await run(context, deps, { input, format: "file" });
    const caching = isFile(result.body)
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600";
    // Serialized here because the entity tag is a hash of what is sent.
    const body = isFile(result.body) ? result.body : JSON.stringify(result.body);
    return toReply(tool, { ...result, body }, { "cache-control": result.cacheControl ?? caching });
  };
}

/** Resources whose work ends, or does not start, when the caller is gone. */
const ABORTABLE: ReadonlySet<string> = new Set(["measurements", "tasks"]);

/** Returns true for tools of which every run is costly, because a signal costs a listener. */
function isAbortable({ defaultPerMinute, resources }: Tool): boolean {
  return defaultPerMinute !== undefined && resources.some((name) => ABORTABLE.has(name));
}

function run(
  context: RequestContext,
  { tool, toolContext, countLimit, files }: HandlerDeps,
  { input, format }: { input: () => unknown; format: ReplyFormat },
): MaybePromise<ToolReply> {
  const { query: schema } = tool;
  const { accept = "" } = context.headers;
  const chosen = chooseFormat(accept);
  const options = {
    context: toolContext,
    client: context.client.ipPrefix,
    signal: isAbortable(tool) ? context.signal : undefined,
    countUse: tool.costlyReply && countLimit && ((limit: RateLimit) => countLimit(context, limit)),
    files,
    format: chosen ?? format,
    accept: chosen ? "" : accept,
    query: undefined as unknown,
  };
  if (!schema) return runTool(tool, input(), options);
  const [value, query] = collectErrors(input, () => parseQuery(schema, context.query));
  options.query = query;
  return runTool(tool, value, options);
}

/** Matches the types that choose a format, so that other headers are not parsed for them. */
const REPLY_TYPE = /vnd\.sundry\./i;

/** Returns the format that an `Accept` header names; undefined: the route's own. */
function chooseFormat(accept: string): ReplyFormat | undefined {
  if (!REPLY_TYPE.test(accept)) return undefined;
  if (acceptsExplicitly(accept, REPLY_TYPES.json)) return "json";
  return acceptsExplicitly(accept, REPLY_TYPES.file) ? "file" : undefined;
}

/**
 * Returns the reply with a tool's headers and `added`, which take precedence. Files of tools that
 * answer GET have an entity tag, because they depend on the request alone.
 */
function toReply(
  tool: Tool,
  { type, body, headers, isNegotiated }: ToolReply,
  added: Record<string, string>,
): Reply {
  const headersByName: Record<string, string> = {};
  for (const name in headers) headersByName[name.toLowerCase()] = headers[name] ?? "";
  if (DOCUMENT.test(type)) headersByName["content-security-policy"] = DOCUMENT_POLICY;
  if (isNegotiated) headersByName["vary"] = "Accept";
  const isBytes = body instanceof Uint8Array;
  const reply: Reply = {
    type: isBytes || type.includes("charset") ? type : `${type}; charset=utf-8`,
    headers: Object.assign(headersByName, added),
  };
  if (!isFile(body)) reply.json = body;
  else {
    reply.body = body;
    if (tool.methods.includes("GET")) reply.etag = createETag(body);
  }
  return reply;
}

function isFile(body: ToolReply["body"]): body is string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array;
}
