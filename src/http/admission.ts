import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import type { Counters, MaybePromise } from "../store/store.ts";
import { isPreflight, preflightHeaders } from "../lib/preflight.ts";
import { callerOf } from "./caller.ts";
import { carry, type HeaderList } from "./head.ts";
import { type Limit, limitHeaders, overLimit, WINDOW_MS } from "./limits.ts";
import { DAILY_LIMIT, dayOf, secondsToMidnight, usageHeaders } from "./usage.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The per-IP limit of a route and the name it counts under. */
    limit?: Limit;
    /** True: counted, but never refused for the daily limit. */
    neverRefused?: boolean;
    /** True: the route answers CORS preflights itself. */
    ownPreflight?: boolean;
  }
}

/** What admission needs of its surroundings. */
export interface Admission {
  counters: Counters;
  enforceLimit: boolean;
  now(): number;
}

/** Called when a request comes, with its route's URL; what it gives is told the status of the answer. */
export type Observe = (
  request: FastifyRequest,
  route: string | undefined,
) => (status: number) => void;

/** Headers of this product that a page of another origin may read. */
const EXPOSED = [
  "X-Usage-Count",
  "X-Usage-Limit",
  "X-Usage-Remaining",
  "X-Usage-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Request-Id",
  "ETag",
];

/** Headers that every response carries, whatever else happens. */
export function commonHeaders(exposed: readonly string[]): HeaderList {
  return [
    "x-content-type-options",
    "nosniff",
    "access-control-allow-origin",
    "*",
    "access-control-expose-headers",
    [...EXPOSED, ...exposed].join(", "),
  ];
}

/**
 * What happens to every request before its handler: common headers, usage, limits, preflights.
 * One hook for all of it: hooks of their own cost more than the work they do.
 */
export function admit(admission: Admission, common: HeaderList, observe: Observe) {
  const { counters, now } = admission;
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const nowMs = now();
    // Looked at once: the framework puts a route's options together anew each time that they are asked for.
    const { config } = request.routeOptions;
    const onHead = observe(request, config.url);
    // No preflight has one: it comes to no route, or to an inbox.
    const { limit } = config;
    const caller = callerOf(request.ip, request.socket.remoteAddress ?? "", request.headers);
    const preflight = isPreflight(request.raw);
    // By the route where there is one: a path can be written in many ways ("/%61pi/").
    const counts = !preflight && (config.url ?? request.url).startsWith("/api/");
    const usage = counters.addUsage(caller.identity, dayOf(nowMs), counts ? 1 : 0);
    const rate = limit && counters.hit(`${limit.name} ${caller.network}`, WINDOW_MS, nowMs);
    whenBoth(usage, rate, (count, window) => {
      const headers = [...usageHeaders(count), ...common, "x-request-id", request.id];
      if (limit && window) headers.push(...limitHeaders(limit, window, nowMs));
      carry(reply.raw, { headers, onHead });
      const used = admission.enforceLimit && counts && !config.neverRefused && count > DAILY_LIMIT;
      const refusal =
        (limit && window && overLimit(limit.perMinute, window, nowMs)) ??
        (used ? dailyRefusal(nowMs) : undefined) ??
        hostProblem(request.raw);
      if (refusal || !preflight || config.ownPreflight) done(refusal);
      else void reply.code(204).headers(preflightHeaders(request.raw)).send();
    });
  };
}

/** Goes on at once when both values are here, else when they arrive. Counters never reject. */
function whenBoth<A, B>(a: MaybePromise<A>, b: MaybePromise<B>, next: (a: A, b: B) => void): void {
  if (a instanceof Promise || b instanceof Promise) {
    void Promise.all([a, b]).then((values) => next(...values));
  } else next(a, b);
}

/** HTTP/1.1 demands one Host (RFC 9112, 3.2); with none or two a request cannot be told from a smuggled one. */
export function hostProblem(raw: IncomingMessage): HttpError | undefined {
  const hosts = countHosts(raw.rawHeaders);
  if (hosts > 1) return new HttpError(400, "the request has more than one Host header");
  if (hosts === 1 || raw.httpVersion !== "1.1") return undefined;
  return new HttpError(400, "the request has no Host header");
}

/** Names and values take turns in `rawHeaders`; every request comes by, so they are not parted first. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** The refusal of a caller whose day is used up. */
export function dailyRefusal(nowMs: number): UnavailableError {
  const seconds = secondsToMidnight(nowMs);
  const message = `the daily limit of ${DAILY_LIMIT} requests is used up; it starts again at 00:00 UTC`;
  return new UnavailableError(message, "rate-limited", seconds);
}
