import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Redis } from "ioredis";
import { describeStore } from "../store-contract/index.ts";
import { createRecord } from "../store-contract/support.ts";
import { waitUntil } from "../support/eventually.ts";
import { openRedisStore, type RedisStoreOptions } from "#src/store/redis/redis-store.js";
import { hasRedis, startCluster, startRedis } from "#scripts/test/redis-server.mjs";
import type { InboxLimits } from "#src/store/store.js";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
/** A busy machine may need longer than a start and a command wait by default. */
const PATIENCE = { startMs: 30_000, commandMs: 30_000 };
const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

const isReady = (store: { ready(): Promise<void> }) =>
  store.ready().then(
    () => true,
    () => false,
  );

/** Opens a store whose clock the test moves, and stops the server when the store is closed. */
async function openOn({ url, stop }: { url: string; stop(): Promise<void> }, limits: InboxLimits) {
  let clock = Date.now();
  const store = await openRedisStore({
    url,
    limits,
    now: () => clock,
    onHealthChange: () => {},
    onWarning: () => {},
    ...PATIENCE,
  });
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
  describeStore("the Redis store", async (limits) => openOn(await startRedis(), limits));
  describeStore("the Redis store on a cluster", async (limits) =>
    openOn(await startCluster(), limits),
  );
}

async function openFor(test: TestContext, url: string, options: Partial<RedisStoreOptions> = {}) {
  const defaults = {
    limits: LIMITS,
    now: () => Date.now(),
    onHealthChange: () => {},
    onWarning: () => {},
    ...PATIENCE,
  };
  const store = await openRedisStore({ url, ...defaults, ...options });
  test.after(() => store.close());
  return store;
}

describe("openRedisStore", { timeout: 240_000, skip: run ? false : HOW }, () => {
  it("a write of a shared text notifies the other process, and one of both may claim it", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const [one, two] = [await openFor(test, server.url), await openFor(test, server.url)];
    const [mine, theirs] = [one.sharedText?.("rates"), two.sharedText?.("rates")];
    assert.ok(mine && theirs);
    let notified = 0;
    const stop = theirs.subscribe(() => (notified += 1));
    assert.equal(await mine.read(), undefined);
    await waitUntil(async () => {
      await mine.write("Date,USD\n");
      return notified > 0;
    });
    stop();
    assert.equal(await theirs.read(), "Date,USD\n");
    const claims = [await mine.claim(60_000), await theirs.claim(60_000)];
    assert.deepEqual([...claims, await mine.claim(60_000)], [true, false, false]);
  });

  it("two processes on Redis share inboxes, notifications, counts and rate limits", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const [one, two] = [await openFor(test, server.url), await openFor(test, server.url)];
    let notified = 0;
    two.inboxes.subscribe("shared", () => (notified += 1));
    let captured = 0;
    await waitUntil(async () => {
      captured += 1;
      assert.equal((await one.inboxes.capture("shared", createRecord("x"))).seq, captured);
      return notified > 0;
    });
    assert.equal((await two.inboxes.capture("shared", createRecord("x"))).seq, captured + 1);
    assert.deepEqual(await one.inboxes.getMeta("shared"), await two.inboxes.getMeta("shared"));
    assert.equal(await one.counters.addUsage("ann", 1, 1), 1);
    assert.equal(await two.counters.addUsage("ann", 1, 1), 2);
    assert.equal((await one.counters.hit("qr 10.0.0.1", 60_000, Date.now())).count, 1);
    assert.equal((await two.counters.hit("qr 10.0.0.1", 60_000, Date.now())).count, 2);
  });

  it("a key of another program at an inbox's name is one warning, and other inboxes go on", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const warnings: string[] = [];
    const onWarning = (message: string) => void warnings.push(message);
    const store = await openFor(test, server.url, { onWarning });
    const client = new Redis(server.url);
    test.after(() => client.disconnect());
    for (const inbox of ["a", "b"]) await client.set(`sundry:{${inbox}}:head`, "foreign");
    for (const inbox of ["a", "b", "a"])
      await assert.rejects(store.inboxes.capture(inbox, createRecord("x")), {
        reason: "unavailable",
      });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /key of another program under sundry:.*WRONGTYPE/);
    assert.equal((await store.inboxes.capture("c", createRecord("x"))).seq, 1);
    assert.equal(store.problem, undefined);
  });

  it("every Redis key of an inbox expires", async (test) => {
    const server = await startRedis();
    test.after(server.stop);
    const store = await openFor(test, server.url);
    for (let sent = 0; sent < 3; sent++) await store.inboxes.capture("a", createRecord("x"));
    const client = new Redis(server.url);
    test.after(() => client.disconnect());
    const keys = await client.keys("sundry:{*");
    assert.equal(keys.length, 2);
    for (const key of keys) {
      const leftMs = await client.pttl(key);
      assert.ok(leftMs > 0 && leftMs <= LIMITS.ttlMs, `${key} expires in ${leftMs} ms`);
    }
  });

  it("the Redis store starts without a server, counts alone, and uses the server once it runs", async (test) => {
    const { port, stop } = await startRedis();
    await stop();
    const store = await openFor(test, `redis://127.0.0.1:${port}`, { startMs: 50 });
    await assert.rejects(store.ready(), { name: "StoreError", reason: "unavailable" });
    assert.equal(await store.counters.addUsage("ann", 1, 1), 1);
    assert.equal(await store.counters.addUsage("ann", 1, 1), 2);
    const server = await startRedis(port);
    test.after(server.stop);
    await waitUntil(() => isReady(store));
    assert.equal(store.problem, undefined);
  });
});
