import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { FETCH_LIMITS } from "#src/fetch/budget.js";
import type { ImageHeader } from "#src/lib/graphics/image-header.js";
import { estimateDecodedBytes, MAX_DECODED_BYTES } from "#src/tools/barcode-read/decoded-bytes.js";
import { MAX_NODES } from "#src/tools/carbon-footprint/worker/op-budget.js";
import { tools } from "#src/tools/index.js";
import { createBlankPng } from "../support/png-bomb.ts";
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

/** Returns true when a picture of this many megapixels is decoded. */
function fits(header: object, megapixels: number): boolean {
  const size = { width: 1000 * megapixels, height: 1000 };
  return estimateDecodedBytes({ ...size, ...header } as ImageHeader) <= MAX_DECODED_BYTES;
}

/** Formats a number as the guide does: `30 000`. */
function formatThousands(count: number): string {
  return String(count).replace(/(\d{3})$/, " $1");
}

/** Returns a picture of one path as a data URL. */
function toLogo(steps: number): string {
  const start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0';
  const svg = Buffer.from(`${start}${"h1".repeat(steps)}"/></svg>`);
  return `data:image/svg+xml;base64,${svg.toString("base64")}`;
}

function formatBytes(bytes: number): string {
  const kibibytes = bytes / KIBIBYTE;
  return kibibytes < KIBIBYTE ? `${kibibytes} KiB` : `${kibibytes / KIBIBYTE} MiB`;
}

/**
 * Returns the different statuses of responses whose streams have been open until now. One that
 * nothing refers to is closed when it is collected.
 */
function readOpenStatuses(responses: readonly Response[]): number[] {
  assert.ok(responses.every(({ bodyUsed }) => !bodyUsed));
  return [...new Set(responses.map(({ status }) => status))];
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

  it("the table of limits has the budget of a page analysis", () => {
    const { jobMs, requests, headerLines, downloadedBytes } = FETCH_LIMITS;
    const figures = [
      `${jobMs / 1000} s`,
      `${requests} requests`,
      `${formatThousands(headerLines)} header lines`,
      `${downloadedBytes / 1e6} MB`,
      `${formatThousands(MAX_NODES)} elements`,
    ];
    const row = `| Page analysis | ${figures.join(", ")} `;
    assert.ok(guide.replaceAll(/ +/g, " ").includes(row), row);
  });

  it("the largest pictures that are read have the megapixels that the table names", () => {
    const color = [[1, 1] as const, [1, 1] as const, [1, 1] as const];
    const frame = { sampling: color, marker: 0xc2 };
    const headers = [{ format: "gif" }, { format: "jpeg", frame }];
    for (const header of headers)
      assert.deepEqual([fits(header, 10), fits(header, 10.1)], [true, false]);
    const others = [
      { format: "png" },
      { format: "bmp" },
      { format: "jpeg", frame: { sampling: color, marker: 0xc0 } },
    ];
    for (const header of others) assert.ok(fits(header, 16));
    assert.match(guide, /16 megapixels \(10 of a GIF or a progressive JPEG with full color\)/);
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

  it("passwords are not cached over MCP either", async () => {
    const params = { name: "password", arguments: {} };
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    assert.match(await response.text(), /"passwords"/);
    assert.match(response.headers.get("cache-control") ?? "", /\bno-store\b/);
  });

  it("the page of a posted form with 100 000 currencies is at most five times as long", async () => {
    const body = `from=USD&to=${"EUR,".repeat(100_000)}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const page = await fetch(`${server.url}/tools/currency`, { method: "POST", headers, body });
    assert.equal(page.status, 200);
    const { length } = await page.text();
    assert.ok(length <= 5 * body.length, `${length} characters`);
  });

  it("a logo is at most 256 KiB as a data URL, and a drawn SVG has at most 20 000 steps", async () => {
    const tool = tools.find(({ name }) => name === "invoice");
    const post = async (query: string, logo: string) =>
      (await postJson(`${server.url}${tool?.path}${query}`, { ...tool?.example, logo })).status;
    assert.equal(await post("?format=pdf", toLogo(19_000)), 200);
    assert.equal(await post("?format=pdf", toLogo(20_001)), 422);
    assert.equal(await post("", toLogo(20_001)), 200);
    assert.equal(await post("", toLogo(256 * KIBIBYTE * 0.375 - 80)), 200);
    assert.equal(await post("", toLogo(256 * KIBIBYTE * 0.375)), 422);
  });

  it("the 101st event stream of an address is refused with 429", async () => {
    const closed = new AbortController();
    const open = (inbox: number) => {
      const url = `${server.url}/api/v1/inboxes/promised-${inbox}/events`;
      return fetch(url, { signal: closed.signal });
    };
    const inboxes = Array.from({ length: MAX_STREAMS }, (_, at) =>
      Math.floor(at / STREAMS_OF_AN_INBOX),
    );
    const opened = await Promise.all(inboxes.map(open));
    const { status } = await open(MAX_STREAMS);
    assert.deepEqual(readOpenStatuses(opened), [200]);
    assert.equal(status, 429);
    closed.abort();
  });

  it("a 21st event stream of jobs of an address is refused with 429", async () => {
    const tool = tools.find(({ name }) => name === "meeting-cost");
    assert.ok(tool);
    // Over two minutes of 60 calls, because another one may begin meanwhile.
    const rows = Array.from({ length: 130 }, () => tool.example);
    const created = await postJson(`${server.url}/api/v1/jobs/${tool.name}`, { rows });
    const { id } = (await created.json()) as { id: string };
    const closed = new AbortController();
    const open = () => fetch(`${server.url}/api/v1/jobs/${id}/events`, { signal: closed.signal });
    const opened = await Promise.all(Array.from({ length: 20 }, open));
    const { status } = await open();
    assert.deepEqual(readOpenStatuses(opened), [200]);
    assert.equal(status, 429);
    closed.abort();
    await fetch(`${server.url}/api/v1/jobs/${id}`, { method: "DELETE" });
  });

  it("a PNG logo of a QR code has at most 2048 pixels on a side", async () => {
    const replies = [2048, 2049].map(async (side) => {
      const png = createBlankPng({ width: side, height: 1 }).toString("base64");
      const body = { text: "a", logo: `data:image/png;base64,${png}` };
      return postJson(`${server.url}/api/v1/qr`, body);
    });
    const [largest, larger] = await Promise.all(replies);
    assert.equal(largest?.status, 200);
    assert.match((await larger?.text()) ?? "", /logo must be at most 2048 pixels on a side/);
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
