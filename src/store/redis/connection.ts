import { Cluster, Redis, type RedisOptions } from "ioredis";
import { StoreError } from "../store.ts";
import type { Script } from "./scripts.ts";

/** What a connection tells its owner. */
export interface ConnectionEvents {
  /** A message on a channel that is listened to. */
  onMessage(channel: string): void;
  /** Messages may have been missed. */
  onResubscribed(): void;
  /** Out of reach, or in reach again. */
  onChange(reachable: boolean, why: string): void;
}

/** How long a command may take. */
const COMMAND_MS = 1_000;

/** How often a server out of reach is tried. */
const PROBE_MS = 250;

/**
 * A connection to Redis, Valkey or a cluster of either (found out by asking). Nothing waits in a queue while
 * the server is out of reach: commands are refused at once until a probe comes through.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #events: ConnectionEvents;
  readonly #probing: NodeJS.Timeout;
  #client: Redis | Cluster;
  #subscriber: Redis | Cluster;
  #channels = new Set<string>();
  #reachable = false;
  #probes = false;

  constructor(url: string, events: ConnectionEvents) {
    this.#url = url;
    this.#events = events;
    // What is asked for in one turn goes out in one write: a fifth of the processor time of a capture. (Not on a
    // cluster: there ioredis sends scripts by their hash's slot instead of their keys'.)
    this.#client = this.#suppressErrors(new Redis(url, { ...OPTIONS, enableAutoPipelining: true }));
    this.#subscriber = this.#client;
    this.#probing = setInterval(() => void this.#probe(), PROBE_MS).unref();
  }

  get reachable(): boolean {
    return this.#reachable;
  }

  /** Resolves when the server answers, or after `ms` all the same. */
  async waitUntilReady(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!this.#reachable && performance.now() < end) {
      await this.#probe();
      if (!this.#reachable) await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Runs a script. Rejects with a StoreError, at once while the server is out of reach. */
  async run(
    script: Script,
    keys: string[],
    values: (string | number | Buffer)[],
  ): Promise<unknown> {
    const client = this.#client;
    return this.ask(async () => {
      try {
        return await client.evalsha(script.sha, keys.length, ...keys, ...values);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return client.eval(script.lua, keys.length, ...keys, ...values);
      }
    });
  }

  /** Gives the client to `work`. Rejects as `run` does. */
  async ask<T>(work: (client: Redis | Cluster) => Promise<T>): Promise<T> {
    if (!this.#reachable) throw new StoreError("unavailable", "Redis is out of reach");
    try {
      return await within(COMMAND_MS, work(this.#client));
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Listens to a channel until `unlisten`. */
  subscribe(channel: string): void {
    this.#channels.add(channel);
    void this.#subscriber.subscribe(channel).catch(ignore);
  }

  unsubscribe(channel: string): void {
    this.#channels.delete(channel);
    void this.#subscriber.unsubscribe(channel).catch(ignore);
  }

  close(): void {
    clearInterval(this.#probing);
    this.#client.disconnect();
    this.#subscriber.disconnect();
  }

  #failure(error: unknown): StoreError {
    const why = error instanceof Error ? error.message : String(error);
    // These the server itself says, and it is there: no space, or a script of ours that is wrong.
    if (/\bOOM\b/.test(why)) return new StoreError("full", why, error);
    if (!/^(ERR|WRONGTYPE)/.test(why)) this.#change(false, why);
    return new StoreError("unavailable", why, error);
  }

  async #probe(): Promise<void> {
    if (this.#reachable || this.#probes || this.#client.status !== "ready") return;
    this.#probes = true;
    try {
      await within(COMMAND_MS, this.#client.get("sundry:probe"));
      if (this.#subscriber === this.#client) await this.#settleKind();
      this.#change(true, "");
    } catch (error) {
      // A node of a cluster answers for its own slots only; the cluster's client asks the right one.
      if (error instanceof Error && error.message.startsWith("MOVED"))
        await this.#settleKind().catch(ignore);
    } finally {
      this.#probes = false;
    }
  }

  /** The first time that a server answers: one server or a cluster? Subscribing takes a connection of its own. */
  async #settleKind(): Promise<void> {
    const first = this.#client;
    if (first instanceof Cluster) return;
    const info = await within(COMMAND_MS, first.info("cluster"));
    if (info.includes("cluster_enabled:1")) {
      this.#client = this.#suppressErrors(this.#cluster());
      this.#subscriber = this.#attachSubscriber(this.#suppressErrors(this.#cluster()));
      first.disconnect();
      await within(COMMAND_MS, new Promise((resolve) => this.#client.once("ready", resolve)));
    } else {
      this.#subscriber = this.#attachSubscriber(
        this.#suppressErrors(new Redis(this.#url, OPTIONS)),
      );
    }
  }

  #cluster(): Cluster {
    const { hostname, port, username, password, protocol } = new URL(this.#url);
    return new Cluster([{ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379) }], {
      enableOfflineQueue: false,
      clusterRetryStrategy: () => PROBE_MS,
      slotsRefreshTimeout: COMMAND_MS,
      redisOptions: {
        ...OPTIONS,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(protocol === "rediss:" && { tls: {} }),
      },
    });
  }

  /** Passes on what comes in, and subscribes anew whenever the connection is. */
  #attachSubscriber<C extends Redis | Cluster>(subscriber: C): C {
    subscriber.on("message", (channel: string) => this.#events.onMessage(channel));
    subscriber.on("ready", () => {
      if (this.#channels.size > 0) void subscriber.subscribe(...this.#channels).catch(ignore);
      this.#events.onResubscribed();
    });
    return subscriber;
  }

  /** A connection that fails is tried again by itself: its errors are told by the commands that meet them. */
  #suppressErrors<C extends Redis | Cluster>(client: C): C {
    client.on("error", (error: Error) => this.#change(false, error.message));
    client.on("close", () => this.#change(false, "the connection closed"));
    return client;
  }

  #change(reachable: boolean, why: string): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    this.#events.onChange(reachable, why);
  }
}

const OPTIONS = {
  enableOfflineQueue: false,
  connectTimeout: COMMAND_MS,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  retryStrategy: () => PROBE_MS,
} satisfies RedisOptions;

function ignore(): void {}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis did not answer in time")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
