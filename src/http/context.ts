import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { UnavailableError } from "../lib/errors.ts";
import { negotiateEncoding } from "../lib/net/http-headers.ts";
import { isPreflight } from "../lib/net/preflight.ts";
import { coversScope, createScopeError, type Scope } from "../lib/scope.ts";
import type { Caller, Refusal } from "./caller.ts";
import type { ClientIdentity, ClientResolver, ClientSource } from "./client.ts";
import type { ContentCoding, RawHeaders } from "./reply.ts";
import type { RouteRules } from "./route-rules.ts";

/** The head of a request and its body, from a socket or from inside this process. */
export interface RequestMessage extends Readable {
  method?: string | undefined;
  url?: string | undefined;
  httpVersion: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  /** Absent inside this process. */
  socket?: Socket;
}

/** A connection that reports disconnects: the response to a socket, or one inside this process. */
export interface ClientConnection {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
  /** Disconnects the client. */
  destroy(): unknown;
}

/**
 * The route of a request, the values of its path's parameters and the query text without the
 * question mark.
 */
export interface Match<R extends RouteRules = RouteRules> {
  route: R;
  params: Readonly<Record<string, string>>;
  query: string;
}

/** The origin of a request: a socket, or this process. */
export interface RequestSource {
  message: RequestMessage;
  connection: ClientConnection;
  socketAddress: string;
}

interface ContextOptions {
  basePath: string;
  clients: ClientResolver;
  dailyLimit: number | undefined;
  id: string;
}

/** One request on its way through the server, as handlers see it. */
export class RequestContext implements ClientSource {
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent, without the base path. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
  readonly message: RequestMessage;
  readonly connection: ClientConnection;
  readonly socketAddress: string;
  readonly basePath: string;
  client: ClientIdentity;
  /** The caller by its credential; undefined: a label or an address, which may do everything. */
  caller: Caller | undefined;
  readonly startMs = performance.now();
  /** The route; undefined where no route has the path and method. */
  route: RouteRules | undefined;
  params: Readonly<Record<string, string>> = {};
  /** The query as it was sent, without the question mark. */
  query = "";
  /** The body as the route's rule reads it. */
  body: unknown;
  /** Called where a handler finds that the caller lacks a scope. */
  onMissingScope: ((context: RequestContext, scope: Scope) => void) | undefined;
  /** True where the caller is that of a session. */
  hasSession = false;
  /** Set where its caller may not send the request, which then counts for the day alone. */
  refusal: Refusal | undefined;
  /** True for a request that the server makes for another one, whose caller it has. */
  isInjected = false;
  /** False for a call that the server makes for a page's own example. */
  isCounted = true;
  /** Requests of the client today, for the usage headers. */
  usageCount = 0;
  /** Requests that the client may send in a day; undefined: unlimited. */
  dailyLimit: number | undefined;
  rateLimitHeaders: RawHeaders | undefined;
  /** The tool that the request calls, for the log. */
  tool: string | undefined;
  readonly #clients: ClientResolver;
  #signal: AbortSignal | undefined;

  constructor(
    { message, connection, socketAddress }: RequestSource,
    { basePath, clients, dailyLimit, id }: ContextOptions,
  ) {
    this.id = id;
    this.dailyLimit = dailyLimit;
    this.method = message.method ?? "GET";
    this.target = stripBasePath(message.url ?? "/", basePath);
    this.headers = message.headers;
    this.rawHeaders = message.rawHeaders;
    this.message = message;
    this.connection = connection;
    this.socketAddress = socketAddress;
    this.basePath = basePath;
    this.#clients = clients;
    this.client = clients.client(this);
  }

  /** Sets what the router found. */
  setMatch({ route, params, query }: Match): void {
    this.route = route;
    this.tool = route.tool;
    this.params = params;
    this.query = query;
  }

  /** Sets the caller, whose own counts and limits then apply. */
  setCaller(caller: Caller): void {
    this.caller = caller;
    const { quotaKey = this.client.ipPrefix, limits } = caller;
    this.client = { ...this.client, quotaKey, hasLabel: false };
    if (limits) this.dailyLimit = limits.perDay;
  }

  /** Makes this a request for the caller of another one. */
  actFor({ caller, client, dailyLimit, hasSession, onMissingScope }: RequestContext): void {
    this.caller = caller;
    this.onMissingScope = onMissingScope;
    this.hasSession = hasSession;
    this.client = client;
    this.dailyLimit = dailyLimit;
    this.isInjected = true;
  }

  /** True unless the caller's credential lacks the scope. */
  mayUse(scope: Scope): boolean {
    return this.caller === undefined || coversScope(this.caller.scopes, scope);
  }

  /** Throws an HttpError of 403 where the caller's credential lacks the scope. */
  requireScope(scope: Scope): void {
    if (this.mayUse(scope)) return;
    this.onMissingScope?.(this, scope);
    throw createScopeError(scope);
  }

  /** The path as it was sent, without the query. */
  get path(): string {
    return splitTarget(this.target)[0];
  }

  get isPreflight(): boolean {
    return isPreflight(this);
  }

  /**
   * True when the request counts for the daily quota: a path may be spelled in many ways, so a
   * route's own decides.
   */
  get countsUsage(): boolean {
    if (!this.isCounted || this.isPreflight) return false;
    return (this.route?.path ?? this.target).startsWith("/api/");
  }

  /** Scheme, host and base path under which the client reaches the server. */
  get origin(): string {
    return this.#clients.origin(this) + this.basePath;
  }

  /** Aborted when the client is gone or the response is finished. */
  get signal(): AbortSignal {
    if (!this.#signal) {
      const closed = new AbortController();
      // Not the socket's event: a connection that polls for hours would collect listeners.
      this.connection.once("close", () => closed.abort(DISCONNECTED));
      this.#signal = closed.signal;
    }
    return this.#signal;
  }

  /** The content coding that the client prefers among these; undefined: none. */
  preferredEncoding(offers: readonly ContentCoding[]): ContentCoding | undefined {
    return negotiateEncoding(this.headers["accept-encoding"], offers);
  }
}

/** Shared, because the signal of every response is aborted at its end. */
const DISCONNECTED = new UnavailableError("The client has disconnected.", "overloaded", 1);

/** A target may be a whole URL (RFC 9112, 3.2.2), and a proxy may have stripped the base path. */
function stripBasePath(url: string, basePath: string): string {
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const isBelow =
    basePath !== "" &&
    target.startsWith(basePath) &&
    /^[/?]?$/.test(target.charAt(basePath.length));
  const path = isBelow ? target.slice(basePath.length) : target;
  return path.startsWith("/") ? path : `/${path}`;
}

/** Splits a target into its path and its query (without the question mark), both as sent. */
export function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
