import { FetchError } from "./network.ts";

/** In UTF-16 code units. */
const MAX_URL_LENGTH = 2048;

/**
 * Characters about which parsers disagree, so that a filter and a client could see different hosts.
 */
const FORBIDDEN_CHARS = /[\s\\\p{Cc}]/u;

/** Matches an empty Punycode label, which newer versions of Node accept and older ones do not. */
const EMPTY_PUNYCODE_LABEL = /(?:^|\.)xn--(?:\.|$)/;

/**
 * Parses an absolute http(s) URL without credentials, of up to 2048 characters. The text is checked
 * before it is parsed, because the parser repairs texts that are not valid URLs ("http:/host").
 * Throws FetchError ("bad-url").
 */
export function parseHttpUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH)
    throw createUrlError(`it is longer than ${MAX_URL_LENGTH} characters`);
  if (FORBIDDEN_CHARS.test(text)) {
    throw createUrlError("it contains a space, a control character or a backslash");
  }
  if (!/^https?:\/\/[^/?#]/i.test(text)) {
    throw createUrlError("it must begin with http:// or https:// and a host");
  }
  if (!URL.canParse(text)) throw createUrlError("it cannot be parsed");
  const url = new URL(text);
  if (EMPTY_PUNYCODE_LABEL.test(url.hostname)) throw createUrlError("it cannot be parsed");
  if (url.username !== "" || url.password !== "") {
    throw createUrlError("it must not contain a user name or password");
  }
  return url;
}

function createUrlError(reason: string): FetchError {
  return new FetchError("bad-url", `is a bad URL: ${reason}`);
}
