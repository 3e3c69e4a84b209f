import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { ADMIN_TOKEN, type KeyServer, post, startKeyServer } from "./support/keys.ts";

let server: KeyServer;

/** Calls a tool over MCP. */
function call(name: string, args: object): RequestInit {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  };
  return post(message, { accept: "application/json, text/event-stream" });
}

async function startSession(key: string): Promise<string> {
  const response = await fetch(`${server.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ key }),
  });
  assert.equal(response.status, 303);
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("a key with the scope of one tool", { timeout: 240_000 }, () => {
  before(async () => {
    server = await startKeyServer({ TRUST_PROXY: "" });
  });
  after(() => server.stop());

  it("reaches no other tool by batches, jobs, labels, posted forms, pages or MCP", async () => {
    const { key } = await server.issue({ scopes: ["tools:hash", "mcp"] });
    const rows = post({ rows: [{ text: "a" }] });
    const attempts: [string, RequestInit][] = [
      ["/api/v1/qr", post({ text: "a" })],
      ["/api/invoice", post({})],
      ["/api/v1/batch/qr", rows],
      ["/api/v1/jobs/qr", rows],
      ["/api/v1/labels", rows],
      ["/tools/qr", {}],
      ["/mcp", call("qr", { text: "a" })],
      ["/mcp?mode=search", call("call_tool", { name: "qr", arguments: { text: "a" } })],
      ["/mcp?tools=qr", call("qr", { text: "a" })],
      ["/mcp", call("inbox_create", {})],
      ["/api/v1/keys", post({ name: "mine", scopes: ["tools:*"] })],
      ["/metrics", {}],
    ];
    for (const [path, init] of attempts) {
      const response = await server.as(key, path, init);
      assert.equal(response.status, 403, path);
    }
    for (const [path, init] of [
      ["/api/v1/batch/hash", rows],
      ["/mcp", call("hash", { text: "a" })],
    ] as const)
      assert.equal((await server.as(key, path, init)).status, 200, path);
    const form = {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ text: "a" }),
      headers: { cookie: await startSession(key), "sec-fetch-site": "same-origin" },
    } as const;
    assert.equal((await fetch(`${server.url}/tools/hash`, form)).status, 200);
    assert.equal((await fetch(`${server.url}/tools/qr`, form)).status, 403);
  });

  it("a session that signs out ends its open stream of events", async () => {
    const { key } = await server.issue();
    const headers = { cookie: await startSession(key), "sec-fetch-site": "same-origin" };
    const stream = await fetch(`${server.url}/api/v1/inboxes/quiet/events`, { headers });
    assert.equal(stream.status, 200);
    const out = await fetch(`${server.url}/sign-out`, {
      method: "POST",
      redirect: "manual",
      headers,
    });
    assert.equal(out.status, 303);
    // Disconnected, which the client may see as an end or as an error.
    await stream.text().catch(() => undefined);
  });

  it("a request under a rebound host name is refused before its credential is read", async () => {
    for (const credential of [`Authorization: Bearer ${ADMIN_TOKEN}`, "X-API-Key: wrong"]) {
      const lines = ["GET /api/v1/keys HTTP/1.1", "Host: evil.example", credential];
      const head = parseHead(
        await sendRaw(server.port, [...lines, "Connection: close", "", ""].join("\r\n")),
      );
      assert.equal(head.status, 403, credential);
    }
  });
});
