import {
  type Environment,
  type EnvironmentReport,
  type EnvironmentValues,
  readEnvironment,
} from "./lib/environment/read.ts";
import { toOptional } from "./lib/environment/parsers.ts";
import { variables } from "./variables.ts";

/**
 * Validated settings from the environment. Sizes are in bytes; `undefined` is unlimited or none.
 */
export type Config = Omit<EnvironmentValues<typeof variables>, "dailyLimit" | "fetchAllowPorts"> & {
  dailyLimit: number | undefined;
  fetchAllowPorts: number[] | undefined;
};

type Report = EnvironmentReport<typeof variables>;

/** Reads the settings. Throws an Error of one line that names every wrong variable. */
export function readConfig(environment: Environment = process.env): Config {
  const { values, problems } = checkConfig(environment);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const { dailyLimit, fetchAllowPorts: ports } = values;
  return {
    ...values,
    dailyLimit: toOptional(dailyLimit),
    fetchAllowPorts: ports === "*" ? undefined : ports,
  };
}

/** Reads the settings of a command whose standard output has no place for logs. */
export function readCommandConfig(): Config {
  return readConfig({ LOG_LEVEL: "warn", ...process.env });
}

/** Returns the credentials that commands send to a server. */
export function readClientCredentials(): {
  apiKey: string | undefined;
  adminToken: string | undefined;
} {
  const { SUNDRY_API_KEY: apiKey, SUNDRY_ADMIN_TOKEN: adminToken } = process.env;
  return { apiKey: apiKey?.trim() || undefined, adminToken: adminToken?.trim() || undefined };
}

/**
 * Shortens lookups of names: a process cannot end during one, and three silent name servers take
 * half a minute. glibc reads the variable at the first lookup (resolv.conf(5)).
 */
export function limitNameLookups(): void {
  process.env["RES_OPTIONS"] ??= "timeout:1 attempts:2";
}

/** Reads every variable, and the rules between them. */
export function checkConfig(environment: Environment = process.env): Report {
  const report = readEnvironment(variables, environment);
  const { offline, fxUpdate } = report.values;
  if (offline && fxUpdate !== "off")
    report.problems.push("FX_UPDATE must be off where OFFLINE is true");
  report.problems.push(...listAccessProblems(report));
  return report;
}

const OIDC_NEEDS = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_ALLOWED", "PUBLIC_URL"];

/** Lists the broken rules between the variables of access. */
function listAccessProblems({ values, variables: shown }: Report): string[] {
  const set = shown.filter(({ source }) => source !== "default").map(({ name }) => name);
  const ofOidc = set.filter((name) => name.startsWith("OIDC_"));
  const ofUsers = set.filter((name) => name === "ACCESS_USER_HEADER");
  const problems = [...ofUsers, ...ofOidc]
    .filter(() => values.access === "open")
    .map((name) => `${name} needs ACCESS=required`);
  // With a count of hops every peer would be trusted.
  if (ofUsers.length > 0 && !Array.isArray(values.trustProxy))
    problems.push("ACCESS_USER_HEADER needs the addresses of the proxies in TRUST_PROXY");
  if (ofOidc.length === 0) return problems;
  if (values.offline) problems.push(`${ofOidc[0]} must not be set where OFFLINE is true`);
  const missing = OIDC_NEEDS.filter((name) => !set.includes(name));
  return [...problems, ...missing.map((name) => `${ofOidc[0]} needs ${name}`)];
}

/** The first descriptor that systemd passes (sd_listen_fds(3)). */
const FIRST_SOCKET = 3;

/**
 * Returns the descriptor of the socket that systemd opened for this process, and removes its
 * variables, so that no child takes it for its own. Undefined without one. Throws an Error for
 * several.
 */
export function takeInheritedSocket(): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = process.env;
  if (pid === undefined || Number(pid) !== process.pid) return undefined;
  delete process.env["LISTEN_FDS"];
  delete process.env["LISTEN_PID"];
  if (count === "1") return FIRST_SOCKET;
  throw new Error(`LISTEN_FDS must be 1; it is ${JSON.stringify(count ?? "")}`);
}
