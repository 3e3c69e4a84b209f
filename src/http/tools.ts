import { isUtf8 } from "node:buffer";
import { collectErrors, HttpError } from "../lib/errors.ts";
import { isOfMediaType } from "../lib/net/http-headers.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import type { ReplyFormat, Tool, ToolReply } from "../tools/define.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { runTool, startStream } from "../tools/run.ts";
import type { ReadBody } from "./body-reader.ts";
import { BodyStream } from "./body-stream.ts";
import { createCommonHeaders } from "./protocol/cross-origin.ts";
import { parseQuery } from "./query.ts";
import type { RequestContext } from "./request-context.ts";
import { createETag } from "./static-document.ts";
import type { Handler, Reply, Route } from "./types.ts";

/** Lets nothing that a caller put into a document run, load or navigate, and no other site frame it. */
const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";
const DOCUMENT = /^(text\/html|image\/svg\+xml)/;

const NO_STORE = { "cache-control": "no-store" };

/** Limits of the operator. */
interface ToolRouteOptions {
  /** The largest body that is read as it arrives, in bytes. Default: unlimited. */
  maxStreamedBytes?: number;
}

/** The routes of one tool, at its path and its aliases. */
export function createToolRoutes(
  tool: Tool,
  toolContext: ToolContext,
  { maxStreamedBytes = Infinity }: ToolRouteOptions = {},
): Route[] {
  const { name, perMinute, methods, bodyLimitBytes: maxBytes, rawBody, streamedBody } = tool;
  const shared = {
    docsAnchor: name,
    commonHeaders: createCommonHeaders(Object.keys(tool.headers)),
    ...(perMinute !== undefined && { limit: { name, perMinute } }),
  };
  return [tool.path, ...tool.aliases].flatMap((path) => {
    const post: Route = {
      ...shared,
      path,
      methods: ["POST"],
      body: {
        format: "json",
        maxBytes,
        ...(rawBody && { rawTypes: rawBody.mediaTypes }),
        ...(streamedBody && {
          streamed: { mediaTypes: streamedBody.mediaTypes, maxBytes: maxStreamedBytes },
        }),
      },
      handler: createPostHandler(tool, toolContext),
    };
    const get: Route = {
      ...shared,
      path,
      methods: ["GET", "HEAD"],
      handler: createGetHandler(tool, toolContext),
    };
    return methods.map((method) => (method === "POST" ? post : get));
  });
}

/** Creates the handler of POST. Its responses may contain what the caller sent, so they are not stored. */
function createPostHandler(tool: Tool, toolContext: ToolContext): Handler {
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
    const result = run(context, { tool, toolContext, input, format: "default" });
    return result instanceof Promise ? result.then(toPostReply) : toPostReply(result);
  };
}

/** Checks the members of the query before the body is read, so that nobody uploads a file to be refused. */
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

/** Returns the input of a POST: its JSON, or the raw body as one member beside those of the query. */
function readPostedInput(
  { rawBody, input }: Tool,
  { body, headers, query }: RequestContext,
): unknown {
  const type = headers["content-type"] ?? "";
  if (!rawBody || !isOfMediaType(type, rawBody.mediaTypes)) return body;
  const { bytes } = body as ReadBody;
  const isText = /^text\//i.test(type);
  if (isText && !isUtf8(bytes)) throw new HttpError(400, "The body is not valid UTF-8.");
  const member = bytes.toString(isText ? "utf8" : "base64");
  return { ...parseQuery(input, query), [rawBody.member]: member };
}

/** Creates the handler of GET, which takes the members of the input as query text. Its responses may be cached. */
function createGetHandler(tool: Tool, toolContext: ToolContext): Handler {
  return async (context) => {
    const input = () => parseQuery(tool.input, context.query);
    const result = await run(context, { tool, toolContext, input, format: "file" });
    const caching = isFile(result.body)
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600";
    // Serialized here because the entity tag is a hash of what is sent.
    const body = isFile(result.body) ? result.body : JSON.stringify(result.body);
    return toReply(tool, { ...result, body }, { "cache-control": result.cacheControl ?? caching });
  };
}

interface ToolRun {
  tool: Tool;
  toolContext: ToolContext;
  input: () => unknown;
  format: ReplyFormat;
}

function run(
  context: RequestContext,
  { tool, toolContext, input, format }: ToolRun,
): MaybePromise<ToolReply> {
  const { query: schema } = tool;
  const accept = context.headers.accept ?? "";
  if (!schema) return runTool(tool, input(), { context: toolContext, format, accept });
  const [value, query] = collectErrors(input, () => parseQuery(schema, context.query));
  return runTool(tool, value, { context: toolContext, query, format, accept });
}

/**
 * Returns the reply with a tool's headers and `added`, which take precedence. Files of tools that answer GET have an entity
 * tag, because they depend on the request alone.
 */
function toReply(
  tool: Tool,
  { type, body, headers, isNegotiated }: ToolReply,
  added: Record<string, string>,
): Reply {
  const all: Record<string, string> = {};
  for (const name in headers) all[name.toLowerCase()] = headers[name] ?? "";
  if (DOCUMENT.test(type)) all["content-security-policy"] = DOCUMENT_POLICY;
  if (isNegotiated) all["vary"] = "Accept";
  const isBytes = body instanceof Uint8Array;
  const reply: Reply = {
    type: isBytes || type.includes("charset") ? type : `${type}; charset=utf-8`,
    headers: Object.assign(all, added),
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
