import assert from "node:assert/strict";
import { test } from "node:test";
import { ByteBudget } from "#src/store/redis/budget.js";
import type { RedisConnection } from "#src/store/redis/connection.js";

/** A connection that holds one hash and is lost after so many more commands. */
function connection() {
  const hash: Record<string, string> = {};
  const state = { hash, commandsLeft: Infinity };
  const answer = async <T>(give: () => T) => {
    if (--state.commandsLeft < 0) throw new Error("lost");
    return give();
  };
  const client = {
    hincrby: (_key: string, minute: string, by: number) =>
      answer(() => (hash[minute] = String(Number(hash[minute] ?? 0) + by))),
    hgetall: () => answer(() => ({ ...hash })),
  };
  const withClient = (work: (it: typeof client) => Promise<unknown>) => work(client);
  return { state, connection: { reachable: true, withClient } as unknown as RedisConnection };
}

test("bytes are booked once, wherever the booking breaks off", async () => {
  for (const commands of [0, 1, 2]) {
    const { state, connection: redis } = connection();
    const budget = new ByteBudget(redis, 100);
    budget.add(30, 60_000);
    budget.add(40, 120_000);
    state.commandsLeft = commands;
    await budget.sync(0);
    assert.ok(budget.hasRoom(), `after ${commands}`);
    state.commandsLeft = Infinity;
    await budget.sync(0);
    assert.deepEqual(state.hash, { 1: "30", 2: "40" }, `after ${commands}`);
  }
});
