import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createBodyReader } from "./body-reader.ts";
import { ByteBudget } from "./byte-budget.ts";
import { createHandle, type HandleDeps } from "./handle.ts";
import { createInject, type Inject } from "./inject.ts";
import type { Gauge, Metrics } from "./metrics.ts";
import { createGracefulShutdown, limitConnections } from "./protocol/connections.ts";
import { holdHeaders, limitHeaderLines } from "./protocol/header-limits.ts";
import { handleParserErrors } from "./protocol/parser-errors.ts";
import { limitPipelining } from "./protocol/pipelining.ts";
import { deferContinue } from "./protocol/uploads.ts";
import { createClientResolver } from "./quota/client.ts";
import { type ClientConnection, RequestContext, type RequestMessage } from "./request-context.ts";
import { Responder } from "./responder.ts";
import { ResponseWriter } from "./response-writer.ts";

/** Parts and settings of the server. */
export interface HttpServerOptions extends HandleDeps {
  metrics: Metrics;
  /** Proxies whose `X-Forwarded-For` counts: how many hops, or their CIDRs. */
  trustProxy: number | string[] | undefined;
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
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

/** Creates the server: every request goes from `handle` (match, admission, body, handler) to the responder. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { metrics, log, basePath, readerTimeoutMs = READER_TIMEOUT_MS } = options;
  const clients = createClientResolver(options.trustProxy);
  const nextRequestId = createRequestIds();
  const receiving = new ByteBudget(options.maxReceivingBytes ?? MAX_RECEIVING_BYTES);
  const waiting = options.waiting ?? createWaitingBudget();
  const server = createServer(SERVER_OPTIONS);
  const handle = createHandle(options, createBodyReader(receiving));
  const writer = new ResponseWriter({ waiting, readerTimeoutMs });
  const responder = new Responder({ writer, metrics, log, isStopping: () => !server.listening });

  function createContext(
    message: RequestMessage,
    connection: ClientConnection,
    socketAddress = "",
  ) {
    const id = nextRequestId();
    return new RequestContext({ message, connection, socketAddress, basePath, clients, id });
  }

  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const context = createContext(message, response, message.socket.remoteAddress);
    handle(context, (reply) => responder.respond(response, context, reply));
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
  return {
    server,
    inject: createInject({ createContext, handle, responder }),
    gauges: () => [
      toGauge("receiving", "Bytes of request bodies that are being received.", receiving),
      toGauge("waiting", "Bytes of responses that wait for slow readers.", waiting),
    ],
    close: createGracefulShutdown(server),
  };
}

function toGauge(name: string, help: string, { bytes }: ByteBudget): Gauge {
  return { name: `sundry_http_${name}_bytes`, help, value: bytes };
}

/** Ids that differ between processes and requests: a random part of the process and a count. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
