import { HttpError } from "../../lib/errors.ts";
import { isProgramPath } from "../../lib/net/navigation.ts";
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
  const { origin } = context.headers;
  if (!context.route?.ownOriginOnly || origin === undefined) return undefined;
  if (isOwnOrigin(origin, context, publicUrl)) return undefined;
  return new HttpError(403, "Pages of other origins cannot send this request.");
}

function isOwnOrigin(
  origin: string,
  context: RequestContext,
  publicUrl: string | undefined,
): boolean {
  const { host = "" } = context.headers;
  const sender = getHost(origin);
  const ownHosts = [host.toLowerCase(), getHost(context.origin), publicUrl && getHost(publicUrl)];
  return sender !== "" && ownHosts.includes(sender);
}

/**
 * Returns true for a request of one of our own pages or of the user. Only then a credential counts
 * that browsers add themselves, such as a cookie. A link of another site may open a page.
 */
export function isSameOrigin(context: RequestContext, publicUrl: string | undefined): boolean {
  const { method, headers } = context;
  const isRead = method === "GET" || method === "HEAD";
  const site = headers["sec-fetch-site"];
  if (site === undefined) {
    const { origin } = headers;
    return origin === undefined ? isRead : isOwnOrigin(origin, context, publicUrl);
  }
  if (site === "same-origin" || site === "none") return true;
  const { "sec-fetch-mode": mode, "sec-fetch-dest": destination } = headers;
  const isOpened = mode === "navigate" && destination === "document" && method === "GET";
  return isOpened && !isProgramPath(context.route?.path ?? context.target);
}

/** Returns the host and port of an origin or URL in lower case; empty for `null` and other text. */
function getHost(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
