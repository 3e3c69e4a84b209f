import type { Tool } from "../tools/define.ts";
import type { Resource, ToolContext } from "../tools/tool-context.ts";
import { checkCall } from "../tools/run.ts";
import { callTool } from "./call-tool.ts";
import type { McpTool } from "./tool.ts";

/** Resources through which a tool reaches hosts that its caller names. */
const OPEN_WORLD: ReadonlySet<Resource> = new Set(["measurements", "network"]);

/** Resources with threads, whose work can take long. */
const THREADS: ReadonlySet<Resource> = new Set(["tasks", "renderer"]);

/** A call of more than half a second reports at least twice. */
const HEARTBEAT_MS = [250, 200, 1000];

/** Members of a call beside those of the tool, where folders are shared with the process. */
const SAVE_TO = {
  saveTo: { type: "string", description: "File to write, inside the shared folders." },
};

/** Converts a tool to an MCP tool. Its arguments are the members of input and query. */
export function toMcpTool(tool: Tool, context: ToolContext, { savesFiles = false } = {}): McpTool {
  const { name, title, summary, group, keywords, example, perMinute, resources } = tool;
  const isSaved = savesFiles && tool.media.some((type) => type !== "application/json");
  return {
    name,
    title,
    description: summary,
    group,
    keywords,
    inputSchema: toInputSchema(tool, isSaved ? SAVE_TO : {}),
    // The protocol requires an object at the root; every output is one.
    outputSchema: { type: "object", ...tool.output },
    example,
    perMinute,
    scope: `tools:${tool.scope}`,
    usageName: tool.scope,
    isReadOnly: !isSaved,
    isIdempotent: !tool.isRandom,
    isOpenWorld: resources.some((resource) => OPEN_WORLD.has(resource)),
    ...(resources.some((resource) => THREADS.has(resource)) && { heartbeatMs: HEARTBEAT_MS }),
    check: (input) => checkCall(tool, input, context),
    call: (args, call) => callTool(tool, args, { context, call, isSaved }),
  };
}

function toInputSchema(
  { input, query, example, briefExample = example }: Tool,
  added: object,
): object {
  const properties = { ...query?.properties, ...input.properties, ...added };
  return { ...input, properties, examples: [briefExample] };
}
