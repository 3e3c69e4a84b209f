import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Redis } from "ioredis";
import { storeContract } from "../store-contract/index.ts";
import { openRedisStore } from "#src/store/redis/redis-store.js";
import { hasRedis, startCluster, startRedis } from "#scripts/redis-server.mjs";
import type { InboxLimits } from "#src/store/store.js";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

function quiet(): void {}

/** Tries again until it does not reject, for at most 20 seconds. */
async function eventually(work: () => Promise<void>): Promise<void> {
  const end = performance.now() + 20_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function openOn({ url, stop }: { url: string; stop(): Promise<void> }, limits: InboxLimits) {
  let clock = Date.now();
  const store = await openRedisStore({ url, limits, now: () => clock, onChange: quiet });
  // A busy machine may take longer than a start waits.
  await eventually(() => store.ready());
  return {
    store,
    advance: (ms: number) => (clock += ms),
    settle: () => store.sync(),
    close: async () => {
      await store.close();
      await stop();
    },
  };
}

if (run) {
  storeContract("Redis", async (limits) => openOn(await startRedis(), limits));
  storeContract("a Redis cluster", async (limits) => openOn(await startCluster(), limits));
}

describe("the Redis store", { timeout: 60_000, skip: run ? false : HOW }, () => {
  it("is shared: two processes see one inbox, one count and one limit", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const open = () =>
      openRedisStore({ url: server.url, limits: LIMITS, now: () => Date.now(), onChange: quiet });
    const [one, two] = [await open(), await open()];
    test.after(() => Promise.all([one.close(), two.close()]));
    const record = { members: Buffer.from('"body":"x"'), method: "POST", preflight: false };
    let woken = 0;
    two.inboxes.subscribe("shared", () => (woken += 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await one.inboxes.capture("shared", record)).seq, 1);
    assert.equal((await two.inboxes.capture("shared", record)).seq, 2);
    assert.deepEqual(await one.inboxes.getMeta("shared"), await two.inboxes.getMeta("shared"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(woken >= 2, "news crosses processes");
    assert.equal(await one.counters.addUsage("ann", 1, 1), 1);
    assert.equal(await two.counters.addUsage("ann", 1, 1), 2);
    assert.equal((await one.counters.hit("qr 10.0.0.1", 60_000, Date.now())).count, 1);
    assert.equal((await two.counters.hit("qr 10.0.0.1", 60_000, Date.now())).count, 2);
  });

  it("leaves nothing in Redis that does not end by itself", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const options = { limits: LIMITS, now: () => Date.now(), onChange: quiet };
    const store = await openRedisStore({ url: server.url, ...options });
    test.after(() => store.close());
    const record = { members: Buffer.from('"body":"x"'), method: "POST", preflight: false };
    for (let sent = 0; sent < 3; sent++) await store.inboxes.capture("ending", record);
    const client = new Redis(server.url);
    test.after(() => client.disconnect());
    const keys = await client.keys("sundry:{*");
    assert.equal(keys.length, 2);
    for (const key of keys) {
      const leftMs = await client.pttl(key);
      assert.ok(leftMs > 0 && leftMs <= LIMITS.ttlMs, `${key} ends in ${leftMs} ms`);
    }
  });

  it("starts without a server, counts for itself, and works when the server comes", async (test) => {
    const { port, stop } = await startRedis();
    await stop();
    const url = `redis://127.0.0.1:${port}`;
    const changes: boolean[] = [];
    const onChange = (reachable: boolean) => void changes.push(reachable);
    const store = await openRedisStore({ url, limits: LIMITS, now: () => Date.now(), onChange });
    test.after(() => store.close());
    await assert.rejects(store.ready(), { name: "StoreError", reason: "unavailable" });
    assert.equal(await store.counters.addUsage("ann", 1, 1), 1);
    assert.equal(await store.counters.addUsage("ann", 1, 1), 2);
    const server = await startRedis(port);
    test.after(server.stop);
    const started = performance.now();
    while (!changes.includes(true) && performance.now() - started < 2_000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await store.ready();
  });
});
