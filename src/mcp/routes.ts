import { createFileSource } from "../domain/files/file-source.ts";
import type { FileStore } from "../domain/files/file-store.ts";
import type { RequestContext } from "../http/context.ts";
import type { CountCall, CountLimit, InnerCall } from "../http/quota/count-call.ts";
import type { CountRows } from "../http/quota/count-rows.ts";
import type { Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import type { Logger } from "../lib/logger.ts";
import type { RateLimit } from "../lib/rate-limit.ts";
import type { Tool } from "../tools/define.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { createKeptResults } from "./files/kept-results.ts";
import { parseInlineBytes } from "./files/result-files.ts";
import type { HandleMessage } from "./http-handler.ts";
import { type Catalog, createCatalogs, getCountedTool } from "./list/catalog.ts";
import type { SelectionRequest } from "./list/selection.ts";
import type { InboxResources } from "./resources/inboxes.ts";
import type { Session } from "./session.ts";
import { toMcpTool } from "./to-mcp-tool.ts";
import type { McpTool } from "./tool.ts";

interface McpOptions {
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
  countRows: CountRows;
  /** The files of uploads and results. */
  files: FileStore;
  inboxes: InboxResources;
  /** The guides of the documentation as Markdown, by name. */
  readGuides(): Readonly<Record<string, string>>;
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
  // Loaded with the first message, because the protocol's package takes 37 MB and a third of a
  // second.
  let handler: Promise<HandleMessage> | undefined;
  const loadHandler = () =>
    (handler ??= import("./http-handler.ts").then((module) =>
      module.createHandleMessage(options.stopping),
    ));
  const deps = { ...options, loadHandler };
  const route: Route = {
    methods: ["POST"],
    path: "/mcp",
    access: "mcp",
    ownOriginOnly: true,
    body: { format: "json", maxBytes: largest + ENVELOPE_BYTES },
    handler(context) {
      const { inlineBytes, ...selection } = readParameters(context);
      const everything = getCatalog(selection);
      if (!context.caller)
        return handleMcpRequest(context, { catalog: everything, inlineBytes }, deps);
      const params = getCallParams(context.body);
      const scope = params && getCountedTool(everything, params)?.scope;
      if (scope !== undefined) context.requireScope(scope);
      const catalog = getCatalog(selection, (needed) => context.mayUse(needed));
      return handleMcpRequest(context, { catalog, inlineBytes }, deps);
    },
  };
  return [route];
}

interface McpDeps extends McpOptions {
  loadHandler(): Promise<HandleMessage>;
}

async function handleMcpRequest(
  context: RequestContext,
  { catalog, inlineBytes }: Selected,
  options: McpDeps,
): Promise<Reply> {
  const { body } = context;
  if (Array.isArray(body)) {
    return {
      status: 400,
      json: { error: "Send one message a request. Batches are not supported." },
    };
  }
  const params = getCallParams(body);
  const tool = params && getCountedTool(catalog, params);
  const refusal = tool && (await options.countCall(context, toInnerCall(tool)));
  const handleMessage = await options.loadHandler();
  const session = { ...createSession(context, { catalog, inlineBytes }, options), refusal };
  try {
    return toReply(await handleMessage(toRequest(context), body, session));
  } catch (error) {
    // The package rejects when the client has disconnected: no reply is needed.
    if (context.signal.aborted) return { status: 503 };
    throw error;
  }
}

function createSession(
  context: RequestContext,
  { catalog, inlineBytes }: Selected,
  {
    version,
    publicUrl,
    log,
    stopping,
    countRows,
    countLimit,
    files,
    inboxes,
    readGuides,
  }: McpOptions,
): Session {
  const { id: requestId } = context;
  const { ipPrefix } = context.client;
  const origin = publicUrl ?? context.origin;
  const source = createFileSource(files);
  return {
    version,
    source,
    readGuides,
    ipPrefix,
    inboxes: context.mayUse("inbox:read") ? inboxes : undefined,
    inboxToken: context.headers["x-inbox-token"]?.toString(),
    loadCatalog: () => catalog,
    createCall: ({ signal, onProgress }) => ({
      origin,
      ipPrefix,
      signal: AbortSignal.any([signal, stopping]),
      onProgress,
      async startRows(rows) {
        context.requireScope(`tools:${rows.usageName}`);
        await countRows(context, rows);
      },
      countUse: (limit: RateLimit) => countLimit(context, limit),
      source,
      files: createKeptResults(files, { inlineBytes, client: ipPrefix, origin }),
    }),
    reportUnexpected: (error) => {
      log.error({ requestId, err: error }, "unexpected error");
      return `Something went wrong on our side. The request id is ${requestId}.`;
    },
  };
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

interface Selected {
  catalog: Catalog;
  inlineBytes: number;
}

/**
 * Reads which tools a client wants, and how large files in results may be. A query parameter takes
 * precedence over its header. Throws HttpError.
 */
function readParameters({
  query,
  headers,
}: RequestContext): SelectionRequest & { inlineBytes: number } {
  const parameters = new URLSearchParams(query);
  const read = (name: string) => parameters.get(name) ?? headers[`x-sundry-${name}`]?.toString();
  const inlineBytes = parseInlineBytes(read("inline"));
  return { tools: read("tools"), set: read("set"), mode: read("mode"), inlineBytes };
}

/** Converts the request for the protocol's package, which receives the body parsed. */
function toRequest({ headers, signal }: RequestContext): Request {
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: Object.fromEntries(plain) as Record<string, string>,
    signal,
  });
}

function toReply({ status, headers, body }: Response): Reply {
  // Without the package's `Connection: keep-alive`, because the client may have asked to close it.
  headers.delete("connection");
  const { "content-type": type, ...ownHeaders } = Object.fromEntries(headers);
  return {
    status,
    // Results may be passwords; the package's own `no-cache` lets clients keep them.
    headers: { ...ownHeaders, "cache-control": "no-store, no-transform" },
    ...(type !== undefined && { type }),
    ...(body && { body }),
  };
}
