import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { connectTo } from "../../support/mcp.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

/** A body of 3 MiB whose values would take a hundred megabytes. */
const HOSTILE = `[${"{},".repeat(1_000_000)}{}]`;

/** Maximum length of a response, far below the length of one body. */
const MAX_RESPONSE_LENGTH = 200_000;

let server: RunningServer;
let url: string;
before(async () => {
  server = await startServer();
  url = `${server.url}/api/v1/webhook/hostile`;
  const headers = { "content-type": "application/json" };
  for (const body of [HOSTILE, HOSTILE, '{"small":1}'])
    assert.equal((await fetch(url, { method: "POST", body, headers })).status, 200);
});
after(() => server.stop());

interface Listing {
  more: boolean;
  payloads: { seq: number; body: string; bodyJson: unknown; bodyExcerpt?: true }[];
}

function assertExcerpts({ payloads }: Pick<Listing, "payloads">): void {
  const [large] = payloads;
  assert.ok(large?.bodyExcerpt && HOSTILE.startsWith(large.body));
  assert.equal(large.bodyJson, null);
  const small = payloads.find(({ seq }) => seq === 3);
  if (small) assert.deepEqual([small.bodyJson, small.bodyExcerpt], [{ small: 1 }, undefined]);
}

describe("large records", () => {
  it("large records are listed with the beginning of their bodies when excerpt is true", async () => {
    const text = await (await fetch(`${url}?excerpt=true`)).text();
    assert.ok(text.length < MAX_RESPONSE_LENGTH, String(text.length));
    const listing = JSON.parse(text) as Listing;
    assert.equal(listing.payloads.length, 3);
    assertExcerpts(listing);
    const filtered = await fetch(`${url}?excerpt=true&contains=${encodeURIComponent("{},{}")}`);
    const { payloads } = (await filtered.json()) as Listing;
    assert.equal(payloads.length, 2);
    assertExcerpts({ payloads });
  });

  it("large records are listed and shown where their bodies are forms", async () => {
    const body = new URLSearchParams({ text: "x".repeat(100_000) });
    const form = `${server.url}/api/v1/webhook/form`;
    assert.equal((await fetch(form, { method: "POST", body })).status, 200);
    for (const read of [`${form}?excerpt=true`, `${server.url}/inbox/form`])
      assert.equal((await fetch(read)).status, 200, read);
  });

  it("large records are whole without excerpt", async () => {
    const { payloads } = (await (await fetch(`${url}?limit=2`)).json()) as Listing;
    assert.equal(payloads[0]?.body, HOSTILE);
  });

  it("large records are listed and waited for over MCP with the beginning of their bodies", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.9");
    for (const [tool, args] of [
      ["inbox_list", {}],
      ["inbox_wait", { after: 1 }],
    ] as const) {
      const { structuredContent, content } = await call(tool, { id: "hostile", ...args });
      assert.ok((content[0]?.text?.length ?? 0) < MAX_RESPONSE_LENGTH);
      assertExcerpts(structuredContent as Listing);
    }
    const filtered = await call("inbox_list", { id: "hostile", where: ".small==1" });
    const { payloads } = filtered.structuredContent as Listing;
    assert.deepEqual(
      payloads.map(({ seq }) => seq),
      [3],
    );
    const wrong = await call("inbox_list", { id: "hostile", where: "small" });
    assert.match(wrong.content[0]?.text ?? "", /^where must be like/);
    await client.close();
  });

  it("large records are on the page with the beginning of their bodies", async () => {
    const response = await fetch(`${server.url}/inbox/hostile`);
    assert.equal(response.status, 200);
    assert.ok((await response.text()).length < MAX_RESPONSE_LENGTH);
  });
});
