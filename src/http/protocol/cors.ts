import { createPreflightHeaders } from "../../lib/preflight.ts";
import type { RequestContext } from "../request-context.ts";
import type { RawHeaders, Reply } from "../types.ts";

/** Response headers of this product that a page of another origin may read. */
const EXPOSED_HEADERS = [
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

/** Returns the headers that are equal on every response; `exposed` are further headers that pages may read. */
export function createCommonHeaders(exposed: readonly string[]): RawHeaders {
  return [
    "x-content-type-options",
    "nosniff",
    "access-control-allow-origin",
    "*",
    "access-control-expose-headers",
    [...new Set([...EXPOSED_HEADERS, ...exposed])].join(", "),
  ];
}

/** Allows a cross-origin request. Credentials are never allowed, so `*` is safe as the origin. */
export function replyToPreflight({ headers }: RequestContext): Reply {
  return { status: 204, headers: createPreflightHeaders(headers) };
}
