import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { createReader, createResourceError } from "../server.ts";
import type { Session } from "../session.ts";
import {
  findForbiddenUri,
  MAX_SUBSCRIBED_URIS,
  TOO_MANY_URIS,
  watchInboxes,
} from "../subscriptions.ts";

/** Streams of one connection. */
export const MAX_SUBSCRIPTIONS = 10;

/** Milliseconds until a server must have answered whether a client may read an inbox. */
const MAX_CHECK_MS = 10_000;

/** The listener of one URI, and the subscriptions that use it. */
interface Watch {
  users: Set<string | number>;
  stop(): void;
}

/**
 * The subscriptions of one connection, of either generation of the protocol. Each URI is watched
 * once, because the package passes a notification on to all of its subscriptions.
 */
export class StdioSubscriptions {
  readonly #session: Session;
  readonly #watches = new Map<string, Watch>();
  #server: Server | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Sets the server that sends the notifications, and adds the handlers of the 2025 generation. */
  serve(server: Server): void {
    this.#server = server;
    server.setRequestHandler("resources/subscribe", async ({ params }) => {
      const { uri } = params;
      const isFull = this.#watches.size >= MAX_SUBSCRIBED_URIS && !this.#watches.has(uri);
      if (isFull) throw new ProtocolError(ProtocolErrorCode.InternalError, TOO_MANY_URIS);
      const reader = this.#createReader(params);
      if (await findForbiddenUri([uri], this.#session.inboxes, reader)) {
        throw createResourceError(uri);
      }
      this.#open(uri, [uri], reader.token);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
      this.#close(uri);
      return {};
    });
  }

  /**
   * Inspects a message before the package does, which answers requests to listen itself. Resolves
   * with the answer to one that is refused.
   */
  inspect(message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> | undefined {
    if (!("method" in message)) return undefined;
    if (message.method === "notifications/cancelled") {
      this.#close(message.params?.["requestId"] as string | number);
    }
    const isListening = message.method === "subscriptions/listen" && "id" in message;
    return isListening ? this.#listen(message) : undefined;
  }

  /** Ends every subscription. */
  close(): void {
    for (const { stop } of this.#watches.values()) stop();
    this.#watches.clear();
  }

  async #listen({ id, params = {} }: JSONRPCRequest): Promise<JSONRPCMessage | undefined> {
    const { inboxes } = this.#session;
    const { resourceSubscriptions } = (params["notifications"] ?? {}) as Record<string, unknown>;
    if (!inboxes || !Array.isArray(resourceSubscriptions)) return undefined;
    const uris = resourceSubscriptions.filter((uri) => typeof uri === "string");
    const refuse = (code: number, message: string): JSONRPCMessage => ({
      jsonrpc: "2.0",
      id,
      error: { code, message },
    });
    if (uris.length > MAX_SUBSCRIBED_URIS) {
      return refuse(ProtocolErrorCode.InternalError, TOO_MANY_URIS);
    }
    // The package refuses it.
    if (this.#countStreams() >= MAX_SUBSCRIPTIONS) return undefined;
    const reader = this.#createReader(params);
    const forbidden = await findForbiddenUri(uris, inboxes, reader);
    if (forbidden !== undefined) {
      return refuse(ProtocolErrorCode.InvalidParams, createResourceError(forbidden).message);
    }
    this.#open(id, uris, reader.token);
    return undefined;
  }

  #createReader({ _meta: meta }: { _meta?: Record<string, unknown> | undefined }) {
    return createReader(this.#session, meta, AbortSignal.timeout(MAX_CHECK_MS));
  }

  #countStreams(): number {
    const streams = new Set<string | number>();
    for (const { users } of this.#watches.values()) for (const id of users) streams.add(id);
    return streams.size;
  }

  #open(id: string | number, uris: readonly string[], token: string | undefined): void {
    for (const uri of uris) {
      const watch = this.#watches.get(uri) ?? this.#watch(uri, token);
      watch.users.add(id);
    }
  }

  #watch(uri: string, token: string | undefined): Watch {
    // A connection that has ended misses it.
    const notify = () => void this.#server?.sendResourceUpdated({ uri }).catch(() => {});
    const stop = watchInboxes([uri], this.#session.inboxes, { token, notify });
    const watch = { users: new Set<string | number>(), stop };
    this.#watches.set(uri, watch);
    return watch;
  }

  #close(id: string | number): void {
    for (const [uri, { users, stop }] of this.#watches) {
      if (!users.delete(id) || users.size > 0) continue;
      stop();
      this.#watches.delete(uri);
    }
  }
}
