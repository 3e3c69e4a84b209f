import { createMcpHandler } from "@modelcontextprotocol/server";
import { createServer } from "./server.ts";
import type { Session } from "./session.ts";

/** Answers one message over HTTP. `body` is the parsed one. */
export type HandleMessage = (
  request: Request,
  body: unknown,
  session: Session,
) => Promise<Response>;

/**
 * Creates the handler of messages. Each gets a new server, because nothing is stored between
 * messages.
 */
export function createHandleMessage(): HandleMessage {
  const sessions = new WeakMap<Request, Session>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const session = requestInfo && sessions.get(requestInfo);
      if (!session) throw new Error("the request has no session");
      return createServer(session);
    },
    // The list of tools never changes, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  return (request, body, session) => {
    sessions.set(request, session);
    return handler.fetch(request, { parsedBody: body });
  };
}
