import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError, NotNowError } from "../lib/errors.ts";
import type { Counters, Soon } from "../store/store.ts";
import { isPreflight, preflightHeaders } from "../lib/preflight.ts";
import { callerOf } from "./caller.ts";
import { limitHeaders, overLimit, WINDOW_MS } from "./limits.ts";
import { DAILY_LIMIT, dayOf, secondsToMidnight, usageHeaders } from "./usage.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The per-IP limit of a route and the name it counts under. */
    limit?: { name: string; perMinute: number };
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
export function commonHeaders(exposed: readonly string[]): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [...EXPOSED, ...exposed].join(", "),
  };
}

/**
 * What happens to every request before its handler: common headers, usage, limits, preflights.
 * One hook for all of it: hooks of their own cost more than the work they do.
 */
export function admit(admission: Admission, common: Record<string, string>) {
  const { counters, now } = admission;
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const nowMs = now();
    const { config } = request.routeOptions;
    const caller = callerOf(request.ip, request.socket.remoteAddress ?? "", request.headers);
    const preflight = isPreflight(request.raw);
    const counts = !preflight && request.url.startsWith("/api/");

    const afterWindow = (count: number, window?: { count: number; endsAtMs: number }) => {
      reply.headers(common).header("x-request-id", request.id).headers(usageHeaders(count));
      if (window && config.limit) {
        const { name, perMinute } = config.limit;
        reply.headers(limitHeaders(name, perMinute, window, nowMs));
        const refusal = overLimit(perMinute, window, nowMs);
        if (refusal) return done(refusal);
      }
      if (admission.enforceLimit && counts && count > DAILY_LIMIT && !config.neverRefused) {
        return done(dailyRefusal(nowMs));
      }
      if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
        return done(new HttpError(400, "the request has no Host header"));
      }
      if (!preflight || config.ownPreflight) return done();
      void reply.code(204).headers(preflightHeaders(request.raw)).send();
    };
    const afterCount = (count: number) => {
      if (!config.limit || preflight) return afterWindow(count);
      const key = `${config.limit.name} ${caller.network}`;
      then(counters.hit(key, WINDOW_MS, nowMs), (window) => afterWindow(count, window));
    };
    then(counters.addUsage(caller.identity, dayOf(nowMs), counts ? 1 : 0), afterCount);
  };
}

/** Goes on at once when the value is here, else when it arrives. Counters never reject. */
function then<T>(value: Soon<T>, next: (value: T) => void): void {
  if (value instanceof Promise) void value.then(next);
  else next(value);
}

function dailyRefusal(nowMs: number): NotNowError {
  const seconds = secondsToMidnight(nowMs);
  const message = `the daily limit of ${DAILY_LIMIT} requests is used up; it starts again at 00:00 UTC`;
  return new NotNowError(message, "rate", seconds);
}
