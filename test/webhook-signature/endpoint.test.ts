import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import tool from "#src/tools/webhook-signature/tool.js";
import { connectTo } from "../support/mcp.ts";
import { createCaller, postJson } from "../support/post.ts";
import { waitUntil } from "../support/eventually.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

const run = promisify(execFile);
const { example } = tool;
const { secret, headers, body } = example as Record<"secret" | "headers" | "body", string>;

const createSignatures = (count: number) =>
  Array.from({ length: count }, () => `v1,${"A".repeat(43)}=`).join(" ");

describe("POST /api/v1/webhook-signature", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1", LOG_LEVEL: "trace", LOG_REQUESTS: "true" });
  });
  after(() => server.stop());

  const post = (input: object) =>
    postJson(`${server.url}/api/v1/webhook-signature`, input, createCaller());

  it("the example is verified, and the response has Cache-Control: no-store", async () => {
    const response = await post(example);
    assert.deepEqual([response.status, response.headers.get("cache-control")], [200, "no-store"]);
    assert.match(String(response.headers.get("ratelimit-policy")), /60/);
    const result = (await response.json()) as { valid: boolean; scheme: string };
    assert.deepEqual([result.valid, result.scheme], [true, "github"]);
  });

  it("the 61st request of a minute is rejected", async () => {
    const caller = createCaller();
    const statuses: number[] = [];
    for (let sent = 0; sent < 61; sent += 1) {
      const response = await postJson(`${server.url}${tool.path}`, { secret }, caller);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    assert.deepEqual([statuses[59], statuses[60]], [422, 429]);
  });

  const standard = { "webhook-id": "m", "webhook-timestamp": "1" };
  const HOSTILE: [name: string, input: object, status: number, error: RegExp][] = [
    [
      "10,000 signatures in a header",
      { secret: "AAAA", headers: { ...standard, "webhook-signature": createSignatures(10_000) } },
      422,
      /^headers\.webhook-signature must have at most 65536 characters$/,
    ],
    [
      "10,000 headers",
      {
        secret,
        headers: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x-${n}`, "a"])),
      },
      422,
      /^headers must have at most 500 entries$/,
    ],
    [
      "10,000 header lines",
      { secret, headers: "a: b\n".repeat(10_000) },
      422,
      /^headers must have at most 500 lines$/,
    ],
    [
      "base64 that is not",
      { secret, headers, bodyBase64: "%%%%" },
      422,
      /^bodyBase64 must be base64/,
    ],
    ["a body over 2 MiB", { secret, headers, body: "a".repeat(2_200_000) }, 413, /./],
  ];
  for (const [name, input, status, sentence] of HOSTILE) {
    it(`a request with ${name} gets ${status} and one sentence`, async () => {
      const response = await post(input);
      const { error } = (await response.json()) as { error: string };
      assert.equal(response.status, status);
      assert.match(error, sentence);
      assert.ok(!error.includes(";"));
    });
  }

  it("1000 signatures get malformed and one sentence", async () => {
    const sent = { ...standard, "webhook-signature": createSignatures(1000) };
    const response = await post({ secret: "AAAA", headers: sent });
    const result = (await response.json()) as { reason: string; hints: string[] };
    assert.deepEqual([response.status, result.reason, result.hints.length], [200, "malformed", 1]);
  });

  it("headers named like members of every object are treated as any other", async () => {
    const sent = `{"secret":"s","headers":{"__proto__":"a","constructor":"b","toString":["c"]}}`;
    const response = await fetch(`${server.url}${tool.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...createCaller() },
      body: sent,
    });
    assert.equal(((await response.json()) as { reason: string }).reason, "no-header");
  });

  it("neither secrets nor bodies are logged, also when they break a rule", async () => {
    const hidden = "whsec_c2VjcmV0bmVzcw==";
    await post({ secret: hidden, headers, body: "private-body" });
    await post({ secret: [hidden, 5], headers: { "webhook-signature": "v1,AAAA" } });
    await post({ secret: `${hidden}*`, headers: { "webhook-signature": "v1,AAAA" } });
    await waitUntil(() => server.log.filter((line) => line.includes('"status":422')).length >= 2);
    const log = server.log.join("\n");
    assert.match(log, /webhook-signature/);
    assert.doesNotMatch(log, /c2VjcmV0bmVzcw|private-body/);
  });

  it("the webhook signature check is an MCP tool", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.7");
    const result = await call("webhook-signature", { ...example });
    assert.deepEqual((result.structuredContent as { valid: boolean }).valid, true);
    await client.close();
  });

  it("the page of the webhook signature check has a form that takes the headers as lines", async () => {
    const page = await (await fetch(`${server.url}/tools/webhook-signature`)).text();
    assert.match(page, /<textarea[^>]*name="headers"/);
    const sent = await fetch(`${server.url}/tools/webhook-signature`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret, headers: `Host: a\r\n${headers}`, body }),
    });
    assert.match(await sent.text(), /<strong>Valid<\/strong>/);
  });
});

describe("sundry webhook-signature", () => {
  it("sundry webhook-signature takes a secret of digits as text, and headers as JSON or as lines", async () => {
    const sundry = join(root, "dist", "cli", "sundry.js");
    const given = ["--secret", "12345", "--body", "b", "--scheme", "github"];
    for (const sent of ["{}", '{"Accept":"*/*"}', "Accept: */*"]) {
      const words = [sundry, "webhook-signature", ...given, "--headers", sent];
      const { stdout } = await run(process.execPath, words);
      const { reason, expected } = JSON.parse(stdout) as { reason: string; expected: string };
      assert.equal(reason, "no-header");
      assert.match(expected, /^sha256=e7e4f61c31163030356855d2fc2e26993ea866fe/);
    }
  });
});
