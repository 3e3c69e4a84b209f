import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { HttpError, ValidationError, UnavailableError } from "../lib/errors.ts";
import type { McpCall, McpTool } from "./tool.ts";

/** A message to the server and its context. */
export interface Message {
  tools: ReadonlyMap<string, McpTool>;
  version: string;
  /** The reason why a call is rejected; undefined when it is not. */
  refusal: UnavailableError | undefined;
  call: McpCall;
  /** Logs an unexpected error and returns the message for the caller. */
  reportUnexpected(error: unknown): string;
}

const INSTRUCTIONS =
  "Everyday developer tools. Each returns its result in one call. Errors name the field and the rule that it breaks.";

/** Handles one message with a new server, because nothing is stored between messages. */
export function handleMessage(request: Request, body: unknown, message: Message) {
  // The list of tools never changes, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createServer(message), { maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}

function createServer(message: Message): Server {
  const { tools, version } = message;
  const server = new Server(
    { name: "sundry", title: "Sundry", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].map(describeTool) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return callTool(tool, params.arguments, message);
  });
  return server;
}

function describeTool(tool: McpTool) {
  const { name, title, description, inputSchema, outputSchema, readOnly, openWorld = false } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: "object" },
    outputSchema: outputSchema as { type: "object" },
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: false,
      openWorldHint: openWorld,
    },
  };
}

/** Returns failures as results, not as protocol errors, so that the model reads the message and can correct its call. */
async function callTool(tool: McpTool, args: unknown, message: Message): Promise<CallToolResult> {
  if (message.refusal) return createFailure(message.refusal.message);
  try {
    return await tool.call(args ?? {}, message.call);
  } catch (error) {
    const isForCaller = [ValidationError, UnavailableError, HttpError].some(
      (kind) => error instanceof kind,
    );
    return createFailure(isForCaller ? (error as Error).message : message.reportUnexpected(error));
  }
}

function createFailure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
