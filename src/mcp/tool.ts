import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Tool, ToolReply } from "../tools/define.ts";
import type { Resource, ToolContext } from "../tools/tool-context.ts";
import { computeResult } from "../tools/run.ts";
import { parseMediaType } from "../lib/net/http-headers.ts";

/** Request-specific values of a call. */
export interface McpCall {
  /** The server's URL as the caller reaches it, without a slash at the end. */
  origin: string;
  /** The caller's IPv4 address or IPv6 /64, the key of limits. */
  ipPrefix: string;
  /** Aborted when the caller disconnects or the process stops. */
  signal: AbortSignal;
}

/** A tool in the form that the MCP server serves. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  /** Maximum requests per minute and IP; undefined: unlimited. */
  perMinute?: number | undefined;
  /** True for tools that count towards the daily limit but are never rejected by it. */
  quotaExempt?: boolean;
  /** True for tools that change nothing. */
  readOnly: boolean;
  /** True for tools that reach hosts that the caller names. Default: false. */
  openWorld?: boolean;
  /** Throws ValidationError and UnavailableError as tools do. */
  call(args: unknown, call: McpCall): Promise<CallToolResult>;
}

/** Maximum bytes of an embedded file, because a model would have to read all of its base64. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Resources through which a tool reaches hosts that its caller names. */
const OPEN_WORLD: ReadonlySet<Resource> = new Set(["measurements", "network"]);

/** Converts a tool to an MCP tool. Its arguments are the members of input and query. */
export function toMcpTool(tool: Tool, context: ToolContext): McpTool {
  const { name, title, summary, example, perMinute, resources } = tool;
  return {
    name,
    title,
    description: `${summary}\n\nExample: ${JSON.stringify(example)}`,
    inputSchema: toInputSchema(tool),
    // The protocol requires an object at the root; every output is one.
    outputSchema: { type: "object", ...tool.output },
    perMinute,
    readOnly: true,
    openWorld: resources.some((resource) => OPEN_WORLD.has(resource)),
    call: (args) => callTool(tool, args, context),
  };
}

function toInputSchema({ input, query, example }: Tool): object {
  const properties = { ...query?.properties, ...input.properties };
  return { ...input, properties, examples: [example] };
}

async function callTool(tool: Tool, args: unknown, context: ToolContext): Promise<CallToolResult> {
  const isObject = typeof args === "object" && !Array.isArray(args);
  const query = isObject ? args : undefined;
  const formatReply = await computeResult(tool, args, { context, query });
  const output = (await formatReply("json")).body;
  const hasFile = tool.media.some((type) => !isInOutput(type));
  const file = hasFile ? toFileContent(tool, await formatReply("file")) : undefined;
  return {
    content: [file ?? { type: "text", text: JSON.stringify(output) }],
    structuredContent: output,
  };
}

/** Returns true for media types that the output already contains: JSON, and documents that are text in it. */
function isInOutput(type: string): boolean {
  return /^(application\/json|text\/)/.test(type);
}

/** Returns an image or another file as content; undefined if the output contains it. */
function toFileContent(
  { name, path }: Tool,
  { type, body }: ToolReply,
): CallToolResult["content"][number] | undefined {
  const mimeType = parseMediaType(type);
  if (isInOutput(mimeType) || !(typeof body === "string" || body instanceof Uint8Array)) {
    return undefined;
  }
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_FILE_BYTES) {
    return { type: "text", text: `the file has ${bytes} bytes: request it with POST ${path}` };
  }
  // SVG is sent as its markup, because clients that show images do not accept it.
  if (mimeType === "image/svg+xml") return { type: "text", text: Buffer.from(body).toString() };
  if (mimeType.startsWith("image/")) return { type: "image", mimeType, data: toBase64(body) };
  const uri = `sundry://${name}/result`;
  return { type: "resource", resource: { uri, mimeType, blob: toBase64(body) } };
}

function toBase64(body: string | Uint8Array): string {
  return Buffer.from(body).toString("base64");
}
