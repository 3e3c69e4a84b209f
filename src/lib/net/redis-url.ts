/** The parsed parts of a REDIS_URL. */
export interface RedisTarget {
  /**
   * "sentinel": `hosts` are Sentinels of the primary `service`. "server": servers or cluster nodes.
   */
  kind: "server" | "sentinel";
  hosts: { host: string; port: number }[];
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  database: number;
  /** The name that the Sentinels monitor; only with kind "sentinel". */
  service: string | undefined;
  sentinelUsername: string | undefined;
  sentinelPassword: string | undefined;
}

const SERVER_PORT = 6379;
const SENTINEL_PORT = 26_379;

/**
 * Parses `redis://[user:password@]host[:port][,host[:port]…][/database]`, with `rediss` for TLS,
 * and `redis+sentinel://…/service[/database]` (`rediss+sentinel`), whose own credentials are the
 * query parameters `sentinelUsername` and `sentinelPassword`. Returns undefined when the text is
 * not such a URL.
 */
export function parseRedisUrl(text: string): RedisTarget | undefined {
  const match = URL_PATTERN.exec(text);
  if (!match) return undefined;
  const { scheme = "", sentinel, user, authority = "", path = "", query = "" } = match.groups ?? {};
  const kind = sentinel ? "sentinel" : "server";
  const hosts = parseHosts(authority, kind === "sentinel" ? SENTINEL_PORT : SERVER_PORT);
  const segments = path.split("/").filter((segment) => segment !== "");
  const service = kind === "sentinel" ? decode(segments.shift()) : undefined;
  const database = parseDatabase(segments);
  const [username, password] = parseUser(user);
  if (!hosts || database === undefined || (kind === "sentinel" && !service)) return undefined;
  const parameters = new URLSearchParams(query);
  return {
    kind,
    hosts,
    tls: scheme.toLowerCase() === "rediss",
    username,
    password,
    database,
    service,
    sentinelUsername: parameters.get("sentinelUsername") ?? undefined,
    sentinelPassword: parameters.get("sentinelPassword") ?? undefined,
  };
}

const URL_PATTERN =
  /^(?<scheme>rediss?)(?<sentinel>\+sentinel)?:\/\/(?:(?<user>[^/?#]*)@)?(?<authority>[^@/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/i;

const HOST_PATTERN = /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<name>[^\s:[\]]+))(?::(?<port>\d{1,5}))?$/i;

function parseHosts(authority: string, defaultPort: number): RedisTarget["hosts"] | undefined {
  if (authority === "") return [{ host: "localhost", port: defaultPort }];
  const hosts = [];
  for (const entry of authority.split(",")) {
    const { ipv6, name, port } = HOST_PATTERN.exec(entry)?.groups ?? {};
    const host = ipv6 ?? name;
    if (host === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
    hosts.push({ host, port: Number(port ?? defaultPort) });
  }
  return hosts;
}

function parseUser(user: string | undefined): [string | undefined, string | undefined] {
  if (user === undefined) return [undefined, undefined];
  const colon = user.indexOf(":");
  if (colon === -1) return [decode(user) || undefined, undefined];
  return [decode(user.slice(0, colon)) || undefined, decode(user.slice(colon + 1)) || undefined];
}

function parseDatabase(segments: string[]): number | undefined {
  const [database = "0", ...rest] = segments;
  return rest.length === 0 && /^\d{1,9}$/.test(database) ? Number(database) : undefined;
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
