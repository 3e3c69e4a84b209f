import { Type } from "typebox";
import { ValidationError } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import { optionalWithDefault, type SchemaNode } from "../../lib/schema.ts";
import { formatSuggestion } from "../../lib/text/suggest.ts";
import { findTools } from "./find-tools.ts";
import { describeTool } from "./describe-tool.ts";
import type { McpTool } from "../tool.ts";

/** Name of the tool that calls another one. */
export const CALL_TOOL = "call_tool";

const FindInput = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 200, description: "What the tool is to do." }),
    limit: optionalWithDefault(
      Type.Integer({ minimum: 1, maximum: 10, description: "Maximum number of tools." }),
      5,
    ),
  },
  { examples: [{ query: "QR code for a Wi-Fi network" }] },
);

const Name = Type.String({ description: "Name of a tool." });
const DescribeInput = Type.Object({ name: Name }, { examples: [{ name: "qr" }] });
const CallInput = Type.Object(
  {
    name: Name,
    arguments: Type.Optional(Type.Object({}, { description: "Input of the tool." })),
  },
  { examples: [{ name: "qr", arguments: { text: "https://example.com" } }] },
);

const COMMON = {
  group: "security",
  scope: undefined,
  keywords: [],
  isReadOnly: true,
  isIdempotent: true,
  isOpenWorld: false,
  isCounted: false,
} as const;

/** Returns the tools of the search mode, which act on these tools. */
export function createSearchTools(tools: ReadonlyMap<string, McpTool>): McpTool[] {
  return [createFindTool(tools), createDescribeTool(tools), createCallTool(tools)];
}

function createFindTool(tools: ReadonlyMap<string, McpTool>): McpTool {
  const read = compileInput(FindInput);
  return {
    ...COMMON,
    name: "find_tool",
    title: "Find tools",
    description: "Finds tools by what they do, best first. Call describe_tool next.",
    inputSchema: FindInput,
    outputSchema: Type.Object({ tools: Type.Array(Type.Object({})) }),
    call: async (args) => {
      const { query, limit } = read(args);
      return toResult({ tools: findTools(tools.values(), query).slice(0, limit).map(summarize) });
    },
  };
}

function summarize({ name, title, description, inputSchema }: McpTool) {
  const { required = [] }: SchemaNode = inputSchema;
  return { name, title, description, required };
}

function createDescribeTool(tools: ReadonlyMap<string, McpTool>): McpTool {
  const read = compileInput(DescribeInput);
  const output = { name: Type.String(), title: Type.String(), description: Type.String() };
  return {
    ...COMMON,
    name: "describe_tool",
    title: "Describe a tool",
    description: "Returns the complete schemas of a tool and an example of its input.",
    inputSchema: DescribeInput,
    outputSchema: Type.Object({
      ...output,
      inputSchema: Type.Object({}),
      outputSchema: Type.Object({}),
      example: Type.Object({}),
    }),
    call: async (args) => toResult(describeTool(getTool(tools, read(args).name))),
  };
}

function createCallTool(tools: ReadonlyMap<string, McpTool>): McpTool {
  const read = compileInput(CallInput);
  return {
    ...COMMON,
    name: CALL_TOOL,
    title: "Call a tool",
    description: "Calls a tool with its arguments and returns what the tool returns.",
    inputSchema: CallInput,
    outputSchema: Type.Object({}),
    isReadOnly: false,
    isIdempotent: false,
    isOpenWorld: true,
    call: async (args, call) => {
      const { name } = read(args);
      return getTool(tools, name).call(getCallArguments(args) ?? {}, call);
    },
  };
}

/** Returns the arguments as sent, because a parsed input has the members of its schema only. */
function getCallArguments(args: unknown): unknown {
  return (args as { arguments?: unknown }).arguments;
}

function getTool(tools: ReadonlyMap<string, McpTool>, name: string): McpTool {
  const tool = tools.get(name);
  if (tool) return tool;
  const hint = formatSuggestion(name, [...tools.keys()]);
  throw ValidationError.at(["name"], `is not the name of a tool${hint}`);
}

function toResult(structuredContent: Record<string, unknown>) {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text" as const, text }], structuredContent };
}
