import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { hasRedis, startRedis, startServerOnRedis } from "../../support/redis.ts";
import { startServer } from "../../support/server.ts";

const run = hasRedis || process.env["CI"] !== undefined;
const HOW = "these tests need redis-server: apt-get install redis-server";

interface Plan {
  served: number;
  next: number | null;
}

interface Listed {
  total: number;
  payloads: { answered?: { status: number; step: number } }[];
}

/** The addresses of one inbox on a server. */
function getInboxUrls(url: string) {
  return { send: `${url}/api/v1/webhook/planned`, plan: `${url}/api/v1/inboxes/planned/response` };
}

async function setPlan(url: string, steps: object[]): Promise<void> {
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ steps }),
  });
  assert.equal(response.status, 200, await response.text());
}

async function readJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

async function post(url: string): Promise<number> {
  return (await fetch(url, { method: "POST" })).status;
}

describe("response plans", { timeout: 300_000 }, () => {
  it("a response plan goes on after kill -9 where the acknowledged records end [slow]", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-plans-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    let server = await startServer({ DATA_DIR: directory });
    test.after(() => server.stop());
    await setPlan(getInboxUrls(server.url).plan, [{ status: 500, times: 3 }, { status: 202 }]);
    assert.deepEqual([await post(getInboxUrls(server.url).send)], [500]);
    await setPlan(`${server.url}/api/v1/inboxes/waiting/response`, [{ status: 418 }]);
    for (const expected of [500, 500, 202]) {
      await server.stop("SIGKILL");
      server = await startServer({ DATA_DIR: directory });
      assert.equal(await post(getInboxUrls(server.url).send), expected);
    }
    assert.equal(await post(`${server.url}/api/v1/webhook/waiting`), 418);
    const { served, next } = await readJson<Plan>(getInboxUrls(server.url).plan);
    assert.deepEqual([served, next], [4, 1]);
  });
});

describe("response plans on Redis", { timeout: 300_000, skip: run ? false : HOW }, () => {
  it("a response plan on Redis is one sequence for two processes, and survives both [slow]", async (test) => {
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url };
    const servers = await Promise.all([
      startServerOnRedis(environment),
      startServerOnRedis(environment),
    ]);
    test.after(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
    });
    const [one, two] = servers.map(({ url }) => getInboxUrls(url));
    assert.ok(one && two);
    const steps = Array.from({ length: 10 }, (_, at) => ({ status: 500 + at, times: 2 }));
    await setPlan(one.plan, [...steps, { status: 202, body: "{record.seq}" }]);
    assert.equal((await readJson<Plan>(two.plan)).next, 0);
    const sent = Array.from({ length: 20 }, (_, at) => post(at % 2 === 0 ? one.send : two.send));
    const statuses = (await Promise.all(sent)).sort((first, second) => first - second);
    assert.deepEqual(
      statuses,
      steps.flatMap(({ status }) => [status, status]),
    );
    const { payloads } = await readJson<Listed>(two.send);
    assert.deepEqual(
      payloads.map(({ answered }) => answered?.status),
      statuses,
      "each record has the answer of its place",
    );
    await setPlan(two.plan, [{ status: 418, times: 1 }]);
    assert.equal(await post(one.send), 418, "a process learns of another one's plan");
    assert.equal(await post(two.send), 200);
    await fetch(one.plan, { method: "DELETE" });
    assert.equal((await fetch(two.plan)).status, 404);
    await setPlan(one.plan, [{ status: 503 }]);
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
    servers[0] = await startServerOnRedis(environment);
    assert.equal(await post(getInboxUrls(servers[0].url).send), 503);
  });
});
