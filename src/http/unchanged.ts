import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Counters } from "../store/store.ts";
import { hostProblem } from "./admission.ts";
import { callerOf } from "./caller.ts";
import type { HeaderList } from "./head.ts";
import type { Metrics } from "./metrics.ts";
import { dayOf, usageHeaders } from "./usage.ts";

/** A route that is polled, and can tell at once that nothing is new. */
export interface Polled {
  /** The route's URL, under which its answers are counted. */
  route: string;
  /** The entity tag of what `path` names, where `known` (If-None-Match) has it; undefined: ask the route itself. */
  unchangedTag(path: string, known: string): string | undefined;
}

interface Surroundings {
  counters: Counters;
  common: HeaderList;
  metrics: Metrics;
  now(): number;
  requestId(): string;
  /** The path that a request's target means. */
  pathOf(target: string): string;
}

/**
 * Answers polls that find nothing new before the framework sees them, with all that every answer carries: routing
 * them and asking hooks is half of what such an answer costs. What is not plain goes the usual way.
 */
export function answerUnchanged(
  server: Server,
  { route, unchangedTag }: Polled,
  { counters, common, metrics, now, requestId, pathOf }: Surroundings,
): void {
  const fixed = [...common, "cache-control", "no-cache"];

  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = "", headers, socket } = request;
    const known = headers["if-none-match"];
    // A server that is being stopped says so on each answer; that the framework does.
    if (known === undefined || method !== "GET" || !server.listening) return false;
    const began = performance.now();
    const tag = unchangedTag(pathOf(url), known);
    if (tag === undefined || hostProblem(request)) return false;
    const address = socket.remoteAddress ?? "";
    const nowMs = now();
    const count = counters.addUsage(callerOf(address, address, headers).identity, dayOf(nowMs), 1);
    const send = (usage: number) => {
      const own = ["x-request-id", requestId(), "etag", tag];
      response.writeHead(304, [...usageHeaders(usage), ...fixed, ...own]).end();
      metrics.observe(route, method, 304, (performance.now() - began) / 1000);
    };
    if (count instanceof Promise) void count.then(send);
    else send(count);
    return true;
  }

  const usual = server.listeners("request") as ((...request: unknown[]) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!answered(request, response)) for (const listener of usual) listener(request, response);
  });
}
