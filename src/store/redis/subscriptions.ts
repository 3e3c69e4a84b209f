import type { RedisClient } from "./client.ts";
import { isCommandError } from "./problem.ts";

/** The probe's channel, which tests whether the user may use channels. */
export const PROBE_CHANNEL = "sundry:{probe}:news";

/** Warning for a user without access to channels. */
export const NO_CHANNELS =
  "the Redis user may not use channels, so waiting readers learn of new records only after five seconds; grant the " +
  "right with ACL SETUSER <user> &sundry:* +@pubsub";

interface SubscriptionEvents {
  onMessage(channel: string): void;
  /** The connection was subscribed again; messages may have been missed. */
  onResubscribed(): void;
  /** The user may not subscribe. */
  onDenied(): void;
}

/**
 * Channels and their connection. Subscribing needs a separate connection, opened once the server's
 * kind is known.
 */
export class RedisSubscriptions {
  readonly #events: SubscriptionEvents;
  readonly #channels = new Set<string>();
  #client: RedisClient | undefined;

  constructor(events: SubscriptionEvents) {
    this.#events = events;
  }

  /** True when a connection exists. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /**
   * Forwards messages of a client, and subscribes to the channels again whenever its connection is
   * restored.
   */
  connect(client: RedisClient): void {
    this.#client = client;
    client.on("error", ignore);
    client.on("message", (channel: string) => this.#events.onMessage(channel));
    client.on("ready", () => void this.#resubscribe(client));
  }

  /** Replaces the connection. */
  reconnect(): void {
    this.#client?.disconnect(true);
  }

  /** Subscribes to a channel until `delete`. */
  add(channel: string): void {
    this.#channels.add(channel);
    void this.#client?.subscribe(channel).catch(ignore);
  }

  delete(channel: string): void {
    this.#channels.delete(channel);
    void this.#client?.unsubscribe(channel).catch(ignore);
  }

  close(): void {
    this.#client?.disconnect();
  }

  async #resubscribe(client: RedisClient): Promise<void> {
    try {
      await client.subscribe(PROBE_CHANNEL, ...this.#channels);
    } catch (error) {
      if (isCommandError(error)) this.#events.onDenied();
    }
    this.#events.onResubscribed();
  }
}

function ignore(): undefined {
  return undefined;
}
