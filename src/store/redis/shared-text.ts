import type { SharedText } from "../../lib/shared-text.ts";
import type { Subscribers } from "../subscribers.ts";
import type { RedisConnection } from "./connection.ts";

/** Creates a text under one key of Redis; each write publishes a message on its channel. */
export function createSharedText(
  connection: RedisConnection,
  subscribers: Subscribers,
  name: string,
): SharedText {
  // Uses one hash tag, so that a cluster keeps all keys on one node.
  const key = `sundry:{shared-${name}}`;
  const channel = `${key}:news`;
  return {
    read: async () => (await connection.withClient((client) => client.get(key))) ?? undefined,
    write: (text) =>
      connection.withClient(async (client) => {
        await client.set(key, text);
        await client.publish(channel, "");
      }),
    claim: async (ms) =>
      (await connection.withClient((client) => client.set(`${key}:claim`, "1", "PX", ms, "NX"))) ===
      "OK",
    subscribe: (listener) => subscribeTo(channel, { connection, subscribers }, listener),
  };
}

/** Adds a listener of a channel, which is subscribed to while it has one. Returns its removal. */
export function subscribeTo(
  channel: string,
  { connection, subscribers }: { connection: RedisConnection; subscribers: Subscribers },
  listener: () => void,
): () => void {
  if (!subscribers.has(channel)) connection.subscribe(channel);
  const stop = subscribers.add(channel, listener);
  return () => {
    stop();
    if (!subscribers.has(channel)) connection.unsubscribe(channel);
  };
}
