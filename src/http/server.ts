import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createBodyReader } from "./body/reader.ts";
import { ByteBudget } from "./socket/byte-budget.ts";
import { createHandle, type HandleDeps } from "./handle.ts";
import { createInject, type Inject } from "./inject.ts";
import type { Gauge } from "../lib/metrics.ts";
import type { Metrics } from "./ops/metrics.ts";
import { type LogRequest, RequestLog } from "./ops/request-log.ts";
import { createGracefulShutdown } from "./socket/connections.ts";
import { guardSocket } from "./socket/guard-socket.ts";
import { MAX_HEADER_BYTES } from "./socket/unfinished-headers.ts";
import { deferContinue } from "./body/expect-continue.ts";
import { createClientResolver, type IsLabel } from "./client.ts";
import { RequestContext, type RequestSource } from "./context.ts";
import { ResponseWriter } from "./response-writer.ts";

/** Parts and settings of the server. */
export interface HttpServerOptions extends HandleDeps {
  metrics: Metrics;
  /** Proxies whose `X-Forwarded-For` counts: how many hops, or their CIDRs. */
  trustProxy: number | string[] | undefined;
  /** Distinguishes labels from credentials; default: every valid value is a label. */
  isLabel?: IsLabel | undefined;
  /** True: shared caches may store no response. */
  isPrivate?: boolean;
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Open connections, half of them for one address; further ones are closed. */
  maxConnections: number;
  /** Bytes of request bodies that are being received. Default: 128 MiB. */
  maxUploadBytes?: number;
  /** Limits the bytes of responses that wait for their clients. Default: 128 MiB. */
  unsentResponses?: ByteBudget;
  /** Logs each request; left out: requests have no lines of their own. */
  logRequest?: LogRequest | undefined;
  /**
   * Milliseconds a client may read nothing of its response before it is disconnected.
   * Default: 30 s.
   */
  readerTimeoutMs?: number;
}

/** A server that is ready to listen. */
export interface HttpServer {
  server: Server;
  /** Sends a request of this process through the whole path, without a socket. */
  inject: Inject;
  /** Returns the memory that bodies and responses currently use, as gauges. */
  gauges(): Gauge[];
  /**
   * Stops accepting, finishes what is in flight within 10 s and resolves when every connection is
   * closed.
   */
  close(): Promise<void>;
  /** Makes every connection end with its next response, and goes on serving. */
  drain(): void;
}

/** Bytes of request bodies that are being received, of all clients together. */
const MAX_UPLOAD_BYTES = 128 * 1024 ** 2;

/** Bytes of responses that wait in memory for their clients, of all clients together. */
const MAX_UNSENT_BYTES = 128 * 1024 ** 2;

/** Creates the budget of responses that wait for their clients. */
export function createUnsentBudget(): ByteBudget {
  return new ByteBudget(MAX_UNSENT_BYTES);
}

const READER_TIMEOUT_MS = 30_000;

const SERVER_OPTIONS = {
  // `checkRequest` refuses a request without a Host, with the headers of every response.
  requireHostHeader: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: 10_000,
  /** Milliseconds for a whole request to arrive; then it gets 408. */
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** Milliseconds between checks of these timeouts. With Node's 30 s, each could end 30 s late. */
  connectionsCheckingInterval: 1000,
};

/** Creates the server: every request goes from `handle` to the response writer. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { metrics, log, basePath, dailyLimit, readerTimeoutMs = READER_TIMEOUT_MS } = options;
  const clients = createClientResolver(options.trustProxy, options.isLabel);
  const nextRequestId = createRequestIds();
  const uploads = new ByteBudget(options.maxUploadBytes ?? MAX_UPLOAD_BYTES);
  const unsentResponses = options.unsentResponses ?? createUnsentBudget();
  const server = createServer(SERVER_OPTIONS);
  const handle = createHandle(options, createBodyReader(uploads));
  let isDraining = false;
  const isStopping = () => isDraining || !server.listening;
  const writer = new ResponseWriter({
    unsentResponses,
    readerTimeoutMs,
    metrics,
    log,
    requestLog: options.logRequest && new RequestLog(options.logRequest),
    isStopping,
    isPrivate: options.isPrivate ?? false,
  });

  const createContext = (source: RequestSource) =>
    new RequestContext(source, { basePath, clients, dailyLimit, id: nextRequestId() });
  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const { remoteAddress: socketAddress = "" } = message.socket;
    const context = createContext({ message, connection: response, socketAddress });
    handle(context, (reply) => writer.writeReply(response, context, reply));
  };
  const isBehindProxy = options.trustProxy !== undefined;
  guardSocket(server, { ...options, clients, uploads, isBehindProxy, nextRequestId }, onRequest);
  deferContinue(server);
  return {
    server,
    inject: createInject({ createContext, handle, writer }),
    gauges: () => [
      toByteGauge("receiving", "Bytes of request bodies that are being received.", uploads),
      toByteGauge("waiting", "Bytes of responses that wait for slow readers.", unsentResponses),
    ],
    close: createGracefulShutdown(server),
    drain() {
      isDraining = true;
    },
  };
}

function toByteGauge(name: string, help: string, { bytes }: ByteBudget): Gauge {
  return { name: `sundry_http_${name}_bytes`, help, value: bytes };
}

/** Ids that differ between processes and requests: a random part of the process and a count. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
