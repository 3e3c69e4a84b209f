import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Redis } from "ioredis";
import { createRecord, EVERYTHING, readSeqs } from "../store-contract/support.ts";
import { waitUntil } from "../support/eventually.ts";
import { createAuthority } from "../support/certificates.ts";
import { InboxCursor, waitForPage } from "#src/inbox/cursor.js";
import { openRedisStore, type RedisStore } from "#src/store/redis/redis-store.js";
import { hasRedis, startCluster, startRedis, startSentinel } from "#scripts/test/redis-server.mjs";

const LIMITS = { ttlMs: 60_000, maxRecords: 500, maxInboxBytes: 1e8, maxStoreBytes: 1e9 };
const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

/** Starts a server that stops after the test, and a client with all rights. */
async function startServer(test: TestContext, ...settings: string[]) {
  const server = await startRedis(0, ...settings);
  const admin = new Redis(server.port);
  // It has no password, which one server asks for.
  admin.on("error", () => {});
  test.after(async () => {
    admin.disconnect();
    await server.stop();
  });
  return { ...server, admin };
}

/** Opens a store and collects what it reports. */
async function open(test: TestContext, url: string, startMs = 30_000) {
  const problems: string[] = [];
  const warnings: string[] = [];
  const store = await openRedisStore({
    url,
    limits: LIMITS,
    now: () => Date.now(),
    onHealthChange: (problem) => problems.push(problem ? problem.message : "works"),
    onWarning: (message) => warnings.push(message),
    startMs,
    // A command that a busy machine delays must not be reported as a problem.
    commandMs: 30_000,
  });
  test.after(() => store.close());
  return { store, problems, warnings };
}

/**
 * Waits for the first problem, and a second in which the probe, which runs four times a second,
 * must report no other.
 */
async function waitForReports(problems: readonly string[]): Promise<void> {
  await waitUntil(() => problems.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

async function assertNotReady(store: RedisStore, pattern: RegExp): Promise<void> {
  await assert.rejects(store.ready(), { name: "StoreError", message: pattern });
}

describe("the Redis store and evicted keys", { timeout: 240_000, skip: run ? false : HOW }, () => {
  for (const key of ["records", "head"]) {
    it(`an inbox without its Redis key "${key}" counts as deleted [slow]`, async (test) => {
      const { url, admin } = await startServer(test);
      const { store } = await open(test, url);
      for (let sent = 0; sent < 3; sent++) await store.inboxes.capture("a", createRecord("x"));
      const before = await store.inboxes.getMeta("a");
      await admin.del(`sundry:{a}:${key}`);
      const page = await store.inboxes.read("a", EVERYTHING);
      assert.deepEqual([page.seqs.length, page.next], [0, undefined]);
      assert.equal(await store.inboxes.getMeta("a"), undefined);
      const query = { ...EVERYTHING, after: 3 };
      const waited = await waitForPage(new InboxCursor(store.inboxes, "a", { query }), 30);
      assert.equal(waited.seqs.length, 0);
      assert.equal((await store.inboxes.capture("a", createRecord("y"))).seq, 1);
      assert.deepEqual(await readSeqs(store, "a"), [1]);
      assert.notEqual((await store.inboxes.getMeta("a"))?.generation, before?.generation);
    });
  }

  it("the Redis store warns at start about a policy that evicts keys [slow]", async (test) => {
    const memory = ["--maxmemory", "50mb", "--maxmemory-policy", "volatile-lru"];
    const { url } = await startServer(test, ...memory);
    const { warnings } = await open(test, url);
    await waitUntil(async () => warnings.length > 0);
    assert.match(
      warnings.join(),
      /maxmemory-policy volatile-lru.*set maxmemory-policy to noeviction/,
    );
  });
});

/** Opens a store as a user with these rules of ACL SETUSER. */
async function openAs(test: TestContext, rules: string, startMs?: number) {
  const { port, admin } = await startServer(test);
  await admin.call("ACL", "SETUSER", "limited", "on", ">secret", ...rules.split(" "));
  return open(test, `redis://limited:secret@127.0.0.1:${port}`, startMs);
}

describe("the Redis store and limited users", { timeout: 240_000, skip: run ? false : HOW }, () => {
  it("a Redis user without the right to channels can store records, and is warned about once [slow]", async (test) => {
    const { store, problems, warnings } = await openAs(test, "~sundry:* +@all");
    for (let seq = 1; seq <= 3; seq++) {
      assert.equal((await store.inboxes.capture("a", createRecord("x"))).seq, seq);
    }
    await store.ready();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /ACL SETUSER <user> &sundry:\*/);
    assert.deepEqual(problems, []);
  });

  it("a Redis user with the documented rights causes no warnings [slow]", async (test) => {
    const rights =
      "~sundry:* &sundry:* +@read +@write +@scripting +@pubsub +@connection +info +cluster|slots";
    const { store, problems, warnings } = await openAs(test, rights);
    await store.inboxes.capture("a", createRecord("x"));
    await store.inboxes.remove("a");
    await store.ready();
    assert.deepEqual([problems, warnings], [[], []]);
  });

  it("a Redis user without a right makes the store not ready, and the right is named once [slow]", async (test) => {
    const { store, problems } = await openAs(test, "~sundry:* &* +@all -rpush", 500);
    await waitForReports(problems);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", /ACL SETUSER.*denied: rpush/);
    await assertNotReady(store, /denied: rpush/);
    await assert.rejects(store.inboxes.capture("a", createRecord("x")), { reason: "unavailable" });
  });

  it("a wrong Redis password is reported once and makes the store not ready [slow]", async (test) => {
    const { port } = await startServer(test, "--requirepass", "right");
    for (const user of ["", ":wrong@"]) {
      const { store, problems } = await open(test, `redis://${user}127.0.0.1:${port}`, 500);
      await waitForReports(problems);
      assert.deepEqual(problems.length, 1, problems.join());
      assert.match(
        problems[0] ?? "",
        /rejected the user name or password; check the ones in REDIS_URL/,
      );
      await assertNotReady(store, /password/);
    }
  });
});

describe("the Redis store at start", { timeout: 240_000, skip: run ? false : HOW }, () => {
  it("a Redis server that refuses connections is reported once [slow]", async (test) => {
    const { port, stop } = await startRedis();
    await stop();
    const { store, problems } = await open(test, `redis://127.0.0.1:${port}`, 200);
    await waitForReports(problems);
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? "",
      /refuses connections; check REDIS_URL and that the server runs/,
    );
    await assertNotReady(store, /refuses connections/);
  });

  it("a read-only Redis replica is reported once, and works when it becomes the primary [slow]", async (test) => {
    const primary = await startServer(test);
    const replica = await startServer(test, "--replicaof", "127.0.0.1", String(primary.port));
    // Until then it answers some commands with LOADING.
    await waitUntil(async () =>
      (await replica.admin.info("replication")).includes("master_link_status:up"),
    );
    const { store, problems } = await open(test, replica.url, 500);
    await waitForReports(problems);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", /is a read-only replica; set REDIS_URL to the primary/);
    await assertNotReady(store, /read-only replica/);
    await replica.admin.call("REPLICAOF", "NO", "ONE");
    await waitUntil(() =>
      store.ready().then(
        () => true,
        () => false,
      ),
    );
    assert.equal((await store.inboxes.capture("a", createRecord("x"))).seq, 1);
  });

  it("a Redis certificate of an unknown authority is reported with the setting to change [slow]", async (test) => {
    const authority = createAuthority();
    const { cert, key } = authority.sign("IP:127.0.0.1");
    const folder = mkdtempSync(join(tmpdir(), "sundry-tls-"));
    writeFileSync(join(folder, "cert.pem"), cert);
    writeFileSync(join(folder, "key.pem"), key);
    test.after(() => {
      authority.remove();
      rmSync(folder, { recursive: true });
    });
    const { port, stop } = await startRedis();
    await stop();
    const files = [
      "--tls-cert-file",
      join(folder, "cert.pem"),
      "--tls-key-file",
      join(folder, "key.pem"),
    ];
    const tls = ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"];
    const server = await startRedis(port, ...tls, ...files, "--tls-ca-cert-file", authority.file);
    test.after(server.stop);
    const { problems } = await open(test, `rediss://127.0.0.1:${port}`, 500);
    await waitForReports(problems);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", /unknown authority; set NODE_EXTRA_CA_CERTS/);
  });

  it("the Redis store reports full once while Redis is out of memory, and still reads [slow]", async (test) => {
    const { url, admin } = await startServer(test, "--maxmemory-policy", "noeviction");
    const { store, problems } = await open(test, url);
    const capture = () => store.inboxes.capture("a", createRecord("x".repeat(100_000)));
    for (let sent = 0; sent < 20; sent++) await capture();
    // Below what is in use, so that small writes fail too.
    await admin.config("SET", "maxmemory", "1mb");
    await assert.rejects(capture(), { reason: "full" });
    await waitForReports(problems);
    assert.equal((await readSeqs(store, "a")).length, 20);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", /is out of memory; raise its maxmemory/);
    await assertNotReady(store, /out of memory/);
    await admin.config("SET", "maxmemory", "100mb");
    // The second call arrives while the probe of the first is running.
    await Promise.all([store.ready(), store.ready()]);
  });

  it("a rate window ends after its length when the clock of the Redis server was set back [slow]", async (test) => {
    const { url, admin } = await startServer(test);
    const { store } = await open(test, url);
    const nowMs = Date.now();
    await store.counters.hit("qr 10.0.0.1", 60_000, nowMs);
    await admin.pexpire("sundry:rate:qr 10.0.0.1", 10_860_000);
    const { count, endsAtMs } = await store.counters.hit("qr 10.0.0.1", 60_000, nowMs);
    assert.deepEqual([count, endsAtMs <= nowMs + 60_000], [2, true]);
    await admin.persist("sundry:rate:qr 10.0.0.1");
    assert.ok((await store.counters.hit("qr 10.0.0.1", 60_000, nowMs)).endsAtMs > nowMs);
  });
});

describe("REDIS_URL", { timeout: 300_000, skip: run ? false : HOW }, () => {
  it("REDIS_URL reaches the primary that a Sentinel names, although the first Sentinel is down [slow]", async (test) => {
    const primary = await startServer(test);
    const sentinel = await startSentinel(primary.port);
    test.after(sentinel.stop);
    const url = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/mymaster`;
    const { store } = await open(test, url);
    await store.ready();
    await store.inboxes.capture("a", createRecord("x"));
    assert.deepEqual(await primary.admin.keys("sundry:{a}*").then((keys) => keys.length), 2);
  });

  it("REDIS_URL with Sentinels that do not know the service is reported [slow]", async (test) => {
    const primary = await startServer(test);
    const sentinel = await startSentinel(primary.port);
    test.after(sentinel.stop);
    const { problems } = await open(test, `redis+sentinel://127.0.0.1:${sentinel.port}/other`, 500);
    await waitForReports(problems);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", /no Sentinel that answers and knows the service/);
  });

  it("REDIS_URL finds a cluster by any of several seeds, although the first is down [slow]", async (test) => {
    const cluster = await startCluster();
    test.after(cluster.stop);
    const [, second, third] = cluster.nodes;
    const url = `redis://127.0.0.1:1,127.0.0.1:${second?.port},127.0.0.1:${third?.port}`;
    const { store } = await open(test, url);
    await store.ready();
    for (const inbox of ["a", "b", "c", "d"]) {
      assert.equal((await store.inboxes.capture(inbox, createRecord("x"))).seq, 1);
      assert.deepEqual(await readSeqs(store, inbox), [1]);
    }
  });

  it("REDIS_URL with several hosts that are not a cluster is reported [slow]", async (test) => {
    const [one, two] = [await startServer(test), await startServer(test)];
    const { problems } = await open(
      test,
      `redis://127.0.0.1:${one.port},127.0.0.1:${two.port}`,
      500,
    );
    await waitForReports(problems);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", /several hosts that are not a cluster/);
  });
});
