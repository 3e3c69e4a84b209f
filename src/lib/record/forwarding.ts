/** A header as it was sent: name and value. */
export type HeaderPair = readonly [name: string, value: string];

/** Headers that concern one connection (RFC 9110, 7.6.1), and those that the next client sets itself. */
const HOP_BY_HOP = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Returns the end-to-end headers of a captured request, in their order. It
 * drops those of one connection, those that `Connection` names and `Content-Length`, which is computed again, and keeps `Host`.
 */
export function selectEndToEndHeaders(rawHeaders: readonly HeaderPair[]): HeaderPair[] {
  const named = rawHeaders
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return rawHeaders.filter(([name]) => !dropped.has(name.toLowerCase()));
}
