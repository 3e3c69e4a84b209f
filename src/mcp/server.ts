import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { HttpError, ValidationError, UnavailableError } from "../lib/errors.ts";
import { listResourceTemplates, readResource } from "./resources.ts";
import type { Session } from "./session.ts";
import type { McpCall, McpTool } from "./tool.ts";

const INSTRUCTIONS = `Everyday developer tools. Each returns its result in one call. Errors name the field and the rule that it breaks.
Nested members are written in descriptions: in {name!, address, items: [{description!, quantity!: number}]}, ! is required, a member without a type is text, a|b are choices, […] is a list, date is YYYY-MM-DD, as x repeats what x has.
The complete schemas of a tool and a longer example are the resource sundry://tools/{name}. A large file is a resource_link; members that take bytes take its URI.`;

/** Creates the server of one session, over any transport. */
export function createServer(session: Session): Server {
  const server = new Server(
    { name: "sundry", title: "Sundry", version: session.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", async () => (await session.loadCatalog()).list);
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const { tools } = await session.loadCatalog();
    const tool = tools.get(params.name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return callTool(tool, params.arguments, { session, call: session.createCall(signal) });
  });
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", listResourceTemplates);
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const content = await readResource(uri, session);
    if (!content) throw new ResourceNotFoundError(uri, `there is no resource ${uri}`);
    return { contents: [{ uri, ...content }] };
  });
  return server;
}

/**
 * Returns failures as results, not as protocol errors, so that the model reads the message and can
 * correct its call.
 */
async function callTool(
  tool: McpTool,
  args: unknown,
  { session, call }: { session: Session; call: McpCall },
): Promise<CallToolResult> {
  if (session.refusal) return createFailure(session.refusal.message);
  try {
    return await tool.call(args ?? {}, call);
  } catch (error) {
    const isForCaller = [ValidationError, UnavailableError, HttpError].some(
      (kind) => error instanceof kind,
    );
    return createFailure(isForCaller ? (error as Error).message : session.reportUnexpected(error));
  }
}

function createFailure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
