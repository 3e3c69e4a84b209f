import { isIP } from "node:net";
import { parseRedisUrl } from "./lib/net/redis-url.ts";

/** Validated settings from the environment. Sizes are in bytes. */
export interface Config {
  host: string;
  port: number;
  dataDirectory: string;
  redisUrl: string | undefined;
  enforceLimit: boolean;
  /** Requests per day and client; undefined: unlimited. */
  dailyLimit: number | undefined;
  /** The operator's requests per minute and address, by tool; undefined: unlimited. */
  toolLimits: ToolLimits;
  /** Maximum open connections. */
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
  /** Maximum size of a body that is hashed as a stream. */
  hashMaxBodyBytes: number;
  batchMaxRows: number;
  batchMaxBodyBytes: number;
  inboxTtlSeconds: number;
  inboxMaxRecords: number;
  inboxMaxBodyBytes: number;
  inboxMaxBytes: number;
  storeMaxBytes: number;
  /** Milliseconds that a request waits for the store; undefined: the store's own deadline. */
  storeDeadlineMs: number | undefined;
  /** How long files of results and uploads are kept. */
  mcpFilesTtlSeconds: number;
  /** Bytes of all such files; 0: none is kept. */
  mcpFilesMaxBytes: number;
  /** True if inboxes may have response plans. */
  inboxResponses: boolean;
  logLevel: string;
  /** "auto": a banner with the URL on a terminal, and JSON lines. */
  logFormat: "auto" | "json" | "text";
  /** Path prefix such as `/sundry`; empty without one. */
  basePath: string;
  publicUrl: string | undefined;
  /**
   * Further host names of a server on loopback: `example.com`, `.example.com` with subdomains, `*`.
   */
  allowedHosts: string[];
}

/** Requests per minute and address by the name of a tool or of a limit; undefined: unlimited. */
type ToolLimits = ReadonlyMap<string, number | undefined>;

const MEBIBYTE = 1024 ** 2;
const LOG_FORMATS = ["auto", "json", "text"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

type Environment = Record<string, string | undefined>;

/** Reads the settings. Throws an Error of one line that names the variable and its rule. */
export function readConfig(environment: Environment = process.env): Config {
  const { readText, read, readInteger, readBoolean } = createReaders(environment);
  // A later release knows more modes; ignoring them would open a server that is meant to be closed.
  read("ACCESS", (mode) => (mode === "open" ? mode : undefined), "open");
  const offline = readBoolean("OFFLINE") ?? false;
  const fxUpdate = read("FX_UPDATE", parseRatesSource, "off or ecb") ?? "off";
  if (offline && fxUpdate !== "off") throw new Error("FX_UPDATE must be off where OFFLINE is true");
  const ports = read("FETCH_ALLOW_PORTS", parsePortList, "port numbers with commas between, or *");
  return {
    host: readText("HOST") ?? "127.0.0.1",
    port: readInteger("PORT", 0, 65_535) ?? 3000,
    dataDirectory: readText("DATA_DIR") ?? "./data",
    redisUrl: read("REDIS_URL", checkRedisUrl, "a redis://, rediss:// or redis+sentinel:// URL"),
    enforceLimit: readBoolean("ENFORCE_LIMIT") ?? false,
    dailyLimit: toOptional(
      read(
        "DAILY_LIMIT",
        (value) => parseLimit(value, 1_000_000_000),
        "a whole number from 1 to 1000000000, or off",
      ) ?? 100,
    ),
    toolLimits:
      read(
        "LIMITS",
        parseToolLimits,
        "tools with their requests a minute, each once, like code-image=600,carbon-footprint=off",
      ) ?? new Map(),
    maxConnections: readInteger("MAX_CONNECTIONS", 1, 1_000_000) ?? 10_000,
    trustProxy: read(
      "TRUST_PROXY",
      parseTrustedProxies,
      "a hop count up to 100, or CIDRs with commas between that are not every address",
    ),
    fetchAllowCidrs:
      read("FETCH_ALLOW_CIDRS", parseCidrList, "CIDRs with commas between, like 10.0.0.0/8") ?? [],
    fetchAllowPorts: ports === "*" ? undefined : (ports ?? [80, 443, 8080, 8443]),
    feesDirectory: readText("FEES_DIR"),
    offline,
    fxUpdate,
    fxFile: readText("FX_FILE"),
    hashMaxBodyBytes:
      readInteger("HASH_MAX_BODY_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 1024 * MEBIBYTE,
    batchMaxRows: readInteger("BATCH_MAX_ROWS", 1, 100_000) ?? 1000,
    batchMaxBodyBytes: readInteger("BATCH_MAX_BODY_BYTES", 1, 1024 * MEBIBYTE) ?? 10 * MEBIBYTE,
    inboxTtlSeconds: readInteger("INBOX_TTL_SECONDS", 1, 31_536_000) ?? 14_400,
    inboxMaxRecords: readInteger("INBOX_MAX_RECORDS", 1, 1_000_000) ?? 500,
    inboxMaxBodyBytes: readInteger("INBOX_MAX_BODY_BYTES", 1, 1024 * MEBIBYTE) ?? 5 * MEBIBYTE,
    inboxMaxBytes: readInteger("INBOX_MAX_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 32 * MEBIBYTE,
    storeMaxBytes: readInteger("STORE_MAX_BYTES", 1, Number.MAX_SAFE_INTEGER) ?? 1024 * MEBIBYTE,
    storeDeadlineMs: readInteger("STORE_DEADLINE_MS", 1, 60_000),
    mcpFilesTtlSeconds: readInteger("MCP_FILES_TTL_SECONDS", 10, 86_400) ?? 900,
    mcpFilesMaxBytes: readInteger("MCP_FILES_MAX_BYTES", 0, 16 * 1024 * MEBIBYTE) ?? 64 * MEBIBYTE,
    inboxResponses: readBoolean("INBOX_RESPONSES") ?? true,
    logLevel:
      read(
        "LOG_LEVEL",
        (value) => LOG_LEVELS.find((level) => level === value.toLowerCase()),
        `one of ${LOG_LEVELS.join(", ")}`,
      ) ?? "info",
    logFormat:
      read(
        "LOG_FORMAT",
        (value) => LOG_FORMATS.find((format) => format === value.toLowerCase()),
        `one of ${LOG_FORMATS.join(", ")}`,
      ) ?? "auto",
    basePath: read("BASE_PATH", parseBasePath, "a path like /sundry") ?? "",
    publicUrl: read(
      "PUBLIC_URL",
      parsePublicUrl,
      "an http:// or https:// URL of scheme, host and path",
    ),
    allowedHosts:
      read(
        "ALLOWED_HOSTS",
        parseHostList,
        "host names with commas between, like .example.com, or *",
      ) ?? [],
  };
}

/** Creates functions that read one variable; undefined when it is not set. */
function createReaders(environment: Environment) {
  const readText = (name: string) => environment[name]?.trim() || undefined;
  const read = <T>(name: string, parse: (value: string) => T | undefined, rule: string) => {
    const value = readText(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) {
      throw new Error(`${name} must be ${rule}; it is ${JSON.stringify(maskPassword(value))}`);
    }
    return parsed;
  };
  const readInteger = (name: string, min: number, max: number) =>
    read(name, (value) => parseInteger(value, min, max), `a whole number from ${min} to ${max}`);
  const readBoolean = (name: string) => read(name, parseBoolean, "true or false");
  return { readText, read, readInteger, readBoolean };
}

function maskPassword(value: string): string {
  return value.replace(/\/\/.*@/, "//***@");
}

function parseInteger(value: string, min: number, max: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
}

function parseLimit(value: string, max: number): number | "off" | undefined {
  return value.toLowerCase() === "off" ? "off" : parseInteger(value, 1, max);
}

function toOptional(limit: number | "off"): number | undefined {
  return limit === "off" ? undefined : limit;
}

/** Returns undefined for other text, and where a name is repeated. */
function parseToolLimits(value: string): ToolLimits | undefined {
  const entries = parseList(value, (entry) => {
    const [, name = "", text = ""] = /^([a-z0-9-]+)\s*=\s*(\w+)$/.exec(entry) ?? [];
    const limit = parseLimit(text, 1_000_000);
    return limit === undefined ? undefined : ([name, toOptional(limit)] as const);
  });
  const limits = new Map(entries);
  return limits.size === entries?.length ? limits : undefined;
}

function parseBoolean(value: string): boolean | undefined {
  if (/^(true|1|on|yes)$/i.test(value)) return true;
  return /^(false|0|off|no)$/i.test(value) ? false : undefined;
}

function parseRatesSource(value: string): Config["fxUpdate"] | undefined {
  if (/^ecb$/i.test(value)) return "ecb";
  return parseBoolean(value) === false ? "off" : undefined;
}

function parseList<T>(value: string, parse: (entry: string) => T | undefined): T[] | undefined {
  const entries = value.split(",").map((entry) => parse(entry.trim()));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/**
 * Returns an address without a zone, or a CIDR with at least `minBits` bits; undefined for other
 * text.
 */
function parseCidr(entry: string, minBits: number): string | undefined {
  const [address = "", bits, ...rest] = entry.split("/");
  if (address.includes("%")) return undefined;
  const max = isIP(address) === 4 ? 32 : 128;
  const fits = bits === undefined || parseInteger(bits, minBits, max) !== undefined;
  return isIP(address) > 0 && rest.length === 0 && fits ? entry : undefined;
}

function parseCidrList(value: string): string[] | undefined {
  return parseList(value, (entry) => parseCidr(entry, 0));
}

function parseHostList(value: string): string[] | undefined {
  return parseList(value, (entry) => {
    const name = entry.toLowerCase().replace(/^\[(.*)\]$/, "$1");
    return name === "*" || isIP(name) > 0 || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)
      ? name
      : undefined;
  });
}

function parsePortList(value: string): number[] | "*" | undefined {
  return value === "*" ? "*" : parseList(value, (entry) => parseInteger(entry, 1, 65_535));
}

function parseTrustedProxies(value: string): number | string[] | undefined {
  // A range of all addresses would trust whatever a caller writes, so it needs at least one bit.
  return parseInteger(value, 0, 100) ?? parseList(value, (entry) => parseCidr(entry, 1));
}

function checkRedisUrl(value: string): string | undefined {
  return parseRedisUrl(value) && value;
}

/**
 * Returns a URL without query, fragment and password, because paths are appended to it and it is
 * public.
 */
function parsePublicUrl(value: string): string | undefined {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return undefined;
  const { origin, pathname, href } = new URL(value);
  return href === origin + pathname ? href.replace(/\/+$/, "") : undefined;
}

function parseBasePath(value: string): string | undefined {
  const path = value.replace(/\/+$/, "");
  return /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/.test(path) ? path : undefined;
}
