import {
  parseAccountEntries,
  parseBasePath,
  parseCidrList,
  parseHostList,
  parseIssuer,
  parseLimit,
  parseOauthScopes,
  parsePortList,
  parsePublicUrl,
  parseRatesSource,
  parseScopes,
  parseToolLimits,
  parseTrustedProxies,
} from "./lib/environment/parsers.ts";
import {
  boolean,
  choice,
  integer,
  maskRedisPassword,
  parsed,
  text,
} from "./lib/environment/variable.ts";
import { parseRedisUrl } from "./lib/net/redis-url.ts";
import { DEFAULT_SCOPES } from "./lib/scope.ts";

const MEBIBYTE = 1024 ** 2;

const network = {
  host: text("HOST", {
    defaultValue: "127.0.0.1",
    about: "Where it listens: an address or a name of this machine.",
    example: "0.0.0.0",
  }),
  port: integer("PORT", {
    min: 0,
    max: 65_535,
    defaultValue: 3000,
    about: "The port. `0` picks a free one and prints it.",
  }),
  basePath: parsed("BASE_PATH", {
    parse: parseBasePath,
    rule: "a path like /sundry",
    defaultValue: "",
    about: "The path below which a proxy serves Sundry.",
    example: "/sundry",
  }),
  publicUrl: parsed("PUBLIC_URL", {
    parse: parsePublicUrl,
    rule: "an http:// or https:// URL of scheme, host and path",
    about: "The URL that pages, samples and links show.",
    example: "https://tools.example.com",
  }),
  allowedHosts: parsed("ALLOWED_HOSTS", {
    parse: parseHostList,
    rule: "host names with commas between, like .example.com, or *",
    defaultValue: [],
    about: "Further names of a server on loopback; `.example.com` has subdomains, `*` is all.",
    example: "dev.example.com,.test",
  }),
  trustProxy: parsed("TRUST_PROXY", {
    parse: parseTrustedProxies,
    rule: "a hop count up to 100, or CIDRs with commas between that are not every address",
    about: "The proxies whose `X-Forwarded-*` count: how many, or their addresses.",
    example: "1",
  }),
  stopDelayMs: integer("STOP_DELAY_MS", {
    min: 0,
    max: 60_000,
    defaultValue: 0,
    about:
      "How long a stop keeps serving while `/readyz` is 503, in milliseconds, so that a proxy takes another process.",
    example: "5000",
  }),
  maxConnections: integer("MAX_CONNECTIONS", {
    min: 1,
    max: 1_000_000,
    defaultValue: 10_000,
    about: "Connections at once; further ones are closed.",
  }),
  offline: boolean("OFFLINE", {
    defaultValue: false,
    about: "`true` refuses every outbound request.",
  }),
  fetchAllowCidrs: parsed("FETCH_ALLOW_CIDRS", {
    parse: parseCidrList,
    rule: "CIDRs with commas between, like 10.0.0.0/8",
    defaultValue: [],
    about: "Private ranges that the carbon tool may fetch.",
    example: "10.0.0.0/8",
  }),
  fetchAllowPorts: parsed("FETCH_ALLOW_PORTS", {
    parse: parsePortList,
    rule: "port numbers with commas between, or *",
    defaultValue: [80, 443, 8080, 8443],
    defaultText: "80,443,8080,8443",
    about: "Ports that the carbon tool may fetch; `*` is all.",
  }),
};

const access = {
  access: choice("ACCESS", ["open", "required"], {
    defaultValue: "open",
    about: "Who may call: `open`, everybody; `required`, whoever has a credential.",
  }),
  adminToken: parsed("ADMIN_TOKEN", {
    parse: (value) => (/^[\x21-\x7e]{32,256}$/.test(value) ? value : undefined),
    rule: "32 to 256 visible ASCII characters",
    isSecret: true,
    about: "The secret of the administrator, who issues keys.",
    example: "a-random-text-of-at-least-32-characters",
  }),
  accessUserHeader: parsed("ACCESS_USER_HEADER", {
    parse: (value) => (/^[A-Za-z0-9-]{1,64}$/.test(value) ? value.toLowerCase() : undefined),
    rule: "the name of a header",
    about: "The header in which the proxies of `TRUST_PROXY` name the user.",
    example: "Remote-User",
  }),
  accessUserScopes: parsed("ACCESS_USER_SCOPES", {
    parse: parseScopes,
    rule: "scopes with commas between, like tools:*,inbox:read",
    defaultValue: [...DEFAULT_SCOPES],
    defaultText: DEFAULT_SCOPES.join(","),
    about: "What accounts may do.",
  }),
  accessAdmins: parsed("ACCESS_ADMINS", {
    parse: parseAccountEntries,
    rule: "accounts with commas between, like user:ada,ada@example.com",
    defaultValue: [],
    about:
      "The accounts that are administrators, too: as in `OIDC_ALLOWED`, and `user:NAME` of a proxy.",
    example: "user:ada",
  }),
  oidcIssuer: parsed("OIDC_ISSUER", {
    parse: parseIssuer,
    rule: "an https:// URL, or an http:// URL of this machine",
    about: "The OpenID Connect provider at which people sign in. Needs `PUBLIC_URL`.",
    example: "https://id.example.com/realms/team",
  }),
  oidcClientId: text("OIDC_CLIENT_ID", {
    about: "The name of this server at the provider.",
    example: "sundry",
  }),
  oidcClientSecret: parsed("OIDC_CLIENT_SECRET", {
    parse: (value) => (/^[\x20-\x7e]{1,1024}$/.test(value) ? value : undefined),
    rule: "1 to 1024 ASCII characters",
    isSecret: true,
    about: "The secret of this server at the provider; without it a public client.",
  }),
  oidcAllowed: parsed("OIDC_ALLOWED", {
    parse: parseAccountEntries,
    rule: "accounts with commas between, like ada@example.com,@example.com,groups:tools or *",
    defaultValue: [],
    about:
      "The accounts that may sign in: an address, `@` and a domain, `CLAIM:VALUE`, or `*` for all.",
    example: "@example.com,groups:tools",
  }),
  oidcScope: parsed("OIDC_SCOPE", {
    parse: parseOauthScopes,
    rule: "scopes with spaces between",
    defaultValue: [],
    about: "Scopes to ask the provider for, beside `openid email profile`.",
    example: "groups",
  }),
  oidcName: text("OIDC_NAME", {
    defaultValue: "Single sign-on",
    about: "The text of the button on the sign-in page.",
  }),
  oidcTrustEmail: boolean("OIDC_TRUST_EMAIL", {
    defaultValue: false,
    about: "`true` takes addresses of a provider that never says whether they are verified.",
  }),
  sessionTtlSeconds: integer("SESSION_TTL_SECONDS", {
    min: 1,
    max: 31_536_000,
    defaultValue: 43_200,
    about: "How long a session lives after its last use, in seconds.",
  }),
};

const limits = {
  enforceLimit: boolean("ENFORCE_LIMIT", {
    defaultValue: false,
    about: "`true` rejects requests past `DAILY_LIMIT`.",
  }),
  dailyLimit: parsed("DAILY_LIMIT", {
    parse: (value) => parseLimit(value, 1_000_000_000),
    rule: "a whole number from 1 to 1000000000, or off",
    defaultValue: 100,
    defaultText: "100",
    about: "Requests a day for each key or IP, or `off`.",
  }),
  toolLimits: parsed("LIMITS", {
    parse: parseToolLimits,
    rule: "tools with their requests a minute, each once, like code-image=600,carbon-footprint=off",
    defaultValue: new Map<string, number | undefined>(),
    about: "Requests a minute for each IP instead of a tool's own.",
    example: "code-image=600,carbon-footprint=off",
  }),
  batchMaxRows: integer("BATCH_MAX_ROWS", {
    min: 1,
    max: 100_000,
    defaultValue: 1000,
    about: "Rows of one batch.",
  }),
  batchMaxBodyBytes: integer("BATCH_MAX_BODY_BYTES", {
    min: 1,
    max: 1024 * MEBIBYTE,
    defaultValue: 10 * MEBIBYTE,
    about: "Bytes of one batch.",
  }),
  jobs: boolean("JOBS", {
    defaultValue: true,
    about: "`false` refuses jobs.",
  }),
  jobMaxRows: integer("JOB_MAX_ROWS", {
    min: 1,
    max: 1_000_000,
    defaultValue: 100_000,
    about: "Rows of one job.",
  }),
  jobMaxBodyBytes: integer("JOB_MAX_BODY_BYTES", {
    min: 1,
    max: 1024 * MEBIBYTE,
    defaultValue: 100 * MEBIBYTE,
    about: "Bytes of one job.",
  }),
  jobTtlSeconds: integer("JOB_TTL_SECONDS", {
    min: 1,
    max: 31_536_000,
    defaultValue: 14_400,
    about: "How long results of jobs are kept, in seconds.",
  }),
  hashMaxBodyBytes: integer("HASH_MAX_BODY_BYTES", {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    defaultValue: 1024 * MEBIBYTE,
    about: "The largest file that is hashed over HTTP, in bytes.",
  }),
};

const storage = {
  dataDirectory: text("DATA_DIR", {
    defaultValue: "./data",
    about: "The directory of the embedded store.",
    example: "/var/lib/sundry",
  }),
  redisUrl: parsed("REDIS_URL", {
    parse: (value) => parseRedisUrl(value) && value,
    rule: "a redis://, rediss:// or redis+sentinel:// URL",
    isSecret: true,
    show: maskRedisPassword,
    about:
      "Inboxes, usage and limits live in this Redis or Valkey, shared by any number of processes.",
    example: "redis://127.0.0.1:6379",
  }),
  storeMaxBytes: integer("STORE_MAX_BYTES", {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    defaultValue: 1024 * MEBIBYTE,
    about: "Bytes of all inboxes together.",
  }),
  storeDeadlineMs: integer("STORE_DEADLINE_MS", {
    min: 1,
    max: 60_000,
    defaultText: "1500, with Redis 1000",
    about: "The longest wait for the store, in milliseconds; then a request gets 503.",
  }),
};

const files = {
  filesDirectory: text("FILES_DIR", {
    defaultText: "files in DATA_DIR; with Redis none",
    about: "The directory of jobs. With Redis all processes must share it.",
    example: "/var/lib/sundry/files",
  }),
  filesMaxBytes: integer("FILES_MAX_BYTES", {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    defaultValue: 2048 * MEBIBYTE,
    about: "Bytes of the files of all jobs together.",
  }),
  mcpFilesTtlSeconds: integer("MCP_FILES_TTL_SECONDS", {
    min: 10,
    max: 86_400,
    defaultValue: 900,
    about: "How long files of results and uploads are kept, in seconds.",
  }),
  mcpFilesMaxBytes: integer("MCP_FILES_MAX_BYTES", {
    min: 0,
    max: 16 * 1024 * MEBIBYTE,
    defaultValue: 64 * MEBIBYTE,
    about: "Bytes of all such files; `0` keeps none.",
  }),
};

const inboxes = {
  inboxTtlSeconds: integer("INBOX_TTL_SECONDS", {
    min: 1,
    max: 31_536_000,
    defaultValue: 14_400,
    about: "How long an inbox lives after its first request, in seconds.",
  }),
  inboxMaxRecords: integer("INBOX_MAX_RECORDS", {
    min: 1,
    max: 1_000_000,
    defaultValue: 500,
    about: "Records of an inbox.",
  }),
  inboxMaxBodyBytes: integer("INBOX_MAX_BODY_BYTES", {
    min: 1,
    max: 1024 * MEBIBYTE,
    defaultValue: 5 * MEBIBYTE,
    about: "Bytes of one captured body.",
  }),
  inboxMaxBytes: integer("INBOX_MAX_BYTES", {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    defaultValue: 32 * MEBIBYTE,
    about: "Bytes of an inbox.",
  }),
  inboxResponses: boolean("INBOX_RESPONSES", {
    defaultValue: true,
    about: "`false` forbids response plans.",
  }),
};

const data = {
  feesDirectory: text("FEES_DIR", {
    about: "A directory with your own marketplace fee files, which override the shipped.",
    example: "/etc/sundry/fees",
  }),
  fxUpdate: parsed("FX_UPDATE", {
    parse: parseRatesSource,
    rule: "off or ecb",
    defaultValue: "off" as const,
    defaultText: "off",
    about: "`ecb` fetches new exchange rates from the ECB's site.",
    example: "ecb",
  }),
  fxFile: text("FX_FILE", {
    about: "A CSV file with your own exchange rates, which override the shipped.",
    example: "/etc/sundry/rates.csv",
  }),
};

const logging = {
  logLevel: choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
    defaultValue: "info",
    about: "The least level that is logged. Bodies, queries and keys never are.",
  }),
  logRequests: boolean("LOG_REQUESTS", {
    defaultValue: false,
    about: "`true` logs a line for each request: its pattern, status, time and sizes.",
  }),
  logFormat: choice("LOG_FORMAT", ["auto", "json", "text"], {
    defaultValue: "auto",
    about: "`json` or `text` lines; `auto`: the URL, then JSON, and a banner on a terminal.",
  }),
};

/** Every variable, by the headings of the reference. */
export const VARIABLE_GROUPS = {
  "Address and network": network,
  Access: access,
  Limits: limits,
  Storage: storage,
  Files: files,
  "Webhook inboxes": inboxes,
  "Fees and rates": data,
  Logs: logging,
};

/** Every variable, by the member of the settings. */
export const variables = {
  ...network,
  ...access,
  ...limits,
  ...storage,
  ...files,
  ...inboxes,
  ...data,
  ...logging,
};
