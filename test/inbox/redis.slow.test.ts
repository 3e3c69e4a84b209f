import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually, waitUntil } from "../support/eventually.ts";
import { hasRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { startServer } from "../support/server.ts";

const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

/**
 * Longest wait for a response on a busy machine. Without its own deadlines the server would wait
 * for Redis for ever.
 */
const MAX_WAIT_MS = 60_000;

async function ask(url: string, options: RequestInit = {}) {
  const response = await fetch(url, { signal: AbortSignal.timeout(MAX_WAIT_MS), ...options });
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json, headers: response.headers };
}

function send(url: string, inbox: string, body = "x") {
  return ask(`${url}/api/v1/webhook/${inbox}`, { method: "POST", body });
}

/** Sends until the response is 200. */
function sendUntilStored(url: string, inbox: string): Promise<void> {
  return waitUntil(async () => (await send(url, inbox)).status === 200);
}

function postHash(url: string) {
  const headers = { "content-type": "application/json", "x-api-key": "redis-test" };
  const body = JSON.stringify({ text: "a" });
  return ask(`${url}/api/v1/hash`, { method: "POST", headers, body });
}

describe("the server on Redis", { timeout: 300_000, skip: run ? false : HOW }, () => {
  it("two processes on Redis share records, waiting readers, counts and limits [slow]", async (test) => {
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url, TRUST_PROXY: "1" };
    const [one, two] = await Promise.all([
      startServerOnRedis(environment),
      startServerOnRedis(environment),
    ]);
    test.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await redis.stop();
    });
    assert.equal((await send(one.url, "both", "1")).json["seq"], 1);
    const waiting = ask(`${two.url}/api/v1/webhook/both?after=1&wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await send(one.url, "both", "2")).json["seq"], 2);
    const notified = await waiting;
    assert.equal(notified.json["count"], 1);
    assert.equal((await postHash(one.url)).headers.get("x-usage-count"), "1");
    assert.equal((await postHash(two.url)).headers.get("x-usage-count"), "2");
    const meeting = { attendees: [{ hourlyRate: 90, name: "Ada" }], durationMinutes: 45 };
    const postMeetingCost = (url: string) =>
      fetch(`${url}/api/v1/meeting-cost`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "10.1.2.3" },
        body: JSON.stringify(meeting),
      });
    const statuses: number[] = [];
    for (let sent = 0; sent < 62; sent++) {
      statuses.push((await postMeetingCost(sent % 2 === 0 ? one.url : two.url)).status);
    }
    assert.deepEqual(statuses.slice(59), [200, 429, 429]);
  });

  it("the inbox gets 503 while Redis is paused or stopped, other tools are served, and the inbox recovers [slow]", async (test) => {
    let redis = await startRedis();
    const server = await startServer({ REDIS_URL: redis.url, STORE_DEADLINE_MS: "1000" });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    // The server starts without Redis when a busy machine takes too long to connect.
    await sendUntilStored(server.url, "gone");
    const sendInTime = () =>
      ask(`${server.url}/api/v1/webhook/gone`, {
        method: "POST",
        body: "x",
        signal: AbortSignal.timeout(15_000),
      });
    redis.process.kill("SIGSTOP");
    const paused = await sendInTime();
    assert.equal(paused.status, 503);
    assert.deepEqual(Object.keys(paused.json), ["error"]);
    assert.equal((await postHash(server.url)).status, 200);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    redis.process.kill("SIGCONT");
    await sendUntilStored(server.url, "gone");
    await redis.stop();
    const gone = await sendInTime();
    assert.equal(gone.status, 503);
    const counted = await postHash(server.url);
    assert.equal(counted.status, 200);
    assert.match(counted.headers.get("x-usage-count") ?? "", /^\d+$/);
    redis = await startRedis(redis.port);
    await sendUntilStored(server.url, "gone");
    assert.equal(await server.stop(), 0);
  });

  it("requests that were made while Redis was stopped are added to the shared count [slow]", async (test) => {
    let redis = await startRedis();
    const server = await startServer({ REDIS_URL: redis.url });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    await redis.stop();
    for (let sent = 1; sent <= 5; sent++) {
      assert.equal((await postHash(server.url)).headers.get("x-usage-count"), String(sent));
    }
    redis = await startRedis(redis.port);
    const other = await startServer({ REDIS_URL: redis.url });
    test.after(() => other.stop());
    // The other process has no count of its own, so its value comes from Redis.
    const readSharedCount = () =>
      fetch(`${other.url}/healthz`, { headers: { "x-api-key": "redis-test" } }).then((response) =>
        response.headers.get("x-usage-count"),
      );
    await eventually(async () => assert.equal(await readSharedCount(), "5"));
  });

  it("captures get 507 when Redis is out of memory, and no record is lost [slow]", async (test) => {
    const redis = await startRedis(0, "--maxmemory", "6mb", "--maxmemory-policy", "noeviction");
    const server = await startServer({ REDIS_URL: redis.url });
    test.after(async () => {
      await server.stop();
      await redis.stop();
    });
    await sendUntilStored(server.url, "mine");
    let status = 200;
    let stored = 0;
    for (let sent = 0; sent < 200 && status !== 507; sent++) {
      ({ status } = await send(server.url, "flood", "x".repeat(100_000)));
      if (status === 200) stored += 1;
    }
    assert.equal(status, 507);
    const flood = await ask(`${server.url}/api/v1/webhook/flood`);
    // A record whose acknowledgement was late on a busy machine is stored, too.
    assert.ok(Number(flood.json["total"]) >= stored);
    const mine = await ask(`${server.url}/api/v1/webhook/mine`);
    assert.equal(mine.json["count"], 1);
  });
});
