import type { UnavailableError } from "../lib/errors.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Logger, Reply, Route } from "../http/types.ts";
import type { Tool, ToolContext } from "../tools/define.ts";
import { type McpTool, mcpTool } from "./tool.ts";

/** Dependencies of the routes. */
export interface McpOptions {
  tools: readonly Tool[];
  /** Tools without a definition: the inbox's. */
  others: readonly McpTool[];
  toolContext: ToolContext;
  version: string;
  /** The address in results; undefined: the one that a request was sent to. */
  publicUrl: string | undefined;
  log: Logger;
  /** Aborted when the process stops, so that calls that wait do not hold it up. */
  stopping: AbortSignal;
  /** Counts a call to a tool. Returns the error when a limit is used up. */
  checkQuota(tool: McpTool, context: RequestContext): Promise<UnavailableError | undefined>;
}

/** Size of a message without its arguments, at most. */
const ENVELOPE_BYTES = 64 * 1024;
const MIN_BODY_BYTES = 256 * 1024;

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Each request is one message with a
 * server of its own, so that any number of processes can answer the same client.
 */
export function mcpRoutes(options: McpOptions): Route[] {
  const { tools, others, toolContext } = options;
  const all = [...tools.map((tool) => mcpTool(tool, toolContext)), ...others];
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  const largest = Math.max(MIN_BODY_BYTES, ...tools.map((tool) => tool.bodyLimitBytes));
  const route: Route = {
    methods: ["POST"],
    path: "/mcp",
    ownOriginOnly: true,
    body: { format: "json", maxBytes: largest + ENVELOPE_BYTES },
    handler: (context) => answer(context, byName, options),
  };
  return [route];
}

async function answer(
  context: RequestContext,
  tools: ReadonlyMap<string, McpTool>,
  { version, publicUrl, log, stopping, checkQuota }: McpOptions,
): Promise<Reply> {
  const { body, id: requestId } = context;
  if (Array.isArray(body)) {
    return {
      status: 400,
      json: { error: "Send one message a request. Batches are not supported." },
    };
  }
  const tool = tools.get(calledName(body) ?? "");
  const refusal = tool && (await checkQuota(tool, context));
  const unexpected = (error: unknown) => {
    log.error({ requestId, err: error }, "unexpected error");
    return `Something went wrong on our side. The request id is ${requestId}.`;
  };
  // Loaded with the first message, because the protocol's package takes 37 MB and a third of a second.
  const { answerMessage } = await import("./server.ts");
  const call = {
    origin: publicUrl ?? context.origin,
    ipPrefix: context.client.ipPrefix,
    signal: AbortSignal.any([context.signal, stopping]),
  };
  const message = { tools, version, refusal, call, unexpected };
  return toReply(await answerMessage(toRequest(context), body, message));
}

/** The name of the tool when the message is a call. */
function calledName(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === "tools/call" && typeof params?.name === "string" ? params.name : undefined;
}

/** The request in the form that the protocol's package takes. Its body goes along parsed. */
function toRequest({ headers }: RequestContext): Request {
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: Object.fromEntries(plain) as Record<string, string>,
  });
}

function toReply({ status, headers, body }: Response): Reply {
  const { "content-type": type, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, ...(type !== undefined && { type }), ...(body && { body }) };
}
