import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { HttpError, ValidationError, UnavailableError } from "../lib/errors.ts";
import type { Catalog } from "./catalog.ts";
import { readToolResource, TOOL_TEMPLATE } from "./resources.ts";
import type { McpCall, McpTool } from "./tool.ts";

/** A message to the server and its context. */
export interface Message {
  catalog: Catalog;
  version: string;
  /** The reason why a call is rejected; undefined when it is not. */
  refusal: UnavailableError | undefined;
  call: McpCall;
  /** Logs an unexpected error and returns the message for the caller. */
  reportUnexpected(error: unknown): string;
}

const INSTRUCTIONS = `Everyday developer tools. Each returns its result in one call. Errors name the field and the rule that it breaks.
Nested members are written in descriptions: in {name!, address, items: [{description!, quantity!: number}]}, ! is required, a member without a type is text, a|b are choices, […] is a list, date is YYYY-MM-DD, as x repeats what x has.
The complete schemas of a tool and a longer example are the resource sundry://tools/{name}.`;

/** Handles one message with a new server, because nothing is stored between messages. */
export function handleMessage(request: Request, body: unknown, message: Message) {
  // The list of tools never changes, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createServer(message), { maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}

function createServer(message: Message): Server {
  const { catalog, version } = message;
  const server = new Server(
    { name: "sundry", title: "Sundry", version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => catalog.list);
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = catalog.tools.get(params.name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return callTool(tool, params.arguments, message);
  });
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [TOOL_TEMPLATE],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const text = readToolResource(uri, catalog.described);
    if (text === undefined) throw new ResourceNotFoundError(uri, `there is no resource ${uri}`);
    return { contents: [{ uri, mimeType: TOOL_TEMPLATE.mimeType, text }] };
  });
  return server;
}

/**
 * Returns failures as results, not as protocol errors, so that the model reads the message and can
 * correct its call.
 */
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
