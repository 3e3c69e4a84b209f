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
