import { parseRedisUrl } from "../../lib/net/redis-url.ts";
import type { StoreProblem } from "../health.ts";
import type { InboxLimits, Store } from "../store.ts";
import { createRefusalReport } from "../refusal-report.ts";
import { Subscribers } from "../subscribers.ts";
import { createRedisAccess } from "./access-store.ts";
import { RedisByteBudget } from "./budget.ts";
import { COMMAND_MS } from "./client.ts";
import { RedisConnection } from "./connection.ts";
import { createRedisCounters } from "./counters.ts";
import { createRedisFiles } from "./files.ts";
import { createRedisHistory } from "./history.ts";
import { RedisInboxes } from "./inbox-store.ts";
import { createRedisJobs } from "./jobs.ts";
import { createSharedText } from "./shared-text.ts";

export interface RedisStoreOptions {
  /** See `parseRedisUrl`. */
  url: string;
  limits: InboxLimits;
  now(): number;
  /** Called when the store stops working, with the problem, and when it works again. */
  onHealthChange(problem: StoreProblem | undefined): void;
  /**
   * Called once for each configuration that the operator should change although the store works.
   */
  onWarning(message: string): void;
  /** Longest wait for Redis at the start, in milliseconds; 2 s by default. */
  startMs?: number;
  /** Longest wait for a response of Redis, in milliseconds; COMMAND_MS by default. */
  commandMs?: number | undefined;
}

/** The shared store. Tests can trigger its background work. */
export interface RedisStore extends Store {
  /** Writes pending bytes and counts, and reads those of other processes. */
  sync(): Promise<void>;
}

const SYNC_INTERVAL_MS = 1_000;

/** Default of `startMs`. After it the process starts without Redis and reports not ready. */
const START_MS = 2_000;

/**
 * Opens the store that any number of processes share on one Redis, Valkey or cluster of either. A
 * capture is as durable as the server's `appendfsync` makes it. An inbox's keys share a hash tag,
 * so that one node has them all.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const { url, limits, now, onHealthChange, onWarning } = options;
  const { startMs = START_MS, commandMs = COMMAND_MS } = options;
  const target = parseRedisUrl(url);
  if (!target) throw new Error("REDIS_URL is not a Redis URL");
  const subscribers = new Subscribers();
  const events = {
    onMessage: (channel: string) => subscribers.notify(channel),
    onRestored: () => subscribers.notifyAll(),
    onHealthChange,
    onWarning,
  };
  const connection = new RedisConnection(target, events, commandMs);
  const budget = new RedisByteBudget(connection, limits.maxStoreBytes);
  await connection.waitUntilReady(startMs);
  const counters = createRedisCounters(connection);
  const history = createRedisHistory(connection);
  const sync = async () =>
    void (await Promise.all([budget.sync(now()), counters.flush(), history.flush()]));
  await sync();
  const timer = setInterval(() => void sync(), SYNC_INTERVAL_MS).unref();
  const onRefusal = createRefusalReport(onWarning, now);
  return {
    counters,
    history,
    get problem() {
      return connection.problem;
    },
    get storedBytes() {
      return budget.bytes;
    },
    inboxes: new RedisInboxes({ connection, limits, now, budget, subscribers, onRefusal }),
    access: createRedisAccess({ connection, now }),
    jobs: createRedisJobs(connection),
    sharedText: (name) => createSharedText(connection, subscribers, name),
    sharedFiles: (fileLimits) => createRedisFiles(connection, fileLimits, now),
    sync,
    ready: () => connection.ready(),
    close: async () => {
      clearInterval(timer);
      await sync();
      connection.close();
    },
  };
}
