import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Tool, ToolContext, ToolReply } from "../tools/define.ts";
import { computeResult } from "../tools/run.ts";
import { ValidationError } from "../lib/errors.ts";

/** What a call comes with. */
export interface Call {
  /** The server's address as its caller reaches it, without a slash at the end. */
  origin: string;
  /** Ends what waits: the caller is gone or the process stops. */
  signal: AbortSignal;
}

/** A tool as MCP clients see it. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  /** Requests a minute for each IP; undefined: none. */
  perMinute?: number | undefined;
  /** True: counted, but never refused for the daily limit. */
  neverRefused?: boolean;
  /** True: it only reads or computes. */
  readOnly: boolean;
  /** Throws InputError and NotNowError as tools do. */
  call(args: unknown, call: Call): Promise<CallToolResult>;
}

/** Returns the MCP tool of a tool. */
export function mcpTool(tool: Tool, context: ToolContext): McpTool {
  const hasPicture = tool.media.some((type) => type.startsWith("image/"));
  return {
    name: tool.name,
    title: tool.title,
    description: `${tool.summary}\n\nExample: ${JSON.stringify(tool.example)}`,
    inputSchema: {
      ...tool.input,
      properties: { ...tool.input.properties, ...tool.query?.properties },
      examples: [tool.example],
    },
    // The protocol wants an object at the root, and every output of ours is one.
    outputSchema: { type: "object", ...tool.output },
    perMinute: tool.perMinute,
    readOnly: true,
    call: async (args) => {
      const query = queryOf(tool, args);
      const formatReply = await computeResult(tool, args, { context, query });
      const output = (await formatReply("json")).body;
      const isFile = query["format"] !== undefined;
      const file =
        isFile || hasPicture ? await formatReply(isFile ? "default" : "file") : undefined;
      return {
        content: [file ? fileContent(tool, file) : { type: "text", text: JSON.stringify(output) }],
        structuredContent: output,
      };
    },
  };
}

/** Returns the arguments that are members of the query over HTTP; a tool's own member of that name is none. */
function queryOf({ input, query }: Tool, args: unknown): Record<string, unknown> {
  const own = query?.properties ?? {};
  const members = Object.entries((args ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    members.filter(([name]) => Object.hasOwn(own, name) && !(name in input.properties)),
  );
}

/** The largest file that a result embeds: clients put it into a model's context. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** JSON and HTML as text, pictures as images, any other file as an embedded resource under its own name. */
function fileContent(tool: Tool, reply: ToolReply): CallToolResult["content"][number] {
  const { body, headers = {} } = reply;
  const mimeType = reply.type.split(";", 1)[0] ?? reply.type;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    return { type: "text", text: JSON.stringify(body) };
  }
  if (/^image\/|^text\//.test(mimeType)) return pictureContent(reply);
  const bytes = Buffer.from(body);
  if (bytes.length > MAX_FILE_BYTES) {
    throw ValidationError.at(["format"], `makes a file of over ${MAX_FILE_BYTES} bytes; use HTTP`);
  }
  const name = /filename="([^"]*)"/.exec(headers["Content-Disposition"] ?? "")?.[1] ?? tool.name;
  const uri = `sundry://${tool.name}/${encodeURIComponent(name)}`;
  const content = typeof body === "string" ? { text: body } : { blob: bytes.toString("base64") };
  return { type: "resource", resource: { uri, mimeType, ...content } };
}

/** Pixels as an image; SVG as its markup, since what reads images takes no SVG. */
function pictureContent({ type, body }: ToolReply): CallToolResult["content"][number] {
  if (typeof body === "string") return { type: "text", text: body };
  const data = Buffer.from(body as Uint8Array).toString("base64");
  return { type: "image", mimeType: type.split(";", 1)[0] ?? type, data };
}
