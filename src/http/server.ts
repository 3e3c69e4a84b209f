import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type HttpError, UnavailableError } from "../lib/errors.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { createBodyReader, type BodyReader } from "./body-reader.ts";
import { ByteBudget } from "./byte-budget.ts";
import { toErrorReply } from "./errors.ts";
import { createInject, type Inject } from "./inject.ts";
import type { Gauge, Metrics } from "./metrics.ts";
import { createNotFoundHandler } from "./not-found.ts";
import { createGracefulShutdown, limitConnections } from "./protocol/connections.ts";
import { replyToPreflight, requireOwnOrigin } from "./protocol/cross-origin.ts";
import { holdHeaders, limitHeaderLines } from "./protocol/header-limits.ts";
import { handleParserErrors } from "./protocol/parser-errors.ts";
import { limitPipelining } from "./protocol/pipelining.ts";
import { deferContinue, isAwaitingContinue } from "./protocol/uploads.ts";
import { type AdmissionDeps, createAdmission } from "./quota/admission.ts";
import { createClientResolver } from "./quota/client.ts";
import { type ClientConnection, RequestContext, type RequestMessage } from "./request-context.ts";
import { createRouter } from "./routes.ts";
import { ResponseWriter } from "./response-writer.ts";
import { isStream, toWireReply, type WireReply } from "./send.ts";
import type { Handler, Logger, Reply, Route } from "./types.ts";

/** Parts and settings of the server. */
export interface HttpServerOptions extends AdmissionDeps {
  routes: readonly Route[];
  /** Replies to browsers at unknown paths outside the API; left out: they get the JSON error. */
  notFoundPage?: Handler;
  metrics: Metrics;
  log: Logger;
  /** Proxies whose `X-Forwarded-For` counts: how many hops, or their CIDRs. */
  trustProxy: number | string[] | undefined;
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** The URL of the server, if the operator named it. */
  publicUrl?: string | undefined;
  /** Open connections, half of them for one address; further ones are closed. */
  maxConnections: number;
  /** Bytes of request bodies that are being received. Defaults to 128 MiB. */
  maxReceivingBytes?: number;
  /** Limits the bytes of responses that wait for their clients. Defaults to 128 MiB. */
  waiting?: ByteBudget;
  /** Milliseconds a client may read nothing of its response before it is disconnected. Defaults to 30 s. */
  readerTimeoutMs?: number;
}

/** A server that is ready to listen. */
export interface HttpServer {
  server: Server;
  /** Sends a request of this process through the whole path, without a socket. */
  inject: Inject;
  /** Returns the memory that bodies and responses currently use, as gauges. */
  gauges(): Gauge[];
  /** Stops accepting, finishes what is in flight within 10 s and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Bytes of request bodies that are being received, of all clients together. */
const MAX_RECEIVING_BYTES = 128 * 1024 ** 2;

/** Bytes of responses that wait in memory for their clients, of all clients together. */
const MAX_WAITING_BYTES = 128 * 1024 ** 2;

/** Creates the budget of responses that wait for their clients. */
export function createWaitingBudget(): ByteBudget {
  return new ByteBudget(MAX_WAITING_BYTES);
}

const READER_TIMEOUT_MS = 30_000;

const SERVER_OPTIONS = {
  // Admission responds to a request without a Host, with the headers of every response.
  requireHostHeader: false,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  /** Milliseconds for a whole request to arrive; then it gets 408. */
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** Milliseconds between checks of these timeouts. With Node's 30 s, each could end 30 s late. */
  connectionsCheckingInterval: 1000,
};

/** Creates the server: every request goes from `handle` (match, admission, body, handler) to `send`. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { metrics, log, basePath } = options;
  const clients = createClientResolver(options.trustProxy);
  const nextRequestId = createRequestIds();
  const receiving = new ByteBudget(options.maxReceivingBytes ?? MAX_RECEIVING_BYTES);
  const handle = createHandle(options, createBodyReader(receiving));
  const logsResponses = log.level === "debug" || log.level === "trace";
  const server = createServer(SERVER_OPTIONS);
  const waiting = options.waiting ?? createWaitingBudget();
  const writer = new ResponseWriter({
    waiting,
    readerTimeoutMs: options.readerTimeoutMs ?? READER_TIMEOUT_MS,
  });

  function createContext(
    message: RequestMessage,
    connection: ClientConnection,
    socketAddress = "",
  ) {
    const id = nextRequestId();
    return new RequestContext({ message, connection, socketAddress, basePath, clients, id });
  }

  /** Finishes a reply. One that cannot be serialized becomes a 500, because nothing was sent yet. */
  function finish(context: RequestContext, reply: Reply): WireReply {
    const wire = toWireReplyOrError(context, reply);
    const durationMs = performance.now() - context.startMs;
    const { id: requestId, method } = context;
    const route = context.route?.path ?? "none";
    metrics.observe(route, method, wire.status, durationMs / 1000);
    if (logsResponses) {
      const { status } = wire;
      log.debug(
        { requestId, method, route, status, durationMs: Math.round(durationMs) },
        "response",
      );
    }
    return wire;
  }

  function toWireReplyOrError(context: RequestContext, reply: Reply): WireReply {
    try {
      return toWireReply(context, reply);
    } catch (error) {
      return toWireReply(context, toErrorReply(error, context, log));
    }
  }

  function respond(response: ServerResponse, context: RequestContext, reply: Reply): void {
    // Thousands of waiting clients may disconnect in one turn, and writing to each would take as long as closing it.
    if (response.closed && !isStream(reply.body)) return reply.afterSend?.();
    const wire = finish(context, reply);
    if (reply.closesConnection) return void response.destroy();
    const isStopping = !server.listening;
    if (isStopping || isAwaitingContinue(context)) wire.headers.push("connection", "close");
    if (reply.afterSend) response.once("close", reply.afterSend);
    try {
      const writing = writer.write(response, wire, context.client.ipPrefix);
      if (writing) writing.catch((error: unknown) => cut(response, context, error));
    } catch (error) {
      cut(response, context, error);
    }
  }

  /** Disconnects a client whose response failed. */
  function cut(response: ServerResponse, context: RequestContext, error: unknown): void {
    // Not logged, because an overload is expected, and so is a client that disconnects while its read is queued.
    if (!(error instanceof UnavailableError))
      log.error({ requestId: context.id, err: error }, "the response failed");
    response.destroy();
  }

  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const context = createContext(message, response, message.socket.remoteAddress);
    handle(context, (reply) => respond(response, context, reply));
  };
  const onRequestInTurn = limitPipelining(onRequest);
  server.on("request", (message, response) => {
    holdHeaders(message, response, { budget: receiving, clients });
    onRequestInTurn(message, response);
  });
  limitConnections(server, {
    maxConnections: options.maxConnections,
    isBehindProxy: options.trustProxy !== undefined,
  });
  limitHeaderLines(server);
  deferContinue(server);
  handleParserErrors(server, { ...options, nextRequestId });
  const inject = createInject({ createContext, handle, finish });
  const gauges = () => [
    toGauge("receiving", "Bytes of request bodies that are being received.", receiving),
    toGauge("waiting", "Bytes of responses that wait for slow readers.", waiting),
  ];
  return { server, inject, gauges, close: createGracefulShutdown(server) };
}

function toGauge(name: string, help: string, { bytes }: ByteBudget): Gauge {
  return { name: `sundry_http_${name}_bytes`, help, value: bytes };
}

/** Turns a request into a reply. A callback instead of a promise, because most replies are synchronous. */
type Handle = (context: RequestContext, done: (reply: Reply) => void) => void;

/** A request on its way to its reply. */
interface Exchange {
  context: RequestContext;
  done(reply: Reply): void;
  /** Set by `dispatch`; undefined for unknown paths. */
  route?: Route | undefined;
}

/** A step of an exchange. Returns the reply or, while the body is arriving, undefined. */
type Step = (exchange: Exchange) => MaybePromise<Reply | undefined>;

/**
 * Creates `handle`, which every request passes: match, admission, body, handler. Its steps are created once, because new
 * closures for every request would make small ones slower.
 */
function createHandle(options: HttpServerOptions, readBody: BodyReader): Handle {
  const { routes, notFoundPage, publicUrl, log } = options;
  const router = createRouter(routes);
  const admit = createAdmission(options);
  const handleNotFound = createNotFoundHandler(router, notFoundPage);

  function run(step: Step, exchange: Exchange): void {
    let reply: MaybePromise<Reply | undefined>;
    try {
      reply = step(exchange);
    } catch (error) {
      return fail(exchange, error);
    }
    if (reply instanceof Promise) {
      void reply.then(
        (later) => later && exchange.done(later),
        (error: unknown) => fail(exchange, error),
      );
    } else if (reply) exchange.done(reply);
    return undefined;
  }

  function fail({ context, done }: Exchange, error: unknown): void {
    done(toErrorReply(error, context, log));
  }

  function dispatch(exchange: Exchange): MaybePromise<Reply | undefined> {
    const { context } = exchange;
    const match = router.match(context.method, context.target);
    if (match) context.setMatch(match);
    exchange.route = match?.route;
    const refusal = admit(context);
    return refusal instanceof Promise
      ? refusal.then((error) => proceed(exchange, error))
      : proceed(exchange, refusal);
  }

  function proceed(
    exchange: Exchange,
    refusal: HttpError | UnavailableError | undefined,
  ): MaybePromise<Reply | undefined> {
    const { context, route } = exchange;
    if (refusal) throw refusal;
    if (context.isPreflight && !route?.handlesPreflight) return replyToPreflight(context);
    if (!route) return handleNotFound(context);
    if (route.ownOriginOnly) requireOwnOrigin(context, publicUrl);
    const checked = route.beforeBody?.(context);
    return checked instanceof Promise ? checked.then(() => receive(exchange)) : receive(exchange);
  }

  function receive(exchange: Exchange): MaybePromise<Reply | undefined> {
    const { context, route } = exchange;
    if (!route?.body) return callHandler(exchange);
    const isComplete = readBody(context, route.body, (error) =>
      error ? fail(exchange, error) : run(callHandler, exchange),
    );
    return isComplete ? callHandler(exchange) : undefined;
  }

  return (context, done) => run(dispatch, { context, done });
}

function callHandler({ context, route }: Exchange): MaybePromise<Reply | undefined> {
  return route?.handler(context);
}

/** Ids that differ between processes and requests: a random part of the process and a count. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
