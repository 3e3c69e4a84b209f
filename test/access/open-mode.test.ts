import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { readCases } from "./support/cases.ts";
import { ADMIN_TOKEN, type KeyServer, post, readError, startKeyServer } from "./support/keys.ts";
import { startServer } from "../support/server.ts";

const HASH = "/api/v1/hash";
const text = post({ text: "abc" });
const { valid, invalid } = readCases().keys;

/** Credentials in every form, none of which is one for a server without an administrator. */
const FOREIGN = [valid[0], invalid[0]?.key, ADMIN_TOKEN, "Bearer x", "label"].map(String);

describe("an open server without an administrator", () => {
  it("an open server without ADMIN_TOKEN takes every key as a label and has no administration", async () => {
    const server = await startServer();
    try {
      for (const value of FOREIGN) {
        const headers = { "x-api-key": value, authorization: `Bearer ${value}` };
        const response = await fetch(server.url + HASH, post({ text: "a" }, headers));
        assert.equal(response.status, 200, value);
        assert.equal(response.headers.get("x-usage-count"), "1");
        const me = await fetch(`${server.url}/api/v1/me`, { headers });
        assert.equal(
          ((await me.json()) as { kind: string }).kind,
          value.includes(" ") ? "anonymous" : "label",
        );
        const sent = await fetch(`${server.url}/api/v1/webhook/a`, { method: "POST", headers });
        assert.equal(sent.status, 200);
      }
      for (const path of ["/api/v1/keys", "/api/v1/keys/x", "/keys", "/sign-in", "/sign-out"]) {
        assert.equal((await fetch(server.url + path)).status, 404, path);
      }
      const captured = await (await fetch(`${server.url}/api/v1/webhook/a`)).text();
      assert.ok(captured.includes(valid[0] ?? "?") && !captured.includes("***"));
    } finally {
      await server.stop();
    }
  });
});

describe("an open server with an administrator", () => {
  let server: KeyServer;
  before(async () => {
    server = await startKeyServer({ ACCESS: "open", ENFORCE_LIMIT: "true", DAILY_LIMIT: "1000" });
  });
  after(() => server.stop());

  it("callers without an issued key are served as ever, and foreign values stay labels", async () => {
    for (const headers of [
      {},
      { "x-api-key": "label" },
      { authorization: "Bearer foreign" },
      { "x-api-key": "sndr_short" },
    ]) {
      const response = await fetch(server.url + HASH, post({ text: "a" }, headers));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("x-usage-limit"), "1000");
    }
    assert.equal((await fetch(`${server.url}/metrics`)).status, 200);
    assert.equal((await fetch(`${server.url}/api/v1/webhook/any`, { method: "POST" })).status, 200);
  });

  it("an issued key brings its limits and scopes, which the operator's do not raise", async () => {
    const { key } = await server.issue({ scopes: ["tools:hash"], perDay: 2 });
    assert.equal((await server.as(key, HASH, text)).headers.get("x-usage-limit"), "2");
    assert.equal((await server.as(key, "/api/v1/qr", post({ text: "a" }))).status, 403);
    assert.equal((await server.as(key, HASH, text)).status, 429);
    const unlimited = await server.issue();
    const response = await server.as(unlimited.key, HASH, text);
    assert.equal(response.headers.get("x-usage-limit"), "unlimited");
    assert.equal(response.headers.get("x-usage-remaining"), "unlimited");
    assert.equal((await server.as(unlimited.key, "/metrics")).status, 200);
  });

  it("a mistyped, unknown or revoked key is 401, so that no quota is lost silently", async () => {
    const { key, id } = await server.issue();
    await server.admin("DELETE", `/api/v1/keys/${id}`);
    for (const [secret, sentence] of [
      [valid[0], "This key is not valid."],
      [invalid[0]?.key, "This key is not valid."],
      [key, "This key was revoked."],
    ] as const) {
      const response = await fetch(
        server.url + HASH,
        post({ text: "a" }, { "x-api-key": String(secret) }),
      );
      assert.equal(response.status, 401);
      assert.equal(await readError(response), sentence);
    }
  });

  it("administration needs the admin token, and other callers learn no key", async () => {
    assert.equal((await fetch(`${server.url}/api/v1/keys`)).status, 401);
    assert.equal(
      (await fetch(`${server.url}/api/v1/keys`, { headers: { "x-api-key": ADMIN_TOKEN } })).status,
      401,
    );
    const { key } = await server.issue();
    assert.equal((await server.as(key, "/api/v1/keys")).status, 403);
    assert.equal((await server.admin("GET", "/api/v1/keys")).status, 200);
  });
});
