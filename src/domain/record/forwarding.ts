import type { HeaderPair } from "./inbox-record.ts";

/**
 * Headers that concern one connection (RFC 9110, 7.6.1), and those that the next client sets
 * itself.
 */
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
 * Returns the end-to-end headers of a captured request, in their order. It drops those of one
 * connection, those that `Connection` names and `Content-Length`, which is computed again, and
 * keeps `Host`.
 */
export function selectEndToEndHeaders(rawHeaders: readonly HeaderPair[]): HeaderPair[] {
  const named = rawHeaders
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return rawHeaders.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Servers divide a path at `/`, and each of them at some of `\\`, `%2F` and `%5C`, too. */
const SEPARATORS = ["", "|%2f", "|%5c", "|%2f|%5c"].flatMap((escapes) =>
  ["/", "[/\\\\]"].map((plain) => new RegExp(plain + escapes, "i")),
);
/** `;` begins a parameter of a segment. */
const DOT_DOT = /^(\.|%2e){2}(;.*)?$/i;
const DOT = /^((\.|%2e)(;.*)?)?$/i;

/**
 * Returns true when dot segments of a captured path lead above the path that it is appended to, for
 * any server. Senders choose the path, and must not reach other paths of the machine that requests
 * are forwarded to.
 */
export function leavesTarget(path: string): boolean {
  // Behind a proxy that decodes once, a server may decode a second time.
  return [path, path.replaceAll("%25", "%")].some((reading) =>
    SEPARATORS.some((separator) => climbs(reading.split(separator))),
  );
}

function climbs(segments: readonly string[]): boolean {
  let depth = 0;
  return segments.some((segment) => {
    // Empty segments count as little as single dots, because some servers merge slashes.
    if (DOT_DOT.test(segment)) depth -= 1;
    else if (!DOT.test(segment)) depth += 1;
    return depth < 0;
  });
}
