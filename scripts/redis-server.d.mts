import type { ChildProcess } from "node:child_process";

/** A Redis server that a test started. */
export interface RedisServer {
  port: number;
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** True when redis-server is installed. With `CI` set its absence is a failure, not a skip. */
export declare const hasRedis: boolean;

/** Starts `redis-server` on a port (0: a free one) with these settings. */
export declare function startRedis(port?: number, ...settings: string[]): Promise<RedisServer>;

/** Starts three cluster nodes that share all slots. `url` is that of the first one. */
export declare function startCluster(): Promise<{
  url: string;
  nodes: RedisServer[];
  stop(): Promise<void>;
}>;

/** Starts a Sentinel that monitors the server on `primaryPort` under the name `mymaster`. */
export declare function startSentinel(
  primaryPort: number,
): Promise<{ port: number; stop(): Promise<void> }>;
