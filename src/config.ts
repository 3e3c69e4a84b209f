import { isIP } from "node:net";
import { parseRedisUrl } from "./lib/redis-url.ts";

/** Validated settings from the environment. Sizes are in bytes. */
export interface Config {
  host: string;
  port: number;
  dataDirectory: string;
  redisUrl: string | undefined;
  enforceLimit: boolean;
  /** Largest number of open connections. */
  maxConnections: number;
  /** Trusted proxies, as the number of hops or as addresses. */
  trustProxy: number | string[] | undefined;
  fetchAllowCidrs: string[];
  /** Ports that outbound requests may use; undefined: all. */
  fetchAllowPorts: number[] | undefined;
  feesDirectory: string | undefined;
  offline: boolean;
  /** Source of newer exchange rates. */
  fxUpdate: "off" | "ecb";
  /** CSV file with the operator's exchange rates. */
  fxFile: string | undefined;
  /** The largest body whose bytes are hashed as they arrive. */
  hashMaxBodyBytes: number;
  inboxTtlSeconds: number;
  inboxMaxRecords: number;
  inboxMaxBodyBytes: number;
  inboxMaxBytes: number;
  storeMaxBytes: number;
  /** Whether inboxes may have response plans. */
  inboxResponses: boolean;
  logLevel: string;
  /** Such as `/sundry` when served under a path, else empty. */
  basePath: string;
  publicUrl: string | undefined;
  /** Further names under which a server on loopback may be addressed: `example.com`, `.example.com` with subdomains, `*`. */
  allowedHosts: string[];
}

const MEBIBYTE = 1024 ** 2;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

type Environment = Record<string, string | undefined>;

/** Reads the settings. Throws an Error of one line that names the variable and its rule. */
export function readConfig(environment: Environment = process.env): Config {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const read = <T>(name: string, parse: (value: string) => T | undefined, rule: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) {
      throw new Error(`${name} must be ${rule}; it is ${JSON.stringify(withoutPassword(value))}`);
    }
    return parsed;
  };
  const whole = (name: string, least: number, most: number) =>
    read(
      name,
      (value) => wholeNumber(value, least, most),
      `a whole number from ${least} to ${most}`,
    );
  const flag = (name: string) => read(name, boolean, "true or false") ?? false;
  const offline = flag("OFFLINE");
  const fxUpdate = read("FX_UPDATE", fxSource, "off or ecb") ?? "off";
  if (offline && fxUpdate !== "off") throw new Error("FX_UPDATE must be off where OFFLINE is true");
  const ports = read("FETCH_ALLOW_PORTS", portList, "port numbers with commas between, or *");
  return {
    host: text("HOST") ?? "127.0.0.1",
    port: whole("PORT", 0, 65_535) ?? 3000,
    dataDirectory: text("DATA_DIR") ?? "./data",
    redisUrl: read("REDIS_URL", redisUrl, "a redis://, rediss:// or redis+sentinel:// URL"),
    enforceLimit: flag("ENFORCE_LIMIT"),
    maxConnections: whole("MAX_CONNECTIONS", 1, 1_000_000) ?? 10_000,
    trustProxy: read(
      "TRUST_PROXY",
      trusted,
      "a hop count up to 100, or CIDRs with commas between that are not every address",
    ),
    fetchAllowCidrs:
      read("FETCH_ALLOW_CIDRS", cidrList, "CIDRs with commas between, like 10.0.0.0/8") ?? [],
    fetchAllowPorts: ports === "*" ? undefined : (ports ?? [80, 443, 8080, 8443]),
    feesDirectory: text("FEES_DIR"),
    offline,
    fxUpdate,
    fxFile: text("FX_FILE"),
    hashMaxBodyBytes: whole("HASH_MAX_BODY_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 1024 * MEBIBYTE,
    inboxTtlSeconds: whole("INBOX_TTL_SECONDS", 1, 31_536_000) ?? 14_400,
    inboxMaxRecords: whole("INBOX_MAX_RECORDS", 1, 1_000_000) ?? 500,
    inboxMaxBodyBytes: whole("INBOX_MAX_BODY_BYTES", 1, 1024 * MEBIBYTE) ?? 5 * MEBIBYTE,
    inboxMaxBytes: whole("INBOX_MAX_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 32 * MEBIBYTE,
    storeMaxBytes: whole("STORE_MAX_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 1024 * MEBIBYTE,
    inboxResponses: read("INBOX_RESPONSES", boolean, "true or false") ?? true,
    logLevel:
      read(
        "LOG_LEVEL",
        (value) => LOG_LEVELS.find((level) => level === value.toLowerCase()),
        `one of ${LOG_LEVELS.join(", ")}`,
      ) ?? "info",
    basePath: read("BASE_PATH", basePath, "a path like /sundry") ?? "",
    publicUrl: read("PUBLIC_URL", publicUrl, "an http:// or https:// URL of scheme, host and path"),
    allowedHosts:
      read("ALLOWED_HOSTS", hostList, "host names with commas between, like .example.com, or *") ??
      [],
  };
}

function withoutPassword(value: string): string {
  return value.replace(/\/\/.*@/, "//***@");
}

function wholeNumber(value: string, least: number, most: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined;
}

function boolean(value: string): boolean | undefined {
  if (/^(true|1|on|yes)$/i.test(value)) return true;
  return /^(false|0|off|no)$/i.test(value) ? false : undefined;
}

function fxSource(value: string): Config["fxUpdate"] | undefined {
  if (/^ecb$/i.test(value)) return "ecb";
  return boolean(value) === false ? "off" : undefined;
}

function listOf<T>(value: string, parse: (entry: string) => T | undefined): T[] | undefined {
  const entries = value.split(",").map((entry) => parse(entry.trim()));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** Returns an address without a zone, or a CIDR with at least `leastBits` bits; undefined for other text. */
function cidr(entry: string, leastBits: number): string | undefined {
  const [address = "", bits, ...rest] = entry.split("/");
  if (address.includes("%")) return undefined;
  const most = isIP(address) === 4 ? 32 : 128;
  const fits = bits === undefined || wholeNumber(bits, leastBits, most) !== undefined;
  return isIP(address) > 0 && rest.length === 0 && fits ? entry : undefined;
}

function cidrList(value: string): string[] | undefined {
  return listOf(value, (entry) => cidr(entry, 0));
}

function hostList(value: string): string[] | undefined {
  return listOf(value, (entry) => {
    const name = entry.toLowerCase().replace(/^\[(.*)\]$/, "$1");
    return name === "*" || isIP(name) > 0 || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)
      ? name
      : undefined;
  });
}

function portList(value: string): number[] | "*" | undefined {
  return value === "*" ? "*" : listOf(value, (entry) => wholeNumber(entry, 1, 65_535));
}

function trusted(value: string): number | string[] | undefined {
  // A range of all addresses would trust whatever a caller writes, so it needs at least one bit.
  return wholeNumber(value, 0, 100) ?? listOf(value, (entry) => cidr(entry, 1));
}

function redisUrl(value: string): string | undefined {
  return parseRedisUrl(value) && value;
}

/** Returns a URL without query, fragment and password, because paths are appended to it and everyone sees it. */
function publicUrl(value: string): string | undefined {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return undefined;
  const { origin, pathname, href } = new URL(value);
  return href === origin + pathname ? href.replace(/\/+$/, "") : undefined;
}

function basePath(value: string): string | undefined {
  const path = value.replace(/\/+$/, "");
  return /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/.test(path) ? path : undefined;
}
