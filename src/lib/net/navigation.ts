import type { IncomingHttpHeaders } from "node:http";
import { acceptsExplicitly } from "./http-headers.ts";

/** The part of a request that distinguishes browsers from programs. */
interface RequestHead {
  method: string;
  /** Path and query, without the base path. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** True for browser navigations outside the API, whose errors are always JSON. */
export function isNavigation({ method, target, headers: { accept = "" } }: RequestHead): boolean {
  if (!["GET", "HEAD"].includes(method) || /^\/api(?:[/?]|$)/.test(target)) return false;
  const asksJson = ["application/json", "application/problem+json"].some((type) =>
    acceptsExplicitly(accept, type),
  );
  return acceptsExplicitly(accept, "text/html") && !asksJson;
}

/** True for paths of the API and of MCP, which people do not open. */
export function isProgramPath(target: string): boolean {
  return /^\/(?:api|mcp)(?:[/?]|$)/.test(target);
}
