import type { CallToolResult } from "@modelcontextprotocol/server";
import { INBOX_TOOLS } from "../../inbox/tool-definitions.ts";
import { HttpError, UnavailableError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { McpTool } from "../../mcp/tool.ts";
import { parseJson, request, ServerError } from "../server-client.ts";

const REVISION = "2025-11-25";
const RETRY_SECONDS = 5;

/** Creates the tools of inboxes, which a server runs. */
export function createRemoteTools(server: string, token: string | undefined): McpTool[] {
  const toRemoteTool = (tool: Omit<McpTool, "call">): McpTool => ({
    ...tool,
    call: (args, { signal }) =>
      callRemotely(`${server}/mcp?tools=${tool.name}`, {
        name: tool.name,
        arguments: addToken(tool.inputSchema, args, token),
        signal,
      }),
  });
  return Object.values(INBOX_TOOLS).map(toRemoteTool);
}

/** Adds the default token for a tool that takes one. */
function addToken(
  { properties = {} }: SchemaNode,
  args: unknown,
  token: string | undefined,
): unknown {
  const takesToken = token !== undefined && "token" in properties;
  return takesToken && typeof args === "object" ? { token, ...args } : args;
}

interface RemoteCall {
  name: string;
  arguments: unknown;
  signal: AbortSignal;
}

/** Calls a tool of a server over its MCP endpoint, whose answer is that of this process. */
async function callRemotely(
  url: string,
  { name, arguments: args, signal }: RemoteCall,
): Promise<CallToolResult> {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
  };
  const response = await request(url, {
    method: "POST",
    headers,
    body: JSON.stringify(message),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ServerError) throw new HttpError(error.status, error.message);
    throw new UnavailableError((error as Error).message, "overloaded", RETRY_SECONDS);
  });
  // The answer may be the only event of a stream.
  const text = new TextDecoder().decode(response.body).replace(/^[^{]*/, "");
  const answer = parseJson({ ...response, body: new TextEncoder().encode(text) }) as Answer;
  if (answer.result) return answer.result;
  throw new HttpError(502, answer.error?.message ?? "the server's answer has no result");
}

interface Answer {
  result?: CallToolResult;
  error?: { message: string };
}
