import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hasRedis, startRedis } from "../support/redis.ts";
import { waitUntil } from "../support/eventually.ts";
import { ADMIN_TOKEN, type KeyServer, post, startKeyServer } from "./support/keys.ts";

const HASH = "/api/v1/hash";
const text = post({ text: "abc" });

interface AuditLine {
  event: string;
  by: string | null;
  keyId: string | null;
  ip: string;
  reason?: string;
}

describe("audit and metrics of access", () => {
  let server: KeyServer;
  before(async () => {
    server = await startKeyServer();
  });
  after(() => server.stop());

  const listEvents = (): AuditLine[] =>
    server.log
      .filter((line) => line.includes('"event":'))
      .map((line) => JSON.parse(line) as AuditLine);

  it("each change of a key and each refusal is a log line without a secret", async () => {
    const { id, key } = await server.issue({ scopes: ["tools:hash"] });
    await server.admin("PATCH", `/api/v1/keys/${id}`, { name: "b" });
    await server.admin("POST", `/api/v1/keys/${id}/rotate`, {});
    await server.as(key, "/api/v1/qr", post({ text: "a" }));
    await server.admin("DELETE", `/api/v1/keys/${id}`);
    await server.admin("DELETE", `/api/v1/keys/${id}`);
    await server.as(key, HASH, text);
    const caller = { "x-forwarded-for": "10.60.0.1" };
    await fetch(server.url + HASH, post({ text: "a" }, { ...caller, "x-api-key": "wrong" }));
    await waitUntil(() => Promise.resolve(listEvents().length >= 7));
    const events = listEvents().map(({ event, by, keyId, reason }) => [event, by, keyId, reason]);
    assert.deepEqual(events, [
      ["key.created", "admin", id, undefined],
      ["key.changed", "admin", id, undefined],
      ["key.rotated", "admin", id, undefined],
      ["access.refused", `key:${id}`, id, "scope"],
      ["key.revoked", "admin", id, undefined],
      ["access.refused", null, id, "revoked"],
      ["access.refused", null, null, "invalid"],
    ]);
    assert.equal(listEvents().at(-1)?.ip, "10.60.0.1");
    const log = server.log.join("\n");
    assert.ok(!log.includes(key) && !log.includes(ADMIN_TOKEN));
  });

  it("a refused call over MCP and a request past a quota are logged and counted", async () => {
    const read = async () => (await server.admin("GET", "/metrics")).text();
    const count = async (reason: string) => {
      const line = new RegExp(`^sundry_auth_refused_total\\{reason="${reason}"\\} (\\d+)$`, "m");
      return Number(line.exec(await read())?.[1] ?? 0);
    };
    const { id, key } = await server.issue({ scopes: ["mcp", "tools:hash"], perDay: 2 });
    const earlier = await count("scope");
    const params = { name: "qr", arguments: { text: "a" } };
    const call = post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    assert.equal((await server.as(key, "/mcp", call)).status, 403);
    assert.equal(await count("scope"), earlier + 1);
    for (const status of [200, 200, 429])
      assert.equal((await server.as(key, HASH, text)).status, status);
    assert.equal(await count("quota"), 1);
    const own = () =>
      listEvents().filter(({ event, keyId }) => event.startsWith("access") && keyId === id);
    await waitUntil(() => own().length === 2);
    assert.deepEqual(
      own().map(({ reason, by }) => [reason, by]),
      [
        ["scope", `key:${id}`],
        ["quota", `key:${id}`],
      ],
    );
    await server.admin("DELETE", `/api/v1/keys/${id}`);
  });

  it("metrics count callers by kind and refusals by reason, and have gauges of keys", async () => {
    await server.issue();
    const read = async () => (await server.admin("GET", "/metrics")).text();
    await waitUntil(async () => /^sundry_auth_keys 1$/m.test(await read()));
    const metrics = await read();
    assert.match(metrics, /^sundry_auth_requests_total\{kind="admin"\} \d+$/m);
    assert.match(metrics, /^sundry_auth_refused_total\{reason="revoked"\} 1$/m);
    assert.match(metrics, /^sundry_auth_refused_total\{reason="scope"\} 2$/m);
    assert.match(metrics, /^sundry_auth_sessions 0$/m);
  });
});

if (hasRedis || process.env["CI"] !== undefined) {
  describe("a store out of reach", { timeout: 300_000 }, () => {
    it("a key that was confirmed lately goes on, others get 503, and the admin token needs no store", async (test) => {
      const redis = await startRedis();
      const server = await startKeyServer({ REDIS_URL: redis.url, STORE_DEADLINE_MS: "5000" });
      test.after(() => server.stop());
      const [known, fresh] = [await server.issue(), await server.issue()];
      assert.equal((await server.as(known.key, HASH, text)).status, 200);
      await redis.stop();
      await waitUntil(async () => !(await fetch(`${server.url}/readyz`)).ok);
      assert.equal((await server.as(known.key, HASH, text)).status, 200);
      const refused = await server.as(fresh.key, HASH, text);
      assert.equal(refused.status, 503);
      assert.ok(Number(refused.headers.get("retry-after")) >= 1);
      assert.equal((await server.admin("GET", "/api/v1/me")).status, 200);
      assert.equal((await server.admin("GET", "/api/v1/keys")).status, 503);
      assert.equal((await server.admin("POST", "/api/v1/keys", { name: "a" })).status, 503);
    });
  });
}
