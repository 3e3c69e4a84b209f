import { HttpError } from "../../lib/errors.ts";
import { createPreflightHeaders } from "../../lib/net/preflight.ts";
import type { RequestContext } from "../context.ts";
import type { Reply } from "../reply.ts";

/** Allows a cross-origin request. Credentials are never allowed, so `*` is safe as the origin. */
export function replyToPreflight({ headers }: RequestContext): Reply {
  return { status: 204, headers: createPreflightHeaders(headers) };
}

/**
 * Returns the error for a page of another origin where the route is for our own alone. CORS is
 * open, so any page that a user visits could otherwise send the request. The scheme is not
 * compared, because a proxy may terminate TLS without a header for it.
 */
export function checkOrigin(
  context: RequestContext,
  publicUrl: string | undefined,
): HttpError | undefined {
  const { origin, host = "" } = context.headers;
  if (!context.route?.ownOriginOnly || origin === undefined) return undefined;
  const sender = getHost(origin);
  const ownHosts = [host.toLowerCase(), getHost(context.origin), publicUrl && getHost(publicUrl)];
  if (sender !== "" && ownHosts.includes(sender)) return undefined;
  return new HttpError(403, "Pages of other origins cannot send this request.");
}

/** Returns the host and port of an origin or URL in lower case; empty for `null` and other text. */
function getHost(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
