import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "#src/http/server.js";
import { createMetrics } from "#src/http/ops/metrics.js";
import { createMemoryCounters } from "#src/store/memory-counters.js";

/** A request to a server of this process. */
interface AppRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, other values as JSON. */
  body?: unknown;
}

/** Its response, read to the end. */
export interface AppResponse {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
  json(): unknown;
}

/** A server of this process, on a free port of loopback. */
export interface App extends HttpServer {
  port: number;
  send(request: AppRequest | string): Promise<AppResponse>;
}

const ignore = () => undefined;

/** Starts the server with these routes; omitted options have defaults without limits or effects. */
export async function startApp(
  options: Partial<HttpServerOptions> & Pick<HttpServerOptions, "routes">,
): Promise<App> {
  const http = createHttpServer({
    counters: createMemoryCounters(),
    history: { add: ignore, read: () => Promise.resolve([]) },
    enforceLimit: false,
    dailyLimit: 100,
    now: () => Date.now(),
    metrics: createMetrics(),
    log: { info: ignore, warn: ignore, error: ignore },
    trustProxy: undefined,
    basePath: "",
    maxConnections: 100,
    ...options,
  });
  await once(http.server.listen(0, "127.0.0.1"), "listening");
  const { port } = http.server.address() as AddressInfo;
  return { ...http, port, send: (asked) => send(port, asked) };
}

async function send(port: number, asked: AppRequest | string): Promise<AppResponse> {
  const {
    method = "GET",
    url,
    headers = {},
    body,
  } = typeof asked === "string" ? { url: asked } : asked;
  const sent = request({ port, host: "127.0.0.1", method, path: url, headers, agent: false });
  if (body === undefined) sent.end();
  else
    sent.end(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));
  const responded = once(sent, "response") as Promise<[IncomingMessage]>;
  // After the response an error only means that the server closed before it had read the whole
  // body.
  sent.on("error", () => undefined);
  const [response] = await responded;
  const text = Buffer.concat(await response.toArray()).toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Record<string, string>,
    body: text,
    json: () => JSON.parse(text) as unknown,
  };
}
