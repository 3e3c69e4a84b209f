import { type IncomingMessage, METHODS } from "node:http";
import { randomBytes } from "node:crypto";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
} from "fastify";
import { CAPTURE_PREFIX } from "../inbox/address.ts";
import type { Counters } from "../store/store.ts";
import type { Tool, ToolContext } from "../tools/define.ts";
import { type Admission, admit, commonHeaders, type Observe } from "./admission.ts";
import { readEmptyTypeAsNone, readJsonBodies } from "./body.ts";
import { sendFailure } from "./errors.ts";
import { holdBack, letSend } from "./expect.ts";
import { healthRoutes } from "./health.ts";
import { createMetrics, type Gauge, type Metrics } from "./metrics.ts";
import { rawFailures } from "./raw.ts";
import { toolRoutes } from "./tools.ts";
import { answerUnchanged, type Polled } from "./unchanged.ts";
import { type NothingHere, unknownPaths } from "./not-found.ts";
import { writers } from "./writers.ts";

/** What the server is made of. */
export interface AppOptions {
  tools: readonly Tool[];
  world: ToolContext;
  counters: Counters;
  log: FastifyBaseLogger;
  /** The OpenAPI document. */
  document: object;
  /** Features with routes of their own (inbox, pages); each gets its own encapsulated scope. */
  features: readonly FastifyPluginCallback[];
  /** Answers a browser that is at a path where there is nothing; left out: as everybody else. */
  nothingHere?: NothingHere;
  /** The route whose polls are to cost least. */
  polled?: Polled;
  enforceLimit: boolean;
  trustProxy: number | string[] | undefined;
  /** `/sundry` when served under that path, else empty. */
  basePath: string;
  /** Rejects while the stores are out of reach. */
  ready(): Promise<void>;
  /** Gauges of features, beside those of the server; left out: none. */
  gauges?: () => readonly Gauge[];
}

/** Milliseconds that a whole request may take to arrive; past them it gets 408. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Builds the server, ready to listen. */
export function createApp(options: AppOptions): FastifyInstance {
  const common = commonHeaders(options.tools.flatMap(({ headers }) => Object.keys(headers)));
  const requestId = requestIds();
  const { counters, enforceLimit, world } = options;
  const admission: Admission = { counters, enforceLimit, now: () => world.now() };
  const metrics = createMetrics(options.gauges);
  const hook = admit(admission, common, observer(metrics, options.log));
  const raw = rawFailures({ counters, common, now: () => world.now(), requestId });
  const app = Fastify({
    clientErrorHandler: raw.onClientError,
    ...serverOptions(options, requestId),
    // What Fastify refuses before routing gets the same headers as everything else.
    frameworkErrors: (error, request, reply) =>
      hook(request, reply, (refusal) => sendFailure(refusal ?? error, request, reply)),
  });
  // Node cuts headers past about a thousand without a word; their size has a limit of its own.
  app.server.maxHeadersCount = 0;
  acceptEveryMethod(app);
  app.server.on("connect", raw.onConnect);
  holdBack(app.server);
  // Behind a proxy the framework tells whose request it is, and at these levels it logs each one.
  if (options.polled && options.trustProxy === undefined && !logsRequests(options.log)) {
    const pathOf = (target: string) => toPath(target, options.basePath);
    const surroundings = { counters, common, metrics, now: admission.now, requestId, pathOf };
    answerUnchanged(app.server, options.polled, surroundings);
  }
  const refuseUnknown = unknownPaths(app, options.nothingHere);
  // Before the body is read: what is in it does not matter at a path that does not take it.
  app.addHook("onRequest", (request, reply, done) => {
    hook(request, reply, (refusal) => {
      if (refusal) return done(refusal);
      if (request.is404) return refuseUnknown(request, reply);
      readEmptyTypeAsNone(request);
      letSend(request);
      done();
    });
  });
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  readJsonBodies(app);
  for (const tool of options.tools) toolRoutes(app, tool, world);
  healthRoutes(app, options.ready, metrics);
  app.get("/openapi.json", async () => options.document);
  for (const feature of options.features) void app.register(feature);
  return app;
}

function serverOptions({ log, basePath, trustProxy }: AppOptions, requestId: () => string) {
  return {
    schemaController: writers,
    // One logger for all requests, and none that is Fastify's own: with that it listens to the end of every answer.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: trusting(trustProxy),
    rewriteUrl: ({ url = "/" }: IncomingMessage) => unread(toPath(url, basePath)),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 2000 },
    forceCloseConnections: "idle" as const,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    http: {
      requireHostHeader: false,
      maxHeaderSize: 64 * 1024,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
    },
  };
}

/** Fastify answers methods it was not told of without running hooks; CONNECT never becomes a request. */
function acceptEveryMethod(app: FastifyInstance): void {
  const others = METHODS.filter((method) => !app.supportedMethods.includes(method));
  for (const method of others) {
    if (method !== "CONNECT") app.addHttpMethod(method, { hasBody: true });
  }
}

/** A hop count trusts the nearest so many addresses, whatever they are. */
function trusting(proxies: number | string[] | undefined) {
  if (typeof proxies === "number") return (_address: string, hop: number) => hop < proxies;
  return proxies ?? false;
}

/** Path and query of a request's target, which may be a whole URL (RFC 9112, 3.2.2), below the base path. */
function toPath(target: string, basePath: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const isBelow = path.startsWith(basePath) && /^(?:$|[/?])/.test(path.slice(basePath.length));
  const rest = isBelow ? path.slice(basePath.length) : path;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** What follows an inbox's id is captured as it was sent: the router must not refuse escapes that say nothing. */
function unread(url: string): string {
  if (!url.startsWith(CAPTURE_PREFIX)) return url;
  return CAPTURE_PREFIX + url.slice(CAPTURE_PREFIX.length).replaceAll("%", "%25");
}

/** Ids that differ between processes and requests: the process's own random part and a count. */
function requestIds(): () => string {
  const start = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/** Notes each answer, and how long its head took: a stream may then go on for hours. */
function observer(metrics: Metrics, log: FastifyBaseLogger): Observe {
  const isLogged = logsRequests(log);
  return ({ id: requestId, method }, route = "none") => {
    const began = performance.now();
    return (status) => {
      const durationMs = performance.now() - began;
      metrics.observe(route, method, status, durationMs / 1000);
      if (!isLogged) return;
      const line = { requestId, method, route, status, durationMs: Math.round(durationMs) };
      log.debug(line, "answered");
    };
  };
}

function logsRequests({ level }: FastifyBaseLogger): boolean {
  return level === "debug" || level === "trace";
}
