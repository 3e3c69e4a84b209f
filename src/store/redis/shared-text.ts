import type { SharedText } from "../../lib/shared-text.ts";
import type { Subscribers } from "../subscribers.ts";
import type { RedisConnection } from "./connection.ts";

/** A text under one key of Redis; a message on its channel follows each write. */
export function createSharedText(
  connection: RedisConnection,
  subscribers: Subscribers,
  name: string,
): SharedText {
  // One hash tag, so that a cluster keeps all of them on one node.
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
    subscribe(listener) {
      if (!subscribers.has(channel)) connection.subscribe(channel);
      const stop = subscribers.add(channel, listener);
      return () => {
        stop();
        if (!subscribers.has(channel)) connection.unsubscribe(channel);
      };
    },
  };
}
