import type { RedisTarget } from "../../lib/net/redis-url.ts";
import type { StoreProblem } from "../health.ts";

/** The rights that the store needs, in the syntax of ACL SETUSER. */
const RIGHTS =
  "~sundry:* &sundry:* +@read +@write +@scripting +@pubsub +@connection +info +cluster|slots";

/**
 * A pattern of an error's code or message, the reason it implies, and a sentence with the problem
 * and its solution.
 */
type ErrorRule = [pattern: RegExp, reason: StoreProblem["reason"], advice: string];

/** Rules in order; the first that matches counts. */
const RULES: readonly ErrorRule[] = [
  [
    /^NOAUTH|WRONGPASS|invalid password|no password is set/i,
    "denied",
    "rejected the user name or password; check the ones in REDIS_URL",
  ],
  [
    /^NOPERM|user executing the script/i,
    "denied",
    `denies its user a command; grant the rights with ACL SETUSER <user> ${RIGHTS}`,
  ],
  [
    /^READONLY/,
    "read-only",
    "is a read-only replica; set REDIS_URL to the primary, or use redis+sentinel://",
  ],
  [/\bOOM\b/, "full", "is out of memory; raise its maxmemory or delete inboxes"],
  [/^MISCONF/, "failing", "cannot save its data to disk and therefore rejects writes; see its log"],
  [
    /\bWRONGTYPE\b/,
    "unreachable",
    "has a key of another program under sundry:, so the request that needs it fails; delete the key, or use another database",
  ],
  [/^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/, "unreachable", "is not ready yet"],
  [
    /cluster support disabled|slots cache/i,
    "unreachable",
    "names several hosts that are not a cluster, or none of them answers; give one host, or the nodes of one cluster",
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|unable to (verify|get).*certificate|self.signed certificate/i,
    "unreachable",
    "has a TLS certificate of an unknown authority; set NODE_EXTRA_CA_CERTS to the file of your authority's certificate",
  ],
  [
    /CERT_HAS_EXPIRED|certificate has expired/i,
    "unreachable",
    "has a TLS certificate that has expired; renew it",
  ],
  [
    /ALTNAME|does not match certificate/i,
    "unreachable",
    "has a TLS certificate for another host name; use that name in REDIS_URL",
  ],
  [
    /EPROTO|wrong version number|SSL routines/i,
    "unreachable",
    "does not speak TLS; use redis:// instead of rediss:// in REDIS_URL",
  ],
  [/ENOTFOUND|EAI_AGAIN/, "unreachable", "has a host name that DNS does not know; check REDIS_URL"],
  [/ECONNREFUSED/, "unreachable", "refuses connections; check REDIS_URL and that the server runs"],
  [
    /sentinels are unreachable/i,
    "unreachable",
    "has no Sentinel that answers and knows the service; check the hosts and the service name in REDIS_URL",
  ],
  [
    /ECONNRESET|connection (is )?closed|Connection lost/i,
    "unreachable",
    "closed the connection; check that the server runs, and use rediss:// if it expects TLS",
  ],
];

/** Returns the problem behind an error of Redis or of the connection, with its solution. */
export function describeRedisProblem(error: unknown, target: RedisTarget): StoreProblem {
  const detail = readError(error);
  const [, reason, advice] = RULES.find(([pattern]) => pattern.test(detail)) ?? UNKNOWN;
  const hosts = target.hosts.map(({ host, port }) => `${host}:${port}`).join(",");
  return { reason, message: `Redis at ${hosts} ${advice} (${detail})` };
}

const UNKNOWN: ErrorRule = [
  /^/,
  "unreachable",
  "cannot be used; check REDIS_URL and that the server runs",
];

/** Returns true when the server answers but this command failed; other commands may work. */
export function isCommandError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "ReplyError") return false;
  return !/^(NOAUTH|WRONGPASS|READONLY|LOADING|BUSY|MASTERDOWN|CLUSTERDOWN)/.test(error.message);
}

/**
 * Returns the code and the message of an error, and of the node's error that a cluster's error
 * wraps.
 */
function readError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code =
    "code" in error && !error.message.includes(String(error.code)) ? `${String(error.code)} ` : "";
  const last =
    "lastNodeError" in error && error.lastNodeError instanceof Error
      ? `; ${error.lastNodeError.message}`
      : "";
  return `${code}${error.message}${last}`;
}
