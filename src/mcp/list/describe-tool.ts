import { publishSchema } from "../../lib/published-schema.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { McpTool } from "../tool.ts";

/** Begins the URIs of tools. */
export const TOOLS = "sundry://tools/";

/** Returns the URI of the full description of a tool. */
export function getToolUri(name: string): string {
  return TOOLS + name;
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
