import { HttpError } from "../../lib/errors.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Throws an HttpError of 403 for a request from a page of another origin, because CORS is open: without this check any
 * page that a user visits could send it. The scheme is not compared, because a proxy may end TLS without telling.
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
