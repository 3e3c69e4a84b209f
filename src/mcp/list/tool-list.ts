import type { ListToolsResult } from "@modelcontextprotocol/server";
import { listInput, listOutput } from "./listed-schema.ts";
import { getToolUri } from "./describe-tool.ts";
import type { McpTool } from "../tool.ts";

type ListedTool = ListToolsResult["tools"][number];
type JsonSchema = ListedTool["inputSchema"];

/** Returns a tool as `tools/list` has it. */
export function listTool(tool: McpTool): ListedTool {
  const { name, title, description, isReadOnly, isIdempotent, isOpenWorld } = tool;
  return {
    name,
    title,
    description,
    inputSchema: listInput(tool.inputSchema, getToolUri(name)) as JsonSchema,
    outputSchema: listOutput(tool.outputSchema) as JsonSchema,
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: false,
      idempotentHint: isIdempotent,
      openWorldHint: isOpenWorld,
    },
  };
}
