import type { IncomingHttpHeaders } from "node:http";
import { chain, type MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { HttpError, type UnavailableError } from "../../lib/errors.ts";
import type { Refusal } from "../caller.ts";
import type { RequestContext } from "../context.ts";
import { MAX_HEADER_LINES } from "../socket/header-limits.ts";
import { checkOrigin } from "./cross-origin.ts";
import { checkHost, type IsAllowedHost } from "./host-header.ts";

/** Sets the caller of a request. Returns why the request is refused, otherwise undefined. */
export type CheckAccess = (context: RequestContext) => MaybePromise<Refusal | undefined>;

export interface CheckOptions {
  /** Accepts the `Host` headers of the server; undefined: every valid one is accepted. */
  isAllowedHost?: IsAllowedHost | undefined;
  /** The URL of the server, if the operator named it. */
  publicUrl?: string | undefined;
  /** Decides about callers; left out: everybody may send every request. */
  checkAccess?: CheckAccess | undefined;
}

/** Returns the error for a request that is refused whatever its body is. */
type CheckRequest = (
  context: RequestContext,
) => MaybePromise<HttpError | UnavailableError | undefined>;

/** Creates the check of each request. `RouteRules` has what a route permits. */
export function createCheckRequest(options: CheckOptions): CheckRequest {
  const { isAllowedHost, publicUrl, checkAccess } = options;
  return (context) => {
    const error =
      checkHeaderLines(context.rawHeaders) ??
      checkTransferCoding(context.headers) ??
      checkHost(context, isAllowedHost) ??
      checkOrigin(context, publicUrl);
    if (error || !checkAccess) return error;
    return chain(checkAccess(context), (refusal) => (context.refusal = refusal)?.error);
  };
}

function checkHeaderLines(rawHeaders: readonly string[]): HttpError | undefined {
  if (rawHeaders.length <= 2 * MAX_HEADER_LINES) return undefined;
  const message = `The request has more than ${MAX_HEADER_LINES} header lines.`;
  // Closed, because a connection that waits for its body would keep them.
  return new HttpError(431, message, { connection: "close" });
}

/**
 * RFC 9112, 6.1: a transfer coding that is not understood is 501, because its bytes are not the
 * body.
 */
function checkTransferCoding({
  "transfer-encoding": coding,
}: IncomingHttpHeaders): HttpError | undefined {
  if (coding === undefined || coding.toLowerCase() === "chunked") return undefined;
  return new HttpError(501, "Send the body with Transfer-Encoding: chunked alone.");
}
