import { isIP } from "node:net";
import { FetchError } from "../lib/network.ts";

/** The longest URL that is looked at, in UTF-16 units. */
const MAX_URL_LENGTH = 2048;

/** Characters that no URL holds as text. Parsers disagree about them, and disagreement is how filters are passed. */
const REFUSED = /[\s\\\p{Cc}]/u;

/** A label of Punycode that says nothing: newer versions of Node read it, older ones do not. */
const EMPTY_PUNYCODE = /(?:^|\.)xn--(?:\.|$)/;

/**
 * Checks a URL's text and then its parts: absolute http(s), no credentials, a port that is open. Undefined
 * `ports` means all. Throws FetchFailure ("bad-url", or "blocked" for a port).
 */
export function checkUrl(text: string, ports: ReadonlySet<number> | undefined): URL {
  if (text.length > MAX_URL_LENGTH) throw badUrl(`it has more than ${MAX_URL_LENGTH} characters`);
  if (REFUSED.test(text)) throw badUrl("it holds a space, a control character or a backslash");
  if (!/^https?:\/\/[^/?#]/i.test(text))
    throw badUrl("it must begin with http:// or https:// and a host");
  if (!URL.canParse(text)) throw badUrl("it cannot be read");
  const url = new URL(text);
  if (EMPTY_PUNYCODE.test(url.hostname)) throw badUrl("it cannot be read");
  if (url.username !== "" || url.password !== "")
    throw badUrl("it must not hold a user name or password");
  const port = portOf(url);
  if (ports !== undefined && !ports.has(port)) {
    throw new FetchError("blocked", `is blocked: port ${port} is not open here`);
  }
  return url;
}

/** The port a URL leads to, its scheme's own where it names none. */
function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** The host as a resolver or socket takes it: IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Whether the host is an address rather than a name. */
export function isLiteral(host: string): boolean {
  return isIP(host) !== 0;
}

function badUrl(why: string): FetchError {
  return new FetchError("bad-url", `is a bad URL: ${why}`);
}
