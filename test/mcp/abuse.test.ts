import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { connectTo, countUsage, waitUntilCounted } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let server: RunningServer;
before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
after(() => server.stop());

async function post(body: string, type = "application/json") {
  const headers = { "content-type": type, accept: "application/json, text/event-stream" };
  const response = await fetch(`${server.url}/mcp`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

const call = (params: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

for (const [what, body] of [
  ["no JSON", "{"],
  ["nothing", ""],
  ["null", "null"],
  ["a number", "5"],
  ["a batch", "[]"],
  ["a batch of calls", `[${call({ name: "hash", arguments: { text: "a" } })}]`],
  ["an object that is no message", "{}"],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
  ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":5}'],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
  ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"tools/steal"}'],
  ["a call without parameters", call(undefined)],
  ["a call with a list of parameters", call([])],
  ["a call of no name", call({ arguments: {} })],
  ["a call of a name that is no text", call({ name: { toString: 1 } })],
  ["a call of an inherited name", call({ name: "constructor", arguments: {} })],
  ["arguments that are a list", call({ name: "hash", arguments: [1] })],
  ["arguments that are text", call({ name: "hash", arguments: "text" })],
  [
    "a deep message",
    `{"jsonrpc":"2.0","id":1,"method":"x","params":${"[".repeat(5e4)}${"]".repeat(5e4)}}`,
  ],
] as const) {
  it(`${what} is rejected and the server keeps running`, async () => {
    const { status, text } = await post(body);
    assert.ok(status < 500, `${status} ${text}`);
    assert.match(text, /error/i);
    assert.doesNotMatch(text, /node_modules|\n\s+at /);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  });
}

it("MCP rejects a message above the limit before reading it", async () => {
  assert.equal(
    (await post(call({ name: "hash", arguments: { text: "a".repeat(2e7) } }))).status,
    413,
  );
  assert.equal((await post("{}", "text/plain")).status, 415);
});

it("prototype keys in MCP messages are harmless", async () => {
  const { text } = await post(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hash","arguments":{"text":"a","__proto__":{"all":true}},"__proto__":{"polluted":1}}}',
  );
  assert.doesNotMatch(text, /sha512/);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

it("a call is released when its MCP client disconnects", async () => {
  const address = "192.0.2.1";
  const { client, call: ask } = await connectTo(server.url, "auto", address);
  const counted = await countUsage(server.url, address);
  const giveUp = new AbortController();
  const waiting = ask("inbox_wait", { id: "given-up" }, giveUp.signal);
  await waitUntilCounted(server.url, address, counted + 1);
  giveUp.abort();
  await assert.rejects(waiting);
  const { structuredContent } = await ask("hash", { text: "a" });
  assert.ok(structuredContent);
  await client.close();
});
