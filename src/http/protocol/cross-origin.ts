import { HttpError } from "../../lib/errors.ts";
import { createPreflightHeaders } from "../../lib/net/preflight.ts";
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

/** Returns the headers that are equal on all responses of a route; `exposed` are headers of its own that pages may read. */
export function createCommonHeaders(exposed: readonly string[]): RawHeaders {
  return [
    "x-content-type-options",
    "nosniff",
    "access-control-allow-origin",
    "*",
    "access-control-expose-headers",
    [...EXPOSED_HEADERS, ...exposed].join(", "),
  ];
}

/** Allows a cross-origin request. Credentials are never allowed, so `*` is safe as the origin. */
export function replyToPreflight({ headers }: RequestContext): Reply {
  return { status: 204, headers: createPreflightHeaders(headers) };
}

/**
 * Throws an HttpError of 403 for a request from a page of another origin. CORS is open, so any page that a user
 * visits could otherwise send it. The scheme is not compared, because a proxy may terminate TLS without a header for
 * it.
 */
export function requireOwnOrigin(context: RequestContext, publicUrl: string | undefined): void {
  const { origin, host = "" } = context.headers;
  if (origin === undefined) return;
  const asked = getHost(origin);
  const own = [host.toLowerCase(), getHost(context.origin), publicUrl && getHost(publicUrl)];
  if (asked !== "" && own.includes(asked)) return;
  throw new HttpError(403, "Pages of other origins cannot send this request.");
}

/** Returns the host and port of an origin or URL in lower case; empty for `null` and other text. */
function getHost(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
