import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { HttpError } from "../../lib/errors.ts";
import { isValidHost } from "../../lib/net/host.ts";
import { unmapAddress } from "../../lib/net/ip.ts";
import type { RequestContext } from "../context.ts";

/** The server's address and its names. */
interface HostOptions {
  /** The name or address that it listens on. */
  host: string;
  trustProxy: number | string[] | undefined;
  publicUrl: string | undefined;
  /** Further names; `.example.com` covers subdomains, `*` all names. */
  allowedHosts: readonly string[];
}

/** Returns true for a `Host` header under which the server may be addressed. */
export type IsAllowedHost = (host: string) => boolean;

/** Maximum cached headers, so that most requests cost one look-up. */
const MAX_ACCEPTED_HEADERS = 100;

/**
 * Returns the filter of `Host` headers of a server on loopback, because pages can reach it by a
 * name that resolves to 127.0.0.1 (DNS rebinding). Undefined for other servers, which are public.
 */
export function createHostFilter(options: HostOptions): IsAllowedHost | undefined {
  const { host, trustProxy, publicUrl, allowedHosts } = options;
  if (trustProxy !== undefined || !isLoopback(host.toLowerCase())) return undefined;
  if (allowedHosts.includes("*")) return undefined;
  const named =
    publicUrl === undefined ? allowedHosts : [...allowedHosts, toHostName(new URL(publicUrl).host)];
  const accepted = new Set<string>();
  return (header) => {
    if (accepted.has(header)) return true;
    const name = toHostName(header);
    const isAllowed =
      isLoopback(name) ||
      name === "host.docker.internal" ||
      named.some(
        (entry) => name === entry || (entry.startsWith(".") && `.${name}`.endsWith(entry)),
      ) ||
      isOwnAddress(name);
    if (isAllowed && accepted.size < MAX_ACCEPTED_HEADERS) accepted.add(header);
    return isAllowed;
  };
}

/** Returns the error for a rejected `Host`, with the setting that allows it. */
function createHostError(header: string): HttpError {
  const name = toHostName(header).slice(0, 200);
  const hint = "The variable ALLOWED_HOSTS names further hosts of this server.";
  return new HttpError(403, `The host ${name} is not allowed. ${hint}`);
}

/**
 * Returns the name or address of a `Host` header in lower case, without port, brackets and final
 * dot.
 */
function toHostName(header: string): string {
  const name = header.toLowerCase().replace(/:\d*$/, "");
  return name.startsWith("[") ? name.slice(1, -1) : name.replace(/\.$/, "");
}

function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1") return true;
  const address = unmapAddress(name);
  return isIP(address) === 4 && address.startsWith("127.");
}

function isOwnAddress(name: string): boolean {
  if (isIP(name) === 0) return false;
  const local = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return local.some(({ address }) => unmapAddress(address) === unmapAddress(name));
}

/**
 * Returns the error for a Host that is missing, repeated (RFC 9112, 3.2; a smuggled request looks
 * like it), not valid or not allowed. HTTP/1.0 needs none: its requests do not come from pages.
 */
export function checkHost(
  { message, rawHeaders, headers: { host }, route }: RequestContext,
  isAllowed: IsAllowedHost | undefined,
): HttpError | undefined {
  if (countHosts(rawHeaders) > 1)
    return new HttpError(400, "The request has more than one Host header.");
  if (host === undefined && message.httpVersion !== "1.1") return undefined;
  if (host === undefined) return new HttpError(400, "The request has no Host header.");
  // An empty Host is that of a target without an authority.
  if (host !== "" && !isValidHost(host)) return new HttpError(400, "The Host header is not valid.");
  if (!isAllowed || route?.anyHost || isAllowed(host)) return undefined;
  return createHostError(host);
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
