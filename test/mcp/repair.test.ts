import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assert as check, asyncProperty, constantFrom, jsonValue, nat } from "fast-check";
import { tools as definitions } from "#src/tools/index.js";
import { type Answer, connectTo } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Failure {
  problems: { path: string; rule: string; got: string }[];
  example: Record<string, unknown>;
}

/** Tools that answer without a network. */
const offlineTools = definitions.filter(({ resources }) =>
  resources.every((name) => name === "rates"),
);

let server: RunningServer;
let client: Awaited<ReturnType<typeof connectTo>>;
before(async () => {
  // Random calls may all be of one tool.
  const scopes = new Set(offlineTools.map(({ scope }) => scope));
  const LIMITS = Array.from(scopes, (scope) => `${scope}=off`).join();
  server = await startServer({ TRUST_PROXY: "1", LIMITS, OFFLINE: "true" });
  client = await connectTo(server.url, "auto", "198.51.100.1");
});
after(async () => {
  await client.client.close();
  await server.stop();
});

const INVOICE = {
  from: { name: "A" },
  to: { name: "B" },
  items: [{ description: "x", quantity: 1, rate: 700 }],
};

async function fail(tool: string, args: Record<string, unknown>) {
  const { isError, content } = await client.call(tool, args);
  assert.equal(isError, true, JSON.stringify(content));
  const [sentence, text] = content.map((item) => item.text ?? "");
  assert.ok(text !== undefined && Buffer.byteLength(text) <= 2048, text);
  return { sentence, ...(JSON.parse(text) as Failure) };
}

const getIgnored = ({ content }: Answer) => content.at(-1)?.text;

describe("a broken rule over MCP", { timeout: 300_000 }, () => {
  it("names the path, the rule and what the call has, beside the sentence of HTTP", async () => {
    const input = {
      ...INVOICE,
      items: [{ description: "x", quantity: "2", rate: [] }],
      taxRate: 101,
    };
    const { sentence, problems } = await fail("invoice", input);
    const response = await postJson(`${server.url}/api/invoice`, input);
    assert.equal(sentence, ((await response.json()) as { error: string }).error);
    assert.deepEqual(problems, [
      { path: "items[0].quantity", rule: "must be a number", got: "string" },
      { path: "items[0].rate", rule: "must be a number", got: "array" },
      { path: "taxRate", rule: "must be at most 100", got: "number" },
    ]);
  });

  for (const [tool, input, expected] of [
    ["qr", { text: "a", width: "300", format: "PGN" }, { text: "a", width: 300, format: "png" }],
    ["qr", { text: 42, margin: 99 }, { text: "42", margin: 32 }],
    [
      "hash",
      { text: "a", algoritm: "md5", algorithm: "sha_257" },
      { text: "a", algoritm: "md5", algorithm: "sha256" },
    ],
    ["hash", { text: "a", all: "yes" }, { text: "a", all: true }],
    ["password", { count: "10", length: 16.4 }, { count: 10, length: 16 }],
    [
      "meeting-cost",
      { attendees: { name: "Ada", hourlyRate: "$1,200.50" }, durationMinutes: 30 },
      { attendees: [{ name: "Ada", hourlyRate: 1200.5 }], durationMinutes: 30 },
    ],
    [
      "invoice",
      { ...INVOICE, items: [{ description: "x", qty: 3, rate: "700" }] },
      { ...INVOICE, items: [{ description: "x", quantity: 3, rate: 700 }] },
    ],
    ["invoice", { ...INVOICE, taxRate: "abc" }, INVOICE],
    ["inbox_list", { id: "orders", limit: 1000 }, { id: "orders", limit: 100 }],
  ] as const) {
    it(`the example is the corrected call: ${tool} ${JSON.stringify(input).slice(0, 60)}`, async () => {
      const { example } = await fail(tool, input);
      assert.deepEqual(example, expected);
      assert.equal((await client.call(tool, example)).isError, undefined);
    });
  }

  for (const [tool, input] of [
    ["qr", { text: "x".repeat(5000) }],
    ["hash", { text: "x".repeat(2000), base64: "%" }],
    ["barcode-read", { image: "AAAA" }],
    ["einvoice-read", { xml: "<" }],
    ["inbox_list", { id: "a/b" }],
  ] as const) {
    it(`the example is the smallest call where nothing else is known: ${tool}`, async () => {
      const { example } = await fail(tool, input);
      const { tools } = await client.client.listTools();
      const { inputSchema } = tools.find(({ name }) => name === tool) ?? assert.fail();
      assert.deepEqual(example, (inputSchema["examples"] as object[])[0]);
    });
  }

  it("many problems are cut to 2 KiB", async () => {
    const items = Array.from({ length: 100 }, () => ({
      description: "x",
      quantity: "x",
      rate: {},
    }));
    const { problems } = await fail("invoice", { ...INVOICE, items });
    assert.ok(problems.length > 5 && problems.length < 50);
  });

  it("objects with a toString of their own are explained as any others", async () => {
    const odd = { toString: "", valueOf: "" };
    const { example } = await fail("hash", { text: odd, algorithm: [odd], all: odd });
    assert.deepEqual(example, { text: "hello world", algorithm: "sha256", all: true });
  });

  it("every example is valid, whatever the call is", async () => {
    const value = jsonValue({ maxDepth: 2 });
    await check(
      asyncProperty(constantFrom(...offlineTools), value, nat(), async (tool, other, index) => {
        const names = Object.keys(tool.input.properties);
        const name = names[index % Math.max(1, names.length)] ?? "x";
        const example = (tool.briefExample ?? tool.example) as Record<string, unknown>;
        const { isError, content } = await client.call(tool.name, { ...example, [name]: other });
        if (!isError) return;
        const { example: corrected } = JSON.parse(content[1]?.text ?? "") as Failure;
        const again = await client.call(tool.name, corrected);
        assert.equal(again.isError, undefined, `${tool.name}: ${again.content[0]?.text}`);
      }),
      { numRuns: 150 },
    );
  });

  it("search mode describes the mistakes of the tool that is called", async () => {
    const search = await connectTo(server.url, "auto", "198.51.100.2", "?mode=search");
    const input = { name: "qr", arguments: { text: "a", width: "x" } };
    const direct = await client.call("qr", input.arguments);
    assert.deepEqual((await search.call("call_tool", input)).content, direct.content);
    const wrong = await search.call("call_tool", { name: "qr", arguments: "a" });
    assert.equal(wrong.content[0]?.text, "arguments must be an object");
    await search.client.close();
  });
});

describe("members that have no effect over MCP", () => {
  it("unknown members are named with what they may mean, after the result", async () => {
    const input = {
      ...INVOICE,
      items: [{ description: "x", quantity: 1, rate: 1, qty: 2 }],
      foo: 1,
    };
    const answer = await client.call("invoice", { ...input, format: "json" });
    assert.equal(getIgnored(answer), "Ignored: items[0].qty (did you mean quantity?), foo");
    const plain = await client.call("invoice", { ...INVOICE, format: "json" });
    assert.equal(plain.content.length, 1);
  });

  it("aliases and members of records are known, and ten names are enough", async () => {
    assert.equal((await client.call("qr", { text: "a", quietZone: 2 })).content.length, 1);
    const headers = { "Stripe-Signature": "t=1,v1=00", other: "x" };
    const signature = { secret: "whsec_x", headers, body: "{}" };
    assert.equal((await client.call("webhook-signature", signature)).content.length, 1);
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`x\n${index}`, 1]));
    const ignored = getIgnored(await client.call("hash", { text: "a", ...many }));
    assert.equal(ignored?.split(", ").length, 10);
    assert.ok(!ignored?.includes("\n"));
    assert.match(
      getIgnored(await client.call("inbox_list", { id: "a", limt: 3 })) ?? "",
      /limit\?/,
    );
  });
});

describe("a tool over MCP that cannot be called now", () => {
  it("the sentence has the seconds to wait", async () => {
    const limited = await startServer({ ENFORCE_LIMIT: "true", DAILY_LIMIT: "1" });
    const { client: other, call } = await connectTo(limited.url, "auto", "198.51.100.3");
    await call("hash", { text: "a" });
    const { isError, content } = await call("hash", { text: "a" });
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? "", /daily limit of 1 requests .* Try again in \d+ s\.$/);
    await other.close();
    await limited.stop();
  });
});
