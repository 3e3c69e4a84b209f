import type { RequestContext } from "../http/context.ts";
import type { CountCall, CountLimit, InnerCall } from "../http/quota/count-call.ts";
import type { Reply } from "../http/reply.ts";
import type { RateLimit } from "../http/route-rules.ts";
import type { Route } from "../http/route.ts";
import type { Logger } from "../lib/logger.ts";
import type { Tool } from "../tools/define.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { type Catalog, createCatalogs, getCountedTool } from "./catalog.ts";
import type { SelectionRequest } from "./selection.ts";
import { type McpTool, toMcpTool } from "./tool.ts";

/** Dependencies of the routes. */
export interface McpOptions {
  tools: readonly Tool[];
  /** Tools without a definition: those of the inbox. */
  others: readonly McpTool[];
  toolContext: ToolContext;
  version: string;
  /** The server's URL in results; undefined: the URL that a request was sent to. */
  publicUrl: string | undefined;
  log: Logger;
  /** Aborted on shutdown, so that waiting calls do not delay it. */
  stopping: AbortSignal;
  /** Counts a call to a tool like a request to its path, because `/mcp` itself is not counted. */
  countCall: CountCall;
  countLimit: CountLimit;
}

/** Maximum bytes of a message without its arguments. */
const ENVELOPE_BYTES = 64 * 1024;
const MIN_BODY_BYTES = 256 * 1024;

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Each request is
 * one message handled by a new server, so that any process can answer the same client.
 */
export function createMcpRoutes(options: McpOptions): Route[] {
  const { tools, others, toolContext } = options;
  const all = [...tools.map((tool) => toMcpTool(tool, toolContext)), ...others];
  const getCatalog = createCatalogs(new Map(all.map((tool) => [tool.name, tool])));
  const largest = Math.max(MIN_BODY_BYTES, ...tools.map((tool) => tool.bodyLimitBytes));
  const route: Route = {
    methods: ["POST"],
    path: "/mcp",
    access: "mcp",
    ownOriginOnly: true,
    body: { format: "json", maxBytes: largest + ENVELOPE_BYTES },
    handler(context) {
      const selection = readSelection(context);
      const everything = getCatalog(selection);
      if (!context.caller) return handleMcpRequest(context, everything, options);
      const params = getCallParams(context.body);
      const scope = params && getCountedTool(everything, params)?.scope;
      if (scope !== undefined) context.requireScope(scope);
      const usable = getCatalog(selection, (needed) => context.mayUse(needed));
      return handleMcpRequest(context, usable, options);
    },
  };
  return [route];
}

async function handleMcpRequest(
  context: RequestContext,
  catalog: Catalog,
  { version, publicUrl, log, stopping, countCall, countLimit }: McpOptions,
): Promise<Reply> {
  const { body, id: requestId } = context;
  if (Array.isArray(body)) {
    return {
      status: 400,
      json: { error: "Send one message a request. Batches are not supported." },
    };
  }
  const params = getCallParams(body);
  const tool = params && getCountedTool(catalog, params);
  const refusal = tool && (await countCall(context, toInnerCall(tool)));
  const reportUnexpected = (error: unknown) => {
    log.error({ requestId, err: error }, "unexpected error");
    return `Something went wrong on our side. The request id is ${requestId}.`;
  };
  // Loaded with the first message, because the protocol's package takes 37 MB and a third of a
  // second.
  const { handleMessage } = await import("./server.ts");
  const call = {
    origin: publicUrl ?? context.origin,
    ipPrefix: context.client.ipPrefix,
    signal: AbortSignal.any([context.signal, stopping]),
    countUse: (limit: RateLimit) => countLimit(context, limit),
  };
  const message = { catalog, version, refusal, call, reportUnexpected };
  return toReply(await handleMessage(toRequest(context), body, message));
}

function toInnerCall({ name, perMinute, quotaExempt, usageName = "inbox" }: McpTool): InnerCall {
  const limit = perMinute === undefined ? {} : { limit: { name, perMinute } };
  return {
    quotaExempt: quotaExempt ?? false,
    usageName,
    tool: name,
    keyLimit: usageName,
    ...limit,
  };
}

/** Returns the parameters if the message is a call. */
function getCallParams(message: unknown): object | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown };
  return method === "tools/call" && typeof params === "object" && params ? params : undefined;
}

/** Reads which tools a client wants. A query parameter takes precedence over its header. */
function readSelection({ query, headers }: RequestContext): SelectionRequest {
  const parameters = new URLSearchParams(query);
  const read = (name: string) => parameters.get(name) ?? headers[`x-sundry-${name}`]?.toString();
  return { tools: read("tools"), set: read("set"), mode: read("mode") };
}

/** Converts the request for the protocol's package, which receives the body parsed. */
function toRequest({ headers }: RequestContext): Request {
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: Object.fromEntries(plain) as Record<string, string>,
  });
}

function toReply({ status, headers, body }: Response): Reply {
  // Without the package's `Connection: keep-alive`, because the client may have asked to close it.
  headers.delete("connection");
  const { "content-type": type, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, ...(type !== undefined && { type }), ...(body && { body }) };
}
