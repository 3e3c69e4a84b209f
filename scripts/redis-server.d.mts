import type { ChildProcess } from "node:child_process";

/** A Redis server that a test started. */
export interface RedisServer {
  port: number;
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Whether there is a redis-server. With `CI` set its absence is a failure, not a skip. */
export declare const hasRedis: boolean;

/** Starts `redis-server` on this port (0: a free one) with these settings. */
export declare function startRedis(port?: number, ...settings: string[]): Promise<RedisServer>;

/** Three nodes that share all slots. Gives the first one's URL. */
export declare function startCluster(): Promise<{
  url: string;
  nodes: RedisServer[];
  stop(): Promise<void>;
}>;
