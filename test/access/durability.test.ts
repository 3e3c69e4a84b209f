import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { createKeyClient, type KeyServer, post, startKeyServer } from "./support/keys.ts";
import { waitUntil } from "../support/eventually.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { startCluster } from "#scripts/test/redis-server.mjs";

const HASH = "/api/v1/hash";
const text = post({ text: "abc" });
const run = hasRedis || process.env["CI"] !== undefined;

/** Resolves when the server has ended the response to an open request. */
async function waitForEnd(response: Response): Promise<void> {
  try {
    await response.text();
  } catch {
    // The connection was closed within the response.
  }
}

describe("what was answered is durable", { timeout: 240_000 }, () => {
  it("created, changed and revoked keys survive a kill right after the response", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-access-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    const start = () => startKeyServer({ DATA_DIR: directory });
    let server = await start();
    const restart = async () => {
      await server.stop("SIGKILL");
      server = await start();
    };
    test.after(() => server.stop());
    const { id, key } = await server.issue({ perDay: 50 });
    await restart();
    assert.equal((await server.as(key, HASH, text)).headers.get("x-usage-limit"), "50");
    await server.admin("PATCH", `/api/v1/keys/${id}`, { perDay: 60 });
    await restart();
    assert.equal((await server.as(key, HASH, text)).headers.get("x-usage-limit"), "60");
    await server.admin("DELETE", `/api/v1/keys/${id}`);
    await restart();
    assert.equal((await server.as(key, HASH, text)).status, 401);
  });
});

describe("the end of a key", { timeout: 240_000 }, () => {
  it("a revoked key ends its event streams, waits and calls of MCP that are open", async (test) => {
    const server = await startKeyServer();
    test.after(() => server.stop());
    await endsOpenRequests(server, server);
  });

  if (run) {
    it("a key that one process revokes ends in another on the same Redis", async (test) => {
      const redis = await startRedis();
      test.after(() => redis.stop());
      await endsInBothProcesses(test, redis.url);
    });

    it("a key that one process revokes ends in another on the same cluster", async (test) => {
      const cluster = await startCluster();
      test.after(() => cluster.stop());
      await endsInBothProcesses(test, cluster.url);
    });
  }
});

async function endsInBothProcesses(test: TestContext, redisUrl: string): Promise<void> {
  const servers = await Promise.all([1, 2].map(() => startKeyServer({ REDIS_URL: redisUrl })));
  const [one, two] = servers;
  assert.ok(one && two);
  test.after(() => Promise.all(servers.map((server) => server.stop())));
  const { key } = await one.issue({ perDay: 1000 });
  const counts = await Promise.all(
    [one, two, one, two].map(async (server) =>
      (await server.as(key, HASH, text)).headers.get("x-usage-count"),
    ),
  );
  assert.deepEqual(
    counts.map(Number).toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  );
  await endsOpenRequests(one, two);
}

/** Revokes a key by one server while requests are open at the other one. */
async function endsOpenRequests(
  administration: Pick<KeyServer, "admin" | "issue">,
  server: Pick<KeyServer, "url">,
): Promise<void> {
  const { id, key } = await administration.issue();
  const { as } = createKeyClient(server.url);
  const call = post({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "inbox_wait", arguments: { id: "quiet", seconds: 25 } },
  });
  const stream = await as(key, "/api/v1/inboxes/quiet/events");
  assert.equal(stream.status, 200);
  const waiting = [
    as(key, "/api/v1/webhook/quiet?after=0&wait=30").then(waitForEnd, () => undefined),
    as(key, "/mcp", {
      ...call,
      headers: { ...call.headers, accept: "application/json, text/event-stream" },
    }).then(waitForEnd, () => undefined),
  ];
  // The stream, the wait and the call have begun.
  await waitUntil(async () => {
    const { headers } = await as(key, "/healthz");
    return Number(headers.get("x-usage-count")) >= 3;
  });
  assert.equal((await administration.admin("DELETE", `/api/v1/keys/${id}`)).status, 204);
  await Promise.all([waitForEnd(stream), ...waiting]);
  assert.equal((await as(key, HASH, text)).status, 401);
}
