import {
  createMcpHandler,
  InMemoryServerEventBus,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { KeyedSlots } from "../lib/concurrency/keyed-slots.ts";
import { createReader, createResourceError, createServer } from "./server.ts";
import type { Session } from "./session.ts";
import {
  findForbiddenUri,
  MAX_SUBSCRIBED_URIS,
  TOO_MANY_URIS,
  watchInboxes,
} from "./subscriptions.ts";

/** Answers one message over HTTP. `body` is the parsed one. */
export type HandleMessage = (
  request: Request,
  body: unknown,
  session: Session,
) => Promise<Response>;

/** Streams of subscriptions: of one address, and of the process. */
const MAX_STREAMS_PER_CLIENT = 10;
const MAX_STREAMS = 500;

/**
 * Creates the handler of messages. Each gets a new server, because nothing is stored between
 * messages.
 */
export function createHandleMessage(stopping: AbortSignal): HandleMessage {
  const sessions = new WeakMap<Request, Session>();
  const createFor = ({ requestInfo, era }: { requestInfo?: Request; era: string }) => {
    const session = requestInfo && sessions.get(requestInfo);
    if (!session) throw new Error("the request has no session");
    // Clients of the earlier generation would need a session to subscribe.
    return createServer(session, { canSubscribe: era === "modern" });
  };
  const handler = createMcpHandler(createFor, { maxSubscriptions: 0 });
  const streams = new KeyedSlots({ max: MAX_STREAMS, maxPerKey: MAX_STREAMS_PER_CLIENT });
  return (request, body, session) => {
    sessions.set(request, session);
    const listening = readListening(body);
    if (!listening) return handler.fetch(request, { parsedBody: body });
    return listen(request, { ...listening, body, session, streams, stopping, createFor });
  };
}

/** A request to be told when resources change. */
interface Listening {
  id: unknown;
  uris: readonly string[];
  meta: Record<string, unknown> | undefined;
}

/** Returns undefined for another message. */
function readListening(body: unknown): Listening | undefined {
  const { id, method, params } = (body ?? {}) as Record<string, unknown>;
  if (method !== "subscriptions/listen") return undefined;
  const { notifications, _meta: meta } = (params ?? {}) as Record<string, Record<string, unknown>>;
  const uris = notifications?.["resourceSubscriptions"];
  return {
    id,
    uris: Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [],
    meta,
  };
}

interface ListenOptions extends Listening {
  body: unknown;
  session: Session;
  streams: KeyedSlots;
  /** Aborted on shutdown. */
  stopping: AbortSignal;
  createFor: Parameters<typeof createMcpHandler>[0];
}

/** Opens the stream of a subscription, which has a handler of its own for its own events. */
async function listen(request: Request, options: ListenOptions): Promise<Response> {
  const { id, uris, meta, body, session, streams, stopping, createFor } = options;
  const { signal } = request;
  if (uris.length > MAX_SUBSCRIBED_URIS)
    return reject(id, ProtocolErrorCode.InternalError, TOO_MANY_URIS);
  const reader = createReader(session, meta, signal);
  const forbidden = await findForbiddenUri(uris, session.inboxes, reader);
  if (forbidden !== undefined)
    return reject(id, ProtocolErrorCode.InvalidParams, createResourceError(forbidden).message);
  const release = streams.take(session.ipPrefix);
  if (!release) return reject(id, ProtocolErrorCode.InternalError, "Subscription limit reached");
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(createFor, { bus });
  const stop = watchInboxes(uris, session.inboxes, {
    token: reader.token,
    notify: (uri) => handler.notify.resourceUpdated(uri),
  });
  const close = () => void handler.close();
  const end = () => {
    stopping.removeEventListener("abort", close);
    stop();
    release();
    close();
  };
  stopping.addEventListener("abort", close);
  const response = await handler.fetch(request, { parsedBody: body }).catch((error: unknown) => {
    end();
    throw error;
  });
  const isOpen = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (isOpen && !signal.aborted) signal.addEventListener("abort", end, { once: true });
  else end();
  return response;
}

function reject(id: unknown, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } });
}
