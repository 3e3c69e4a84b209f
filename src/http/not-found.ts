import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptsExplicitly } from "../lib/http-headers.ts";
import { HttpError } from "../lib/errors.ts";
import { sendFailure } from "./errors.ts";

/** Answers a browser that is at a path where there is nothing. */
export type NothingHere = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * The answer where no route is: a path that exists, asked with another method, is 405 with `Allow`; any other is 404.
 * To be made before the routes are, which it takes note of.
 */
export function unknownPaths(app: FastifyInstance, nothingHere: NothingHere | undefined) {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = routes.get(url) ?? { pattern: pathPattern(url), methods: new Set(["OPTIONS"]) };
    for (const one of [method].flat()) known.methods.add(one);
    routes.set(url, known);
  });
  return (request: FastifyRequest, reply: FastifyReply): void => {
    // Read as the router reads it, which has refused what cannot be.
    const path = decodeURI(request.url.split("?", 1)[0] ?? "");
    const route = [...routes.values()].find(({ pattern }) => pattern.test(path));
    const allow = [...(route?.methods ?? [])].sort().join(", ");
    if (!route && nothingHere && isReader(request)) {
      nothingHere(request, reply).catch((error) => sendFailure(error, request, reply));
    } else if (!route) {
      sendFailure(new HttpError(404, "there is nothing at this path"), request, reply);
    } else if (request.method === "OPTIONS") {
      void reply.code(204).header("allow", allow).send();
    } else {
      sendFailure(new HttpError(405, `this path takes ${allow}`, { allow }), request, reply);
    }
  };
}

/** Whether somebody looks at the pages: not at the API, whose failures are JSON to everybody. */
function isReader({ method, url, headers: { accept = "" } }: FastifyRequest): boolean {
  if (!["GET", "HEAD"].includes(method) || /^\/api(?:[/?]|$)/.test(url)) return false;
  const asksJson = ["application/json", "application/problem+json"].some((type) =>
    acceptsExplicitly(accept, type),
  );
  return acceptsExplicitly(accept, "text/html") && !asksJson;
}

/** What a route's URL matches: `:name` is one segment, `*` the rest. */
function pathPattern(url: string): RegExp {
  const literal = url.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll(/:[A-Za-z]+/g, "[^/]+").replaceAll("*", ".*")}$`);
}
