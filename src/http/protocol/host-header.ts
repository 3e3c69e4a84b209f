import { HttpError } from "../../lib/errors.ts";

/**
 * Returns the error for a request without exactly one Host (RFC 9112, 3.2), because with none or two it cannot be
 * told from a smuggled one. HTTP/1.0 needs none.
 */
export function validateHostHeader(request: {
  rawHeaders: readonly string[];
  httpVersion: string;
}): HttpError | undefined {
  const hosts = countHosts(request.rawHeaders);
  if (hosts > 1) return new HttpError(400, "The request has more than one Host header.");
  if (hosts === 1 || request.httpVersion !== "1.1") return undefined;
  return new HttpError(400, "The request has no Host header.");
}

/** Counts in `rawHeaders` because Node's `headers` drops a second Host. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}
