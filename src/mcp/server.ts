import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { callSafely } from "./call-safely.ts";
import { resolveCall } from "./list/catalog.ts";
import { handlePrompts } from "./prompts/handle-prompts.ts";
import type { InboxReader } from "./resources/inboxes.ts";
import { listResources, listResourceTemplates, readResource } from "./resources/read-resource.ts";
import type { Session } from "./session.ts";

const INSTRUCTIONS = `Everyday developer tools. Each returns its result in one call. Errors name the field and the rule that it breaks.
Nested members are written in descriptions, and further ones of an input in its own (Also {…}): in {name!, address, items: [{description!, quantity!: number}]}, ! is required, a member without a type is text, a|b are choices, […] is a list, date (and a member …date) is YYYY-MM-DD, as x repeats what x has.
The complete schemas of a tool and a longer example are the resource sundry://tools/{name}. A large file is a resource_link; members that take bytes take its URI.`;

/** Creates the server of one session, over any transport. */
export function createServer(session: Session, { canSubscribe = false } = {}): Server {
  const resources = canSubscribe && session.inboxes ? { subscribe: true } : {};
  const server = new Server(
    { name: "sundry", title: "Sundry", version: session.version },
    {
      capabilities: { tools: {}, resources, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler("tools/list", async () => (await session.loadCatalog()).list);
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const target = resolveCall(await session.loadCatalog(), params);
    if (!target) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return callSafely(target, session, { signal: mcpReq.signal, notify: createNotify(mcpReq) });
  });
  server.setRequestHandler("resources/list", () => listResources(session));
  server.setRequestHandler("resources/templates/list", () => listResourceTemplates(session));
  server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) => {
    const { uri, _meta: meta } = params;
    const reader = createReader(session, meta, mcpReq.signal);
    const content = await readResource(uri, session, reader);
    if (!content) throw createResourceError(uri);
    return { contents: [{ uri, ...content }] };
  });
  handlePrompts(server, session);
  return server;
}

/** The error of a resource that there is not, or that the caller may not know of. */
export function createResourceError(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `there is no resource ${uri}`);
}

/** Returns who reads an inbox, with the token that the request or the session brings. */
export function createReader(
  { ipPrefix, inboxToken }: Pick<Session, "ipPrefix" | "inboxToken">,
  meta: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal,
): InboxReader {
  const token = meta?.["sundry/token"];
  return { token: typeof token === "string" ? token : inboxToken, ipPrefix, signal };
}

/** Returns the function that notifies the caller of progress; undefined when it did not ask. */
function createNotify({ _meta: meta, notify }: ServerContext["mcpReq"]) {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress: number) =>
    notify({ method: "notifications/progress", params: { progressToken, progress } });
}
