import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Tool, ToolContext, ToolReply } from "../tools/define.ts";
import { computeResult } from "../tools/run.ts";

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
  quotaExempt?: boolean;
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
    inputSchema: { ...tool.input, examples: [tool.example] },
    // The protocol wants an object at the root, and every output of ours is one.
    outputSchema: { type: "object", ...tool.output },
    perMinute: tool.perMinute,
    readOnly: true,
    call: async (args) => {
      const formatReply = await computeResult(tool, args, { context });
      const output = (await formatReply("json")).body;
      const picture = hasPicture ? await formatReply("file") : undefined;
      return {
        content: [
          picture ? pictureContent(picture) : { type: "text", text: JSON.stringify(output) },
        ],
        structuredContent: output,
      };
    },
  };
}

/** Pixels as an image; SVG as its markup, since what reads images takes no SVG. */
function pictureContent({ type, body }: ToolReply): CallToolResult["content"][number] {
  if (typeof body === "string") return { type: "text", text: body };
  const data = Buffer.from(body as Uint8Array).toString("base64");
  return { type: "image", mimeType: type.split(";", 1)[0] ?? type, data };
}
