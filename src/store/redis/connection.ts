import { Cluster } from "ioredis";
import type { RedisTarget } from "../../lib/net/redis-url.ts";
import { withTimeout } from "../../lib/concurrency/timeout.ts";
import { StoreHealth, type StoreProblem } from "../health.ts";
import { StoreError } from "../store.ts";
import { createClusterClient, createServerClient, type RedisClient, RETRY_MS } from "./client.ts";
import {
  CommandTimeoutError,
  createTimeoutError,
  detectCluster,
  readEvictionPolicy,
  runScript,
} from "./commands.ts";
import { describeRedisProblem, isCommandError } from "./problem.ts";
import { PROBE } from "./probe-script.ts";
import type { Script } from "./script.ts";
import { NO_CHANNELS, PROBE_CHANNEL, RedisSubscriptions } from "./subscriptions.ts";

interface ConnectionEvents {
  /** A message arrived on a subscribed channel. */
  onMessage(channel: string): void;
  /** Commands or channels work again; messages may have been missed. */
  onRestored(): void;
  /** Called when the store stops working, with the problem, and when it works again. */
  onHealthChange(problem: StoreProblem | undefined): void;
  /** Called once for a configuration that the operator should change although the store works. */
  onWarning(message: string): void;
}

const PROBE_KEYS = ["sundry:{probe}:hash", "sundry:{probe}:list", "sundry:{probe}:count"];

/**
 * A connection to Redis, Valkey, a cluster of either (detected by asking the server), or to the
 * primary behind Sentinels. Commands never queue: while the server is unreachable they are rejected
 * immediately, until a probe that runs every command of the store succeeds.
 */
export class RedisConnection {
  readonly #target: RedisTarget;
  readonly #events: ConnectionEvents;
  readonly #commandMs: number;
  readonly #health: StoreHealth;
  readonly #probeTimer: NodeJS.Timeout;
  readonly #subscriptions: RedisSubscriptions;
  #client: RedisClient;
  #reachable = false;
  #probing: Promise<void> | undefined;
  readonly #warnings = new Set<string>();

  /** `commandMs` is the deadline of a command or a connection attempt. */
  constructor(target: RedisTarget, events: ConnectionEvents, commandMs: number) {
    this.#target = target;
    this.#events = events;
    this.#commandMs = commandMs;
    this.#subscriptions = new RedisSubscriptions({
      onMessage: (channel) => events.onMessage(channel),
      // Readers would fail before commands work.
      onResubscribed: () => this.#reachable && events.onRestored(),
      onDenied: () => this.#warnOnce("channels", NO_CHANNELS),
    });
    this.#health = new StoreHealth((problem) => events.onHealthChange(problem));
    // Pipelining saves a fifth of the processor time of a capture, because the commands of a turn
    // share a write. Not on a cluster, where ioredis would route scripts by the slot of their hash
    // instead of their keys'.
    this.#client = this.#watch(
      target.hosts.length > 1 && target.kind === "server"
        ? createClusterClient(target, commandMs)
        : createServerClient(target, commandMs, { pipeline: true }),
    );
    this.#probeTimer = setInterval(() => void this.#probeWhenNeeded(), RETRY_MS).unref();
  }

  /** True while commands are sent. */
  get reachable(): boolean {
    return this.#reachable;
  }

  /** The present problem; undefined while the store works. */
  get problem(): StoreProblem | undefined {
    return this.#health.problem;
  }

  /** Resolves when the server answers, or after `ms` in any case. */
  async waitUntilReady(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!this.#reachable && performance.now() < end) {
      await this.#probeWhenNeeded();
      if (!this.#reachable) await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Runs a script. Rejects with a StoreError, immediately while the server is unreachable. */
  run(script: Script, keys: string[], args: (string | number | Buffer)[]): Promise<unknown> {
    return this.withClient((client) => runScript(client, script, { keys, args }));
  }

  /** Passes the client to `work`. Rejects as `run` does. */
  async withClient<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    if (!this.#reachable)
      throw new StoreError("unavailable", this.problem?.message ?? "Redis is unreachable");
    try {
      return await withTimeout(work(this.#client), this.#commandMs, createTimeoutError);
    } catch (error) {
      throw this.#toStoreError(error);
    }
  }

  /** Rejects with a StoreError unless a record could be stored now. */
  async ready(): Promise<void> {
    // A probe that is running may have passed the server before its state changed.
    await this.#probing;
    if (this.#reachable) await this.#probe();
    if (this.problem) throw new StoreError("unavailable", this.problem.message);
    if (!this.#reachable) throw new StoreError("unavailable", "Redis is unreachable");
  }

  /** Subscribes to a channel until `unsubscribe`. */
  subscribe(channel: string): void {
    this.#subscriptions.add(channel);
  }

  unsubscribe(channel: string): void {
    this.#subscriptions.delete(channel);
  }

  close(): void {
    clearInterval(this.#probeTimer);
    this.#health.close();
    this.#client.disconnect();
    this.#subscriptions.close();
  }

  #toStoreError(error: unknown): StoreError {
    const problem = describeRedisProblem(error, this.#target);
    if (!isCommandError(error)) this.#markUnreachable(problem);
    else if (problem.reason !== "unreachable") this.#health.fail(problem);
    // An error of one command, such as a foreign key at an inbox's name, implies nothing about
    // others.
    else this.#warnOnce(problem.message.split("(", 1)[0] ?? "", problem.message);
    return new StoreError(
      problem.reason === "full" ? "full" : "unavailable",
      problem.message,
      error,
    );
  }

  #markUnreachable(problem: StoreProblem): void {
    this.#reachable = false;
    this.#health.fail(problem);
  }

  async #probeWhenNeeded(): Promise<void> {
    if (this.#reachable && !this.problem) return;
    if (this.#client.status === "ready") await this.#probe();
  }

  /** Joins a probe that is running. */
  #probe(): Promise<void> {
    this.#probing ??= this.#runProbe().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #runProbe(): Promise<void> {
    try {
      await this.#connectByKind();
      const request = { keys: PROBE_KEYS, args: [PROBE_CHANNEL] };
      const probe = runScript(this.#client, PROBE, request);
      const errors = (await withTimeout(probe, this.#commandMs, createTimeoutError)) as string[];
      this.#applyProbeErrors(errors);
    } catch (error) {
      if (error instanceof CommandTimeoutError) this.#reconnect();
      this.#markUnreachable(describeRedisProblem(error, this.#target));
    }
  }

  /**
   * Replaces connections that are silent. After lost packets TCP sends again in doubling pauses, so
   * that a connection of before would be silent for seconds after the network is back.
   */
  #reconnect(): void {
    this.#client.disconnect(true);
    this.#subscriptions.reconnect();
  }

  /** Updates health and warnings from the errors of a probe. */
  #applyProbeErrors(errors: string[]): void {
    const essential = errors.find((error) => !error.startsWith("publish "));
    if (essential === undefined) {
      const returned = !this.#reachable;
      this.#reachable = true;
      if (returned) {
        void this.#checkEvictionPolicy();
        this.#events.onRestored();
      }
      this.#health.succeed();
      if (errors.length > 0) this.#warnOnce("channels", NO_CHANNELS);
      return;
    }
    const error = new Error(essential.slice(essential.indexOf(" ") + 1));
    const problem = describeRedisProblem(error, this.#target);
    if (problem.reason === "denied") {
      const commands = errors.map((line) => line.split(" ", 1)[0]).join(", ");
      problem.message += `; denied: ${commands}`;
    }
    // A server out of memory can still be read.
    if (problem.reason !== "full") return this.#markUnreachable(problem);
    this.#reachable = true;
    this.#health.fail(problem);
  }

  /** Detects a cluster when the server answers first, and opens the subscriber's connection. */
  async #connectByKind(): Promise<void> {
    if (this.#subscriptions.isConnected) return;
    const first = this.#client;
    const isCluster = first instanceof Cluster || (await detectCluster(first, this.#commandMs));
    if (!isCluster) {
      this.#subscriptions.connect(createServerClient(this.#target, this.#commandMs));
      return;
    }
    if (!(first instanceof Cluster)) {
      this.#client = this.#watch(createClusterClient(this.#target, this.#commandMs));
      const ready = new Promise((resolve) => this.#client.once("ready", resolve));
      await withTimeout(ready, this.#commandMs, createTimeoutError).catch((error: unknown) => {
        this.#client.disconnect();
        this.#client = first;
        throw error;
      });
      first.disconnect();
    }
    this.#subscriptions.connect(createClusterClient(this.#target, this.#commandMs));
  }

  /**
   * Handles connection errors. ioredis reconnects automatically, and a probe clears the problem.
   */
  #watch<C extends RedisClient>(client: C): C {
    const lose = (error: unknown) => {
      // Ignores errors of a client that was replaced when a cluster was detected.
      if (client === this.#client) this.#markUnreachable(describeRedisProblem(error, this.#target));
    };
    client.on("error", lose);
    client.on("close", () => this.#reachable && lose("connection closed"));
    return client;
  }

  async #checkEvictionPolicy(): Promise<void> {
    const policy = await this.withClient(readEvictionPolicy).catch(() => undefined);
    if (policy === undefined || policy === "noeviction") return;
    this.#warnOnce(
      "eviction",
      `Redis deletes keys when it runs out of memory (maxmemory-policy ${policy}), so acknowledged records can be ` +
        "lost; set maxmemory-policy to noeviction",
    );
  }

  #warnOnce(subject: string, message: string): void {
    if (this.#warnings.has(subject)) return;
    this.#warnings.add(subject);
    this.#events.onWarning(message);
  }
}
