import type { AssistantTool, AssistantTools } from "../../domain/assistant-tools.ts";
import { createSearchTools } from "./search-tools.ts";
import { listTool } from "./tool-list.ts";
import type { McpTool } from "../tool.ts";

/** Bytes of a list for each token of o200k_base: 3.8 to 4.4 for single tools. */
const BYTES_PER_TOKEN = 4;

/** Estimates the tokens of each tool in the list. `remote` are the tools that need a server. */
export function measureTools(
  local: readonly McpTool[],
  remote: readonly McpTool[],
): AssistantTools {
  const searchTools = createSearchTools(new Map());
  return {
    tools: [
      ...local.map((tool) => toAssistantTool(tool, false)),
      ...remote.map((tool) => toAssistantTool(tool, true)),
    ],
    searchTokens: searchTools.reduce((sum, tool) => sum + estimateTokens(tool), 0),
  };
}

function toAssistantTool(tool: McpTool, needsServer: boolean): AssistantTool {
  const { name, title, group } = tool;
  return { name, title, group, needsServer, tokens: estimateTokens(tool) };
}

function estimateTokens(tool: McpTool): number {
  return Math.round(Buffer.byteLength(JSON.stringify(listTool(tool))) / BYTES_PER_TOKEN);
}
