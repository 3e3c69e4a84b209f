import { isIP } from "node:net";
import { parseNetwork } from "../net/network-text.ts";
import { SCOPE_PATTERN } from "../scope.ts";
import { parseBoolean, parseInteger, parseList } from "./variable.ts";

export function parseLimit(value: string, max: number): number | "off" | undefined {
  return value.toLowerCase() === "off" ? "off" : parseInteger(value, 1, max);
}

export function toOptional(limit: number | "off"): number | undefined {
  return limit === "off" ? undefined : limit;
}

/** Returns undefined for other text, and where a name is repeated. */
export function parseToolLimits(value: string): Map<string, number | undefined> | undefined {
  const entries = parseList(value, (entry) => {
    const [, name = "", text = ""] = /^([a-z0-9-]+)\s*=\s*(\w+)$/.exec(entry) ?? [];
    const limit = parseLimit(text, 1_000_000);
    return limit === undefined ? undefined : ([name, toOptional(limit)] as const);
  });
  const limits = new Map(entries);
  return limits.size === entries?.length ? limits : undefined;
}

export function parseRatesSource(value: string): "off" | "ecb" | undefined {
  if (/^ecb$/i.test(value)) return "ecb";
  return parseBoolean(value) === false ? "off" : undefined;
}

export function parseCidrList(value: string): string[] | undefined {
  return parseList(value, (entry) => parseNetwork(entry));
}

export function parseHostList(value: string): string[] | undefined {
  return parseList(value, (entry) => {
    const name = entry.toLowerCase().replace(/^\[(.*)\]$/, "$1");
    return name === "*" || isIP(name) > 0 || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)
      ? name
      : undefined;
  });
}

export function parsePortList(value: string): number[] | "*" | undefined {
  return value === "*" ? "*" : parseList(value, (entry) => parseInteger(entry, 1, 65_535));
}

export function parseTrustedProxies(value: string): number | string[] | undefined {
  // A range of all addresses would trust whatever a caller writes, so it needs at least one bit.
  return parseInteger(value, 0, 100) ?? parseList(value, (entry) => parseNetwork(entry, 1));
}

/**
 * Returns a URL without query, fragment and password, because paths are appended to it and it is
 * public.
 */
export function parsePublicUrl(value: string): string | undefined {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return undefined;
  const { origin, pathname, href } = new URL(value);
  return href === origin + pathname ? href.replace(/\/+$/, "") : undefined;
}

export function parseBasePath(value: string): string | undefined {
  const path = value.replace(/\/+$/, "");
  return /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/.test(path) ? path : undefined;
}

export function parseScopes(value: string): string[] | undefined {
  const pattern = new RegExp(SCOPE_PATTERN);
  return parseList(value, (entry) => (pattern.test(entry) ? entry : undefined));
}

/** Returns undefined unless every entry is `*`, `@domain`, an e-mail address or `CLAIM:VALUE`. */
export function parseAccountEntries(value: string): string[] | undefined {
  return parseList(value, (entry) =>
    /^(\*|[^\s@:]*@[^\s@:]+|[^\s@:][^\s@]*:.+)$/.test(entry) ? entry : undefined,
  );
}

/** Returns an issuer: a URL by https, or by http on this machine. */
export function parseIssuer(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isLoopback = isIP(hostname) === 4 && hostname.startsWith("127.");
  const isLocal = isLoopback || hostname === "localhost" || hostname === "[::1]";
  const isSafe = protocol === "https:" || (protocol === "http:" && isLocal);
  return isSafe && username + password + search + hash === "" ? value : undefined;
}

/** Returns words with spaces or commas between; undefined for other characters (RFC 6749, 3.3). */
export function parseOauthScopes(value: string): string[] | undefined {
  const words = value.split(/[\s,]+/);
  return words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)) ? words : undefined;
}
