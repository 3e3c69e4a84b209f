import { publishSchema } from "../lib/published-schema.ts";
import type { SchemaNode } from "../lib/schema.ts";
import type { McpTool } from "./tool.ts";

const TOOLS = "sundry://tools/";

/** The template of the resources of tools. */
export const TOOL_TEMPLATE = {
  uriTemplate: `${TOOLS}{name}`,
  name: "tool",
  title: "Tool in full",
  description: "The complete schemas of a tool, and an example.",
  mimeType: "application/json",
};

/** Returns the URI of the full description of a tool. */
export function getToolUri(name: string): string {
  return TOOLS + name;
}

/** Returns the full description of a tool; undefined for another URI. */
export function readToolResource(
  uri: string,
  tools: ReadonlyMap<string, McpTool>,
): string | undefined {
  const tool = uri.startsWith(TOOLS) ? tools.get(uri.slice(TOOLS.length)) : undefined;
  return tool && JSON.stringify(describeTool(tool));
}

/** Returns what a list leaves out of a tool: its schemas in full, and its whole example. */
export function describeTool(tool: McpTool): Record<string, unknown> {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const { examples: [brief] = [] }: SchemaNode = inputSchema;
  return {
    name,
    title,
    description,
    inputSchema: publishSchema(inputSchema),
    outputSchema: publishSchema(outputSchema),
    example: tool.example ?? brief,
  };
}
