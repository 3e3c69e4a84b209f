import type { Redis } from "ioredis";
import { withTimeout } from "../../lib/concurrency/timeout.ts";
import type { RedisClient } from "./client.ts";
import { isCommandError } from "./problem.ts";
import type { Script } from "./script.ts";

/** Runs a script by its hash if the server has it. */
export async function runScript(
  client: RedisClient,
  { sha, lua }: Script,
  { keys, args }: { keys: string[]; args: (string | number | Buffer)[] },
): Promise<unknown> {
  try {
    return await client.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.eval(lua, keys.length, ...keys, ...args);
  }
}

/** Parses names and values in turn. */
export function parsePairs<T>(
  texts: readonly string[],
  parse: (name: string, value: string) => T,
): T[] {
  return texts.flatMap((value, index) =>
    index % 2 === 1 ? [parse(texts[index - 1] ?? "", value)] : [],
  );
}

/**
 * Returns true for a cluster. Assumes a single server when the user may not ask. Rejects after
 * `commandMs`.
 */
export async function detectCluster(client: Redis, commandMs: number): Promise<boolean> {
  const info = withTimeout(client.info("cluster"), commandMs, createTimeoutError);
  return info.then(
    (text) => text.includes("cluster_enabled:1"),
    (error: unknown) => {
      if (isCommandError(error)) return false;
      throw error;
    },
  );
}

/** Returns the eviction policy; undefined when Redis has no memory limit and never evicts. */
export async function readEvictionPolicy(client: RedisClient): Promise<string | undefined> {
  const info = await client.info("memory");
  if (/^maxmemory:0\r?$/m.test(info)) return undefined;
  return /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
}

/** The error of a command that timed out. */
export class CommandTimeoutError extends Error {
  constructor() {
    super("it did not answer in time");
  }
}

export function createTimeoutError(): CommandTimeoutError {
  return new CommandTimeoutError();
}
