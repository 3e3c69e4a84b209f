import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RedisByteBudget } from "#src/store/redis/budget.js";
import type { RedisConnection } from "#src/store/redis/connection.js";

/** Returns a connection with one hash that fails after `commandsLeft` commands. */
function createConnection() {
  const hash: Record<string, string> = {};
  const state = { hash, commandsLeft: Infinity };
  const reply = async <T>(run: () => T) => {
    if (--state.commandsLeft < 0) throw new Error("disconnected");
    return run();
  };
  const client = {
    hincrby: (_key: string, minute: string, by: number) =>
      reply(() => (hash[minute] = String(Number(hash[minute] ?? 0) + by))),
    // The fields of both keys differ, so that one hash represents both.
    hgetall: () => reply(() => ({ ...hash })),
  };
  const withClient = (work: (it: typeof client) => Promise<unknown>) => work(client);
  return { state, connection: { reachable: true, withClient } as unknown as RedisConnection };
}

describe("ByteBudget", () => {
  it("a ByteBudget adds bytes to Redis once, whichever command of a sync fails", async () => {
    for (const commands of [0, 1, 2]) {
      const { state, connection: redis } = createConnection();
      const budget = new RedisByteBudget(redis, 100);
      budget.add(30, 60_000);
      budget.add(40, 120_000);
      state.commandsLeft = commands;
      await budget.sync(0);
      assert.equal(budget.findExhaustion(), undefined, `after ${commands} commands`);
      state.commandsLeft = Infinity;
      await budget.sync(0);
      assert.deepEqual(state.hash, { 1: "30", 2: "40" }, `after ${commands} commands`);
    }
  });
});
