import type { RedisClient } from "../../store/redis/client.ts";
import type { RedisConnection } from "../../store/redis/connection.ts";
import { parseRedisUrl, type RedisTarget } from "../../lib/net/redis-url.ts";
import { type Check, type CheckInput, fail, join, ok, type Outcome, skip, warn } from "./check.ts";

const OLDEST = [6, 2] as const;

/** Milliseconds for a connection and for each command. */
const DEADLINE_MS = 4000;

/** Checks the server of REDIS_URL, and the rights of its user by the probe of the store. */
export const checkRedis: Check = async ({ report: { values } }) => {
  const target = readTarget(values.redisUrl);
  if (!target) return skip("REDIS_URL is not set");
  return withConnection(target, async ({ connection, warnings }) => {
    await connection.waitUntilReady(DEADLINE_MS);
    const { problem } = connection;
    if (problem || !connection.reachable)
      return fail(...splitSentence(problem?.message ?? "no answer; check REDIS_URL"));
    const text = await connection.withClient((client) => client.info()).catch(() => "");
    return judgeServer(text, target, warnings);
  });
};

function judgeServer(text: string, { hosts }: RedisTarget, warnings: string[]): Outcome {
  const read = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, "m").exec(text)?.[1];
  const version = read("redis_version") ?? "of unknown version";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const policy = read("maxmemory_policy");
  const problems: Outcome[] = [];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    problems.push(fail(`Redis is ${version}`, `install ${OLDEST.join(".")} or newer`));
  if (policy !== undefined && policy !== "noeviction")
    problems.push(
      warn(`it deletes keys when memory is full (${policy})`, "set maxmemory-policy to noeviction"),
    );
  if (read("aof_enabled") === "0")
    problems.push(
      warn("it has no append-only file, so that a crash loses captures", "set appendonly to yes"),
    );
  const furtherWarnings = warnings.filter((warning) => !warning.includes("maxmemory-policy"));
  problems.push(...furtherWarnings.map((warning) => warn(...splitSentence(warning))));
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(",");
  return join(problems, ok(`Redis ${version} at ${names}, with every right`));
}

/** Divides a sentence of the store into what is wrong and what to do. */
function splitSentence(text: string): [finding: string, advice: string] {
  const end = text.indexOf("; ");
  return end < 0 ? [text, "see the message"] : [text.slice(0, end), text.slice(end + 2)];
}

/** Resolves with the time of the server in milliseconds; undefined where it cannot be asked. */
export async function readRedisTime({ report }: CheckInput): Promise<number | undefined> {
  const target = readTarget(report.values.redisUrl);
  if (!target) return undefined;
  return withConnection(target, async ({ connection }) => {
    await connection.waitUntilReady(DEADLINE_MS);
    const time = await connection.withClient(readTime).catch(() => []);
    const [seconds = NaN, micros = NaN] = time.map(Number);
    const timeMs = seconds * 1000 + micros / 1000;
    return Number.isNaN(timeMs) ? undefined : timeMs;
  });
}

function readTime(client: RedisClient): Promise<readonly unknown[]> {
  return client.time();
}

function ignore(): undefined {
  return undefined;
}

function readTarget(url: string | undefined): RedisTarget | undefined {
  return url === undefined ? undefined : parseRedisUrl(url);
}

async function withConnection<T>(
  target: RedisTarget,
  work: (problems: { connection: RedisConnection; warnings: string[] }) => Promise<T>,
): Promise<T> {
  const { RedisConnection } = await import("../../store/redis/connection.ts");
  const warnings: string[] = [];
  const events = {
    onMessage: ignore,
    onRestored: ignore,
    onHealthChange: ignore,
    onWarning: (message: string) => warnings.push(message),
  };
  const connection = new RedisConnection(target, events, DEADLINE_MS);
  try {
    return await work({ connection, warnings });
  } finally {
    connection.close();
  }
}
