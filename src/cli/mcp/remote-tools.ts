import type { CallToolResult } from "@modelcontextprotocol/server";
import { INBOX_TOOLS } from "../../inbox/tool-definitions.ts";
import { HttpError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { McpTool } from "../../mcp/tool.ts";
import { sendMessage } from "./remote-message.ts";

/** Creates the tools of inboxes, which a server runs. */
export function createRemoteTools(server: string, token: string | undefined): McpTool[] {
  const toRemoteTool = (tool: Omit<McpTool, "call">): McpTool => ({
    ...tool,
    async call(args, { signal }) {
      const input = addToken(tool.inputSchema, args, token);
      const params = { name: tool.name, arguments: input };
      const response = await sendMessage(server, { method: "tools/call", params, signal });
      if (response.result) return response.result as CallToolResult;
      throw new HttpError(502, response.error?.message ?? "the server's answer has no result");
    },
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
