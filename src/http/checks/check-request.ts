import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../../lib/errors.ts";
import type { RequestContext } from "../context.ts";
import { checkHeaderLines } from "../socket/header-limits.ts";
import { checkOrigin } from "./cross-origin.ts";
import { checkHost, type IsAllowedHost } from "./host-header.ts";

export interface CheckOptions {
  /** Accepts the `Host` headers of the server; undefined: every valid one is accepted. */
  isAllowedHost?: IsAllowedHost | undefined;
  /** The URL of the server, if the operator named it. */
  publicUrl?: string | undefined;
}

/** Returns the error for a request that is refused whatever its body is. */
export type CheckRequest = (context: RequestContext) => HttpError | undefined;

/** Creates the check of each request. `RouteRules` has what a route permits. */
export function createCheckRequest({ isAllowedHost, publicUrl }: CheckOptions): CheckRequest {
  return (context) =>
    checkHeaderLines(context.rawHeaders) ??
    checkTransferCoding(context.headers) ??
    checkHost(context, isAllowedHost) ??
    checkOrigin(context, publicUrl);
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
