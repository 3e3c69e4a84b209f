import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hasRedis, startRedis } from "../support/redis.ts";
import { startServer } from "../support/server.ts";

const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

async function timed(request: Promise<Response>) {
  const started = performance.now();
  const answer = await request;
  const json = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, json, headers: answer.headers, ms: performance.now() - started };
}

function send(url: string, inbox: string, body = "x") {
  return timed(fetch(`${url}/api/v1/webhook/${inbox}`, { method: "POST", body }));
}

/** Sends until it is 200 again; gives how long that took. */
async function untilStored(url: string, inbox: string): Promise<number> {
  const started = performance.now();
  while ((await send(url, inbox)).status !== 200) {
    assert.ok(performance.now() - started < 10_000, "it never came back");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - started;
}

function hash(url: string) {
  const headers = { "content-type": "application/json", "x-api-key": "redis-test" };
  const body = JSON.stringify({ text: "a" });
  return timed(fetch(`${url}/api/v1/hash`, { method: "POST", headers, body }));
}

describe("inboxes on Redis", { timeout: 120_000, skip: run ? false : HOW }, () => {
  it("are shared by two processes: records, waiting readers, counts, limits", async (test) => {
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url, TRUST_PROXY: "1" };
    const [one, two] = await Promise.all([startServer(environment), startServer(environment)]);
    test.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await redis.stop();
    });
    assert.equal((await send(one.url, "both", "1")).json["seq"], 1);
    const waiting = timed(fetch(`${two.url}/api/v1/webhook/both?after=1&wait=20`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal((await send(one.url, "both", "2")).json["seq"], 2);
    const woken = await waiting;
    assert.equal(woken.json["count"], 1);
    assert.ok(woken.ms < 4_000, `woken after ${woken.ms} ms`);
    assert.equal((await hash(one.url)).headers.get("x-usage-count"), "1");
    assert.equal((await hash(two.url)).headers.get("x-usage-count"), "2");
    const card = { attendees: [{ hourlyRate: 90, name: "Ada" }], durationMinutes: 45 };
    const cost = (url: string) =>
      fetch(`${url}/api/v1/meeting-cost`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "10.1.2.3" },
        body: JSON.stringify(card),
      });
    const statuses: number[] = [];
    for (let sent = 0; sent < 62; sent++) {
      statuses.push((await cost(sent % 2 === 0 ? one.url : two.url)).status);
    }
    assert.deepEqual(statuses.slice(59), [200, 429, 429]);
  });

  it("are 503 within two seconds when Redis is gone or paused; the rest goes on; back within two", async (test) => {
    let redis = await startRedis();
    const server = await startServer({ REDIS_URL: redis.url });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    assert.equal((await send(server.url, "gone")).status, 200);
    redis.process.kill("SIGSTOP");
    const paused = await send(server.url, "gone");
    assert.equal(paused.status, 503);
    assert.deepEqual(Object.keys(paused.json), ["error"]);
    assert.ok(paused.ms < 2_000, `answered after ${paused.ms} ms`);
    assert.equal((await hash(server.url)).status, 200);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    redis.process.kill("SIGCONT");
    assert.ok((await untilStored(server.url, "gone")) < 2_000);
    await redis.stop();
    const gone = await send(server.url, "gone");
    assert.equal(gone.status, 503);
    assert.ok(gone.ms < 2_000, `answered after ${gone.ms} ms`);
    const counted = await hash(server.url);
    assert.equal(counted.status, 200);
    assert.match(counted.headers.get("x-usage-count") ?? "", /^\d+$/);
    redis = await startRedis(redis.port);
    assert.ok((await untilStored(server.url, "gone")) < 2_000);
    assert.equal(await server.stop(), 0);
  });

  it("count what was sent while Redis was away when it is back", async (test) => {
    let redis = await startRedis();
    const server = await startServer({ REDIS_URL: redis.url });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    await redis.stop();
    for (let sent = 1; sent <= 5; sent++) {
      assert.equal((await hash(server.url)).headers.get("x-usage-count"), String(sent));
    }
    redis = await startRedis(redis.port);
    const other = await startServer({ REDIS_URL: redis.url });
    test.after(() => other.stop());
    // The other process counts nothing of its own: what it tells came through Redis.
    const shared = () =>
      fetch(`${other.url}/healthz`, { headers: { "x-api-key": "redis-test" } }).then((answer) =>
        answer.headers.get("x-usage-count"),
      );
    const started = performance.now();
    while ((await shared()) !== "5") {
      assert.ok(performance.now() - started < 10_000, `it tells ${await shared()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it("are 507 when Redis is out of memory, and nothing of anyone is lost", async (test) => {
    const redis = await startRedis(0, "--maxmemory", "6mb", "--maxmemory-policy", "noeviction");
    const server = await startServer({ REDIS_URL: redis.url });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    await send(server.url, "mine", "kept");
    let status = 200;
    let stored = 0;
    for (let sent = 0; sent < 200 && status === 200; sent++) {
      ({ status } = await send(server.url, "flood", "x".repeat(100_000)));
      if (status === 200) stored += 1;
    }
    assert.equal(status, 507);
    const flood = await timed(fetch(`${server.url}/api/v1/webhook/flood`));
    assert.equal(flood.json["total"], stored);
    const mine = await timed(fetch(`${server.url}/api/v1/webhook/mine`));
    assert.equal(mine.json["count"], 1);
  });
});
