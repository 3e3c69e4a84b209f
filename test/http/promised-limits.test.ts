import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { tools } from "#src/tools/index.js";
import { postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

/** The event streams that one address may have open. */
const MAX_STREAMS = 100;
const STREAMS_OF_AN_INBOX = 3;

const KIBIBYTE = 1024;
const DEFAULT_BODY = 256 * KIBIBYTE;

/** Returns limits with the names that have them, the highest first: `120: a; 60: b, c`. */
function formatLimits(
  limits: readonly (readonly [name: string, limit: number])[],
  format: (limit: number) => string,
): string {
  const values = [...new Set(limits.map(([, limit]) => limit))].sort((a, b) => b - a);
  return values
    .map((value) => {
      const names = limits.filter(([, limit]) => limit === value).map(([name]) => `\`${name}\``);
      return `${format(value)}: ${[...new Set(names)].sort().join(", ")}`;
    })
    .join("; ");
}

function formatBytes(bytes: number): string {
  const kibibytes = bytes / KIBIBYTE;
  return kibibytes < KIBIBYTE ? `${kibibytes} KiB` : `${kibibytes / KIBIBYTE} MiB`;
}

describe("the table of limits", () => {
  const guide = readFileSync(join(root, "docs", "guides", "limits.md"), "utf8");

  it("the table of limits has the requests a minute of every tool", () => {
    const limits = tools.flatMap(({ scope, perMinute, costlyReply }) => [
      ...(perMinute === undefined ? [] : [[scope, perMinute] as const]),
      ...(costlyReply ? [[costlyReply.name, costlyReply.perMinute] as const] : []),
    ]);
    const row = `| Requests a minute by IP | ${formatLimits(limits, String)} `;
    assert.ok(guide.replaceAll(/ +/g, " ").includes(row), row);
  });

  it("the table of limits has the body of every tool", () => {
    const limits = tools
      .filter(({ bodyLimitBytes }) => bodyLimitBytes !== DEFAULT_BODY)
      .map(({ scope, bodyLimitBytes }) => [scope, bodyLimitBytes] as const);
    const row = `| Body | ${formatBytes(DEFAULT_BODY)}; ${formatLimits(limits, formatBytes)};`;
    assert.ok(guide.replaceAll(/ +/g, " ").includes(row), row);
  });
});

describe("limits that the guide promises", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ MAX_CONNECTIONS: "400" });
  });
  after(() => server.stop());

  async function postForm(fields: number): Promise<number> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `text=abc${"&a=".repeat(fields - 1)}`;
    return (await fetch(`${server.url}/tools/hash`, { method: "POST", headers, body })).status;
  }

  it("a form of 10 000 fields is read, and one of 10 001 is refused with 422", async () => {
    assert.notEqual(await postForm(10_000), 422);
    assert.equal(await postForm(10_001), 422);
  });

  it("idle connections are kept for 65 s", async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    assert.equal(headers.get("keep-alive"), "timeout=65");
  });

  it("passwords, hashes, invoices and contracts are not cached", async () => {
    for (const name of ["password", "hash", "invoice", "contract-generator"]) {
      const tool = tools.find((entry) => entry.name === name);
      assert.ok(tool);
      const response = await postJson(server.url + tool.path, tool.example);
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get("cache-control"), "no-store", name);
    }
  });

  it("the 101st event stream of an address is refused with 429", async () => {
    const closed = new AbortController();
    const open = async (inbox: number) => {
      const url = `${server.url}/api/v1/inboxes/promised-${inbox}/events`;
      return (await fetch(url, { signal: closed.signal })).status;
    };
    const inboxes = Array.from({ length: MAX_STREAMS }, (_, at) =>
      Math.floor(at / STREAMS_OF_AN_INBOX),
    );
    const statuses = await Promise.all(inboxes.map(open));
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal(await open(MAX_STREAMS), 429);
    closed.abort();
  });

  it("the 61st signature of a record in a minute is refused with 429", async () => {
    const inbox = `${server.url}/api/v1/webhook/signed`;
    await fetch(inbox, { method: "POST", body: "a" });
    const list = (await (await fetch(inbox)).json()) as { payloads: { id: string }[] };
    const verify = () =>
      fetch(`${server.url}/api/v1/inboxes/signed/records/${list.payloads[0]?.id}/verify`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ secret: "whsec_test" }),
      });
    const statuses: number[] = [];
    for (let call = 0; call < 61; call += 1) statuses.push((await verify()).status);
    assert.ok(statuses.slice(0, 60).every((status) => status !== 429));
    assert.equal(statuses.at(-1), 429);
  });
});
