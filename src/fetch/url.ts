import { isIP } from "node:net";
import { parseHttpUrl } from "../lib/net/http-url.ts";
import { FetchError } from "../lib/net/network.ts";

/**
 * Parses a URL and checks its port. An undefined `ports` allows all of them. Throws FetchError:
 * "bad-url", or "blocked" for a port that is not allowed.
 */
export function parseAllowedUrl(text: string, ports: ReadonlySet<number> | undefined): URL {
  const url = parseHttpUrl(text);
  const port = getPort(url);
  if (ports !== undefined && !ports.has(port)) {
    throw new FetchError("blocked", `is blocked because port ${port} is not allowed here`);
  }
  return url;
}

/** Returns the port of a URL, or the default port of its scheme. */
function getPort(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** Returns the host as a resolver or socket expects it: IPv6 without brackets. */
export function getHost(url: URL): string {
  return stripBrackets(url.hostname);
}

/** Removes the brackets of an IPv6 literal. */
export function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Returns true when a host is an address literal, which never reaches a resolver. */
export function isAddressLiteral(host: string): boolean {
  return isIP(host) !== 0;
}
