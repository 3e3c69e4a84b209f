import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { callSafely } from "./call-safely.ts";
import { resolveCall } from "./list/catalog.ts";
import { listResourceTemplates, readResource } from "./resources.ts";
import type { Session } from "./session.ts";

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
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const target = resolveCall(await session.loadCatalog(), params);
    if (!target) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return callSafely(target, session, { signal: mcpReq.signal, notify: createNotify(mcpReq) });
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

/** Returns the function that notifies the caller of progress; undefined when it did not ask. */
function createNotify({ _meta: meta, notify }: ServerContext["mcpReq"]) {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress: number) =>
    notify({ method: "notifications/progress", params: { progressToken, progress } });
}
