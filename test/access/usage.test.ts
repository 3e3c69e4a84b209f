import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { connectTo } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { formatUsageCsv, listDays, summarizeUsage } from "#src/access/usage.js";

interface Usage {
  kind: string;
  limit: number | null;
  from: string;
  to: string;
  partial: boolean;
  days: { date: string; total: number; tools: Record<string, number> }[];
}

let server: RunningServer;

const get = (path: string, headers: Record<string, string>) =>
  fetch(server.url + path, { headers });

describe("usage of the caller", () => {
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  it("usage counts requests by tool, inbox, access and other, and equals X-Usage-Count", async () => {
    const caller = { "x-api-key": "ann" };
    await postJson(`${server.url}/api/v1/hash`, { text: "a" }, caller);
    await postJson(`${server.url}/api/v1/hash`, { text: 1 }, caller);
    await get("/api/v1/code-image/languages", caller);
    await postJson(`${server.url}/api/v1/webhook/usage-test`, {}, caller);
    await get("/api/v1/inboxes/usage-test", caller);
    await get("/api/v1/me", caller);
    await get("/api/v1/nothing", caller);
    await get("/tools/hash", caller);
    const response = await get("/api/v1/usage?days=2", caller);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const { days, ...usage } = (await response.json()) as Usage;
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual(
      { ...usage, days: days.length },
      {
        kind: "label",
        id: null,
        name: null,
        limit: 100,
        from: days[0]?.date,
        to: today,
        partial: false,
        days: 2,
      },
    );
    assert.deepEqual(days[0], { date: usage.from, total: 0, tools: {} });
    const tools = { hash: 2, "code-image": 1, inbox: 2, access: 2, other: 1 };
    assert.deepEqual(days[1], { date: today, total: 8, tools });
    assert.equal(response.headers.get("x-usage-count"), "8");
  });

  it("a call over MCP counts under its tool, and that of an inbox tool under inbox", async () => {
    const { client, call } = await connectTo(server.url, "auto", "10.1.0.1");
    await call("hash", { text: "a" });
    await call("inbox_list", { id: "usage-test" });
    await client.close();
    const response = await get("/api/v1/usage?days=1", { "x-forwarded-for": "10.1.0.1" });
    const { kind, days } = (await response.json()) as Usage;
    assert.equal(kind, "anonymous");
    assert.deepEqual(days[0]?.tools, { hash: 1, inbox: 1, access: 1 });
  });

  it("each row of a batch counts under its tool, and a refused batch counts once", async () => {
    const caller = { "x-api-key": "cleo" };
    const post = async (tool: string, rows: object[]) => {
      const response = await postJson(`${server.url}/api/v1/batch/${tool}`, { rows }, caller);
      await response.arrayBuffer();
      return response.status;
    };
    assert.equal(await post("hash", [{ text: "a" }, { text: "b" }, { text: 1 }]), 200);
    assert.equal(await post("qr", []), 422);
    assert.equal(await post("nothing", [{}]), 404);
    await (await get("/api/v1/batch/hash/template.csv", caller)).arrayBuffer();
    const response = await get("/api/v1/usage?days=1", caller);
    const { days } = (await response.json()) as Usage;
    assert.deepEqual(days[0]?.tools, { hash: 4, qr: 1, other: 1, access: 1 });
    assert.equal(response.headers.get("x-usage-count"), "7");
  });

  it("usage as CSV is an attachment with a row for each day and tool", async () => {
    const caller = { "x-api-key": "bob" };
    await postJson(`${server.url}/api/v1/hash`, { text: "a" }, caller);
    const response = await get("/api/v1/usage?format=csv", caller);
    assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment; filename=/);
    const today = new Date().toISOString().slice(0, 10);
    const rows = (await response.text()).split("\r\n");
    assert.equal(rows[0], "date,tool,count");
    assert.deepEqual(rows.slice(1).sort(), ["", `${today},access,1`, `${today},hash,1`]);
  });

  it("a range that is not 1 to 31 days and an unknown format are 422", async () => {
    const response = await get("/api/v1/usage?days=32&format=xml", {});
    assert.equal(response.status, 422);
    const { error } = (await response.json()) as { error: string };
    assert.match(error, /^days must be .*31; format must be one of/);
    assert.equal((await get("/api/v1/usage?days=0", {})).status, 422);
  });

  it("me names the kind of the caller and holds no secret", async () => {
    const response = await get("/api/v1/me", { "x-api-key": "ann-secret" });
    const text = await response.text();
    assert.ok(!text.includes("ann-secret"));
    assert.deepEqual(JSON.parse(text), {
      kind: "label",
      id: null,
      name: null,
      scopes: ["tools:*", "inbox:read", "inbox:manage", "mcp", "usage", "metrics"],
      admin: false,
      perDay: 100,
      expiresAt: null,
    });
    const anonymous = (await (await get("/api/v1/me", {})).json()) as Usage;
    assert.equal(anonymous.kind, "anonymous");
  });
});

describe("usage after a restart", () => {
  it("the usage of a day survives a restart of the server", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-usage-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    const first = await startServer({ DATA_DIR: directory });
    await postJson(`${first.url}/api/v1/hash`, { text: "a" });
    await first.stop();
    const second = await startServer({ DATA_DIR: directory });
    const response = await fetch(`${second.url}/api/v1/usage?days=1`);
    const { days } = (await response.json()) as Usage;
    await second.stop();
    assert.deepEqual(days[0]?.tools, { hash: 1, access: 1 });
  });
});

const NOW = Date.UTC(2026, 10, 23, 12);

describe("summarizeUsage", () => {
  const [yesterday = 0, today = 0] = listDays(NOW, 2);

  it("requests of today that the history lacks are other requests", () => {
    const stored = [{ day: today, total: 3, counts: { hash: 2, other: 1 } }];
    const { days, partial } = summarizeUsage([yesterday, today], stored, 5);
    assert.equal(partial, false);
    assert.deepEqual(days, [
      { date: "2026-11-22", total: 0, tools: {} },
      { date: "2026-11-23", total: 5, tools: { hash: 2, other: 3 } },
    ]);
  });

  it("a day with its total only makes the usage partial, and a CSV row without a tool", () => {
    const stored = [{ day: yesterday, total: 7, counts: undefined }];
    const { days, partial } = summarizeUsage([yesterday, today], stored, 0);
    assert.equal(partial, true);
    assert.deepEqual(days[0], { date: "2026-11-22", total: 7, tools: {} });
    assert.equal(formatUsageCsv(days), "date,tool,count\r\n2026-11-22,,7\r\n");
  });
});
