import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { HttpError, ValidationError, UnavailableError } from "../lib/errors.ts";
import type { Call, McpTool } from "./tool.ts";

/** What one message to the server comes with. */
export interface Message {
  tools: ReadonlyMap<string, McpTool>;
  version: string;
  /** Why a call is not served now; undefined: it is. */
  refusal: UnavailableError | undefined;
  call: Call;
  /** Logs what nobody expected and gives the sentence that the caller hears instead. */
  unexpected(error: unknown): string;
}

const INSTRUCTIONS =
  "Everyday developer tools. Each answers in one call; an error is a sentence that names the field and its rule.";

/** Answers one message, given with the request that it came in: nothing is kept between messages. */
export function answerMessage(request: Request, body: unknown, message: Message) {
  // Nothing here changes while a client listens.
  const handler = createMcpHandler(() => createServer(message), { maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}

function createServer(message: Message): Server {
  const { tools, version } = message;
  const server = new Server(
    { name: "sundry", title: "Sundry", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return answer(tool, params.arguments, message);
  });
  return server;
}

function listed({ name, title, description, inputSchema, outputSchema, readOnly }: McpTool) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: "object" },
    outputSchema: outputSchema as { type: "object" },
    annotations: { title, readOnlyHint: readOnly, destructiveHint: false },
  };
}

/** Failures are answers, not protocol errors: the model reads the sentence and can mend its call. */
async function answer(tool: McpTool, args: unknown, message: Message): Promise<CallToolResult> {
  if (message.refusal) return failure(message.refusal.message);
  try {
    return await tool.call(args ?? {}, message.call);
  } catch (error) {
    const isForCaller = [ValidationError, UnavailableError, HttpError].some(
      (kind) => error instanceof kind,
    );
    return failure(isForCaller ? (error as Error).message : message.unexpected(error));
  }
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
