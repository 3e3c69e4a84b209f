import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Tool } from "../tools/define.ts";
import type { Resource, ToolContext } from "../tools/tool-context.ts";
import { computeResult, type CountUse, type FormatReply } from "../tools/run.ts";
import { parseMediaType } from "../lib/net/http-headers.ts";
import type { Scope } from "../lib/scope.ts";

/** Request-specific values of a call. */
export interface McpCall {
  /** The server's URL as the caller reaches it, without a slash at the end. */
  origin: string;
  /** The caller's IPv4 address or IPv6 /64, the key of limits. */
  ipPrefix: string;
  /** Aborted when the caller disconnects or the process stops. */
  signal: AbortSignal;
  /** Counts a costly reply. Rejects with UnavailableError above its limit. */
  countUse: CountUse;
}

/** A tool in the form that the MCP server serves. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  group: Tool["group"];
  /** The scope that a call needs beside `mcp`; undefined: none. */
  scope: Scope | undefined;
  /** Further search terms. */
  keywords: readonly string[];
  inputSchema: object;
  outputSchema: object;
  /** A valid input; the one in `examples` of the input schema has at most 80 tokens. */
  example?: object;
  /** Maximum requests per minute and IP; undefined: unlimited. */
  perMinute?: number | undefined;
  /** The name under which the usage history has its calls. Default: "inbox". */
  usageName?: string;
  /** False for tools that need no quota. Default: true. */
  isCounted?: boolean;
  /** True for tools that count towards the daily limit but are never rejected by it. */
  quotaExempt?: boolean;
  /** True for tools that change nothing. */
  isReadOnly: boolean;
  /** True for tools whose result for an input stays the same. */
  isIdempotent: boolean;
  /** True for tools that reach hosts that the caller names. */
  isOpenWorld: boolean;
  /** Throws ValidationError and UnavailableError as tools do. */
  call(args: unknown, call: McpCall): Promise<CallToolResult>;
}

/** Maximum bytes of an embedded file, because a model would have to read all of its base64. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Resources through which a tool reaches hosts that its caller names. */
const OPEN_WORLD: ReadonlySet<Resource> = new Set(["measurements", "network"]);

/** Converts a tool to an MCP tool. Its arguments are the members of input and query. */
export function toMcpTool(tool: Tool, context: ToolContext): McpTool {
  const { name, title, summary, group, keywords, example, perMinute, resources } = tool;
  return {
    name,
    title,
    description: summary,
    group,
    keywords,
    inputSchema: toInputSchema(tool),
    // The protocol requires an object at the root; every output is one.
    outputSchema: { type: "object", ...tool.output },
    example,
    perMinute,
    scope: `tools:${tool.scope}`,
    usageName: tool.scope,
    isReadOnly: true,
    isIdempotent: !tool.isRandom,
    isOpenWorld: resources.some((resource) => OPEN_WORLD.has(resource)),
    call: (args, { ipPrefix, ...call }) =>
      callTool(tool, args, { context, client: ipPrefix, ...call }),
  };
}

function toInputSchema({ input, query, example, briefExample = example }: Tool): object {
  const properties = { ...query?.properties, ...input.properties };
  return { ...input, properties, examples: [briefExample] };
}

async function callTool(
  tool: Tool,
  args: unknown,
  options: { context: ToolContext; client: string; signal: AbortSignal; countUse: CountUse },
): Promise<CallToolResult> {
  const members =
    typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
  const formatReply = await computeResult(tool, args, { ...options, query: members });
  const output = (await formatReply("json")).body;
  const file = await createFileContent(tool, members, formatReply);
  return {
    content: [file ?? { type: "text", text: JSON.stringify(output) }],
    structuredContent: output,
  };
}

type Content = CallToolResult["content"][number];

/**
 * Returns the file that the tool makes, or that the call chooses; undefined if it is in the output.
 */
async function createFileContent(
  tool: Tool,
  members: Record<string, unknown>,
  formatReply: FormatReply,
): Promise<Content | undefined> {
  const isChosen = Object.keys(tool.query?.properties ?? {}).some((name) => members[name] != null);
  if (!isChosen && tool.media.every(isInOutput)) return undefined;
  const { type, body } = await formatReply("file");
  const mimeType = parseMediaType(type);
  const isFile = typeof body === "string" || body instanceof Uint8Array;
  if (!isFile || (!isChosen && isInOutput(mimeType))) return undefined;
  return toFileContent(tool, mimeType, body);
}

/**
 * Returns true for media types that the output already contains: JSON, and documents that are text
 * in it.
 */
function isInOutput(type: string): boolean {
  return /^(application\/json|text\/)/.test(type);
}

function toFileContent({ name, path }: Tool, mimeType: string, body: string | Uint8Array): Content {
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_FILE_BYTES) {
    return { type: "text", text: `the file has ${bytes} bytes: request it with POST ${path}` };
  }
  if (isText(mimeType)) return { type: "text", text: Buffer.from(body).toString() };
  if (mimeType.startsWith("image/")) return { type: "image", mimeType, data: toBase64(body) };
  const uri = `sundry://${name}/result`;
  return { type: "resource", resource: { uri, mimeType, blob: toBase64(body) } };
}

/**
 * Returns true for text that a model can read. SVG too, because clients that show images do not
 * accept it.
 */
function isText(mimeType: string): boolean {
  return /^text\/|[/+](json|xml)$/.test(mimeType);
}

function toBase64(body: string | Uint8Array): string {
  return Buffer.from(body).toString("base64");
}
