import assert from "node:assert/strict";
import { it } from "node:test";
import { tools } from "#src/tools/index.js";
import { createClient, SundryError } from "#src/sdk/client.js";

it("every tool with a body responds at the client's path", () => {
  for (const { name, path, aliases = [], methods = ["POST"] } of tools) {
    if (methods.includes("POST")) assert.ok([path, ...aliases].includes(`/api/v1/${name}`), name);
  }
});

/** Creates a client whose server responds with this. */
function createClientFor(body: string, init: ResponseInit) {
  return createClient({ url: "http://x/", fetch: async () => new Response(body, init) });
}

for (const [body, sentence] of [
  ['{"error":"no"}', "no"],
  ["<html>Bad Gateway</html>", "the server answered 502"],
  ['{"error":{"code":5}}', "the server answered 502"],
  ["null", "the server answered 502"],
  ['"text"', "the server answered 502"],
  ["", "the server answered 502"],
] as const) {
  it(`a 502 with ${body || "nothing"} rejects with a sentence`, async () => {
    const asking = createClientFor(body, { status: 502, headers: { "retry-after": "Wed, 1 Jan" } });
    await assert.rejects(asking.json("hash", { text: "a" }), (error) => {
      assert.ok(error instanceof SundryError);
      assert.deepEqual([error.status, error.message], [502, sentence]);
      assert.deepEqual([error.retryAfterSeconds, error.usage.count], [undefined, NaN]);
      return true;
    });
  });
}

it("a 200 that is not JSON rejects with a sentence", async () => {
  const headers = { "content-type": "application/json" };
  const message = "the answer is not JSON";
  await assert.rejects(createClientFor("{", { headers }).json("hash", { text: "a" }), { message });
});

it("the client's error exposes Retry-After", async () => {
  const client = createClientFor("{}", { status: 429, headers: { "retry-after": "7" } });
  await assert.rejects(client.file("qr", { text: "a" }), { retryAfterSeconds: 7 });
});
