import { Cluster, Redis, type RedisOptions } from "ioredis";
import { withTimeout } from "../../lib/timeout.ts";
import { StoreError } from "../store.ts";
import type { Script } from "./scripts.ts";

/** What a connection reports to its owner. */
export interface ConnectionEvents {
  /** A message arrived on a subscribed channel. */
  onMessage(channel: string): void;
  /** The connection was subscribed again; messages may have been missed. */
  onResubscribed(): void;
  /** The server became unreachable, with the reason, or reachable again. */
  onChange(reachable: boolean, reason: string): void;
}

/** How long a command may take. */
const COMMAND_MS = 1_000;

/** How often an unreachable server is probed. */
const PROBE_INTERVAL_MS = 250;

type Client = Redis | Cluster;

/**
 * A connection to Redis, Valkey or a cluster of either, which is detected by asking the server. Commands never
 * queue: while the server is unreachable they are rejected immediately, until a probe succeeds.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #events: ConnectionEvents;
  readonly #probeTimer: NodeJS.Timeout;
  readonly #channels = new Set<string>();
  #client: Client;
  #subscriber: Client;
  #reachable = false;
  #probing = false;

  constructor(url: string, events: ConnectionEvents) {
    this.#url = url;
    this.#events = events;
    // Pipelining saves a fifth of the processor time of a capture, because the commands of a turn share a write.
    // Not on a cluster, where ioredis would route scripts by the slot of their hash instead of their keys.
    this.#client = this.#suppressErrors(new Redis(url, { ...OPTIONS, enableAutoPipelining: true }));
    this.#subscriber = this.#client;
    this.#probeTimer = setInterval(() => void this.#probe(), PROBE_INTERVAL_MS).unref();
  }

  get reachable(): boolean {
    return this.#reachable;
  }

  /** Resolves when the server answers, or after `ms` in any case. */
  async waitUntilReady(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!this.#reachable && performance.now() < end) {
      await this.#probe();
      if (!this.#reachable) await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Runs a script. Rejects with a StoreError, immediately while the server is unreachable. */
  run(script: Script, keys: string[], args: (string | number | Buffer)[]): Promise<unknown> {
    return this.withClient(async (client) => {
      try {
        return await client.evalsha(script.sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return client.eval(script.lua, keys.length, ...keys, ...args);
      }
    });
  }

  /** Passes the client to `work`. Rejects as `run` does. */
  async withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (!this.#reachable) throw new StoreError("unavailable", "Redis is unreachable");
    try {
      return await withTimeout(work(this.#client), COMMAND_MS, createTimeoutError);
    } catch (error) {
      throw this.#toStoreError(error);
    }
  }

  /** Subscribes to a channel until `unsubscribe`. */
  subscribe(channel: string): void {
    this.#channels.add(channel);
    void this.#subscriber.subscribe(channel).catch(ignore);
  }

  unsubscribe(channel: string): void {
    this.#channels.delete(channel);
    void this.#subscriber.unsubscribe(channel).catch(ignore);
  }

  close(): void {
    clearInterval(this.#probeTimer);
    this.#client.disconnect();
    this.#subscriber.disconnect();
  }

  #toStoreError(error: unknown): StoreError {
    const message = error instanceof Error ? error.message : String(error);
    // These errors come from a server that is reachable: out of memory, or an error in a script.
    if (/\bOOM\b/.test(message)) return new StoreError("full", message, error);
    if (!/^(ERR|WRONGTYPE)/.test(message)) this.#setReachable(false, message);
    return new StoreError("unavailable", message, error);
  }

  async #probe(): Promise<void> {
    if (this.#reachable || this.#probing || this.#client.status !== "ready") return;
    this.#probing = true;
    try {
      await withTimeout(this.#client.get("sundry:probe"), COMMAND_MS, createTimeoutError);
      if (this.#subscriber === this.#client) await this.#connectByKind();
      this.#setReachable(true, "");
    } catch (error) {
      // A cluster node redirects keys of other nodes' slots; only the cluster client follows.
      if (error instanceof Error && error.message.startsWith("MOVED"))
        await this.#connectByKind().catch(ignore);
    } finally {
      this.#probing = false;
    }
  }

  /** Detects a cluster and opens the subscriber's own connection, once the server answers for the first time. */
  async #connectByKind(): Promise<void> {
    const first = this.#client;
    if (first instanceof Cluster) return;
    const info = await withTimeout(first.info("cluster"), COMMAND_MS, createTimeoutError);
    if (!info.includes("cluster_enabled:1")) {
      const subscriber = new Redis(this.#url, OPTIONS);
      this.#subscriber = this.#attachSubscriber(this.#suppressErrors(subscriber));
      return;
    }
    this.#client = this.#suppressErrors(this.#createCluster());
    this.#subscriber = this.#attachSubscriber(this.#suppressErrors(this.#createCluster()));
    first.disconnect();
    const ready = new Promise((resolve) => this.#client.once("ready", resolve));
    await withTimeout(ready, COMMAND_MS, createTimeoutError);
  }

  #createCluster(): Cluster {
    const { hostname, port, username, password, protocol } = new URL(this.#url);
    const seed = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379) };
    return new Cluster([seed], {
      enableOfflineQueue: false,
      clusterRetryStrategy: () => PROBE_INTERVAL_MS,
      slotsRefreshTimeout: COMMAND_MS,
      redisOptions: {
        ...OPTIONS,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(protocol === "rediss:" && { tls: {} }),
      },
    });
  }

  /** Forwards messages, and subscribes to the channels again whenever the connection is restored. */
  #attachSubscriber<C extends Client>(subscriber: C): C {
    subscriber.on("message", (channel: string) => this.#events.onMessage(channel));
    subscriber.on("ready", () => {
      if (this.#channels.size > 0) void subscriber.subscribe(...this.#channels).catch(ignore);
      this.#events.onResubscribed();
    });
    return subscriber;
  }

  /** Handles connection errors, because ioredis reconnects by itself and failing commands report them. */
  #suppressErrors<C extends Client>(client: C): C {
    client.on("error", (error: Error) => this.#setReachable(false, error.message));
    client.on("close", () => this.#setReachable(false, "the connection closed"));
    return client;
  }

  #setReachable(reachable: boolean, reason: string): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    this.#events.onChange(reachable, reason);
  }
}

const OPTIONS = {
  enableOfflineQueue: false,
  connectTimeout: COMMAND_MS,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  retryStrategy: () => PROBE_INTERVAL_MS,
} satisfies RedisOptions;

function ignore(): void {}

function createTimeoutError(): Error {
  return new Error("Redis did not answer in time");
}
