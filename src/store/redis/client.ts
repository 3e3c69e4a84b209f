import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisTarget } from "../../lib/net/redis-url.ts";

/** A connection to one server, or to all nodes of a cluster. */
export type RedisClient = Redis | Cluster;

/** Deadline of a command or a connection attempt by default, in milliseconds. */
export const COMMAND_MS = 1_000;

/** Delay between attempts to reconnect, in milliseconds. */
export const RETRY_MS = 250;

/**
 * Connects to a server, or to the primary that the Sentinels name. `pipeline` sends the commands of
 * one turn of the event loop in one write.
 */
export function createServerClient(
  target: RedisTarget,
  commandMs: number,
  { pipeline = false } = {},
): Redis {
  const [host = { host: "localhost", port: 6379 }] = target.hosts;
  const common = {
    ...createOptions(target, commandMs),
    db: target.database,
    enableAutoPipelining: pipeline,
  };
  if (target.kind === "server") return new Redis({ ...common, ...host });
  return new Redis({
    ...common,
    sentinels: target.hosts,
    name: target.service ?? "",
    enableTLSForSentinelMode: target.tls,
    sentinelRetryStrategy: () => RETRY_MS,
    ...(target.tls && { sentinelTLS: {} }),
    ...(target.sentinelUsername && { sentinelUsername: target.sentinelUsername }),
    ...(target.sentinelPassword && { sentinelPassword: target.sentinelPassword }),
  });
}

/** Connects to a cluster, of which the target's hosts are seeds. */
export function createClusterClient(target: RedisTarget, commandMs: number): Cluster {
  return new Cluster(target.hosts, {
    enableOfflineQueue: false,
    clusterRetryStrategy: () => RETRY_MS,
    slotsRefreshTimeout: commandMs,
    redisOptions: createOptions(target, commandMs),
  });
}

function createOptions({ username, password, tls }: RedisTarget, commandMs: number) {
  return {
    enableOfflineQueue: false,
    connectTimeout: commandMs,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: () => RETRY_MS,
    // Disabled, because the check needs rights that users often lack. A loading server fails our
    // probe instead.
    enableReadyCheck: false,
    // After a failover the address may belong to a replica; the next connection finds the primary.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls: {} }),
  } satisfies RedisOptions;
}
