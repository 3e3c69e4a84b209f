import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { connectTo, countUsage, waitUntilCounted } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

/** The response of an inbox tool. */
interface Inbox {
  id: string;
  url: string;
  page: string;
  total: number;
  expiresAt: string | null;
  count: number;
  more: boolean;
  payloads: { seq: number; method: string; body: string; bodyJson: unknown }[];
}

let server: RunningServer;
before(async () => (server = await startServer({ TRUST_PROXY: "1", ENFORCE_LIMIT: "true" })));
after(() => server.stop());

for (const mode of ["auto", "legacy"] as const) {
  describe(`the inbox over MCP (${mode})`, () => {
    const address = mode === "auto" ? "192.0.2.1" : "192.0.2.2";

    /** Creates a client, and calls that return the structured content. */
    async function createInboxClient() {
      const { client, call } = await connectTo(server.url, mode, address);
      const ask = async (name: string, args: object) => {
        const answer = await call(`inbox_${name}`, { ...args });
        assert.ok(!answer.isError, answer.content[0]?.text);
        return { ...(answer.structuredContent as Inbox), text: answer.content[0]?.text ?? "" };
      };
      return { client, call, ask };
    }

    it("inbox_create returns a working URL, and inbox_list returns requests like the HTTP API", async () => {
      const { client, ask } = await createInboxClient();
      const { id, url, page, total, expiresAt } = await ask("create", {});
      assert.match(id, /^[\w-]{12}$/);
      assert.equal(url, `${server.url}/api/v1/webhook/${id}`);
      assert.equal(page, `${server.url}/inbox/${id}`);
      assert.deepEqual([total, expiresAt], [0, null]);
      await postJson(url, { event: "paid", amount: 1 });
      await fetch(url, { method: "PUT", body: '{"large":12345678901234567890}' });
      const overHttp = (await (await fetch(url)).json()) as Inbox;
      const { text, more, ...listed } = await ask("list", { id });
      assert.deepEqual(listed, overHttp);
      assert.equal(more, false);
      assert.match(text, /12345678901234567890/);
      await client.close();
    });

    it("inbox_list returns the newest requests or those after a sequence number", async () => {
      const { client, ask } = await createInboxClient();
      const { id, url } = await ask("create", {});
      for (const event of ["a", "b", "c"]) await postJson(url, event);
      const seen = async (args: object) => {
        const { payloads, more } = await ask("list", { id, ...args });
        return [payloads.map(({ bodyJson }) => bodyJson).join(""), more];
      };
      assert.deepEqual(await seen({ limit: 2 }), ["bc", false]);
      assert.deepEqual(await seen({ after: 0, limit: 2 }), ["ab", true]);
      assert.deepEqual(await seen({ after: 2 }), ["c", false]);
      await client.close();
    });

    it("inbox_wait waits for the next request", async () => {
      const { client, ask } = await createInboxClient();
      const { id, url } = await ask("create", {});
      await postJson(url, "old");
      const counted = await countUsage(server.url, address);
      const waiting = ask("wait", { id });
      await waitUntilCounted(server.url, address, counted + 1);
      await postJson(url, "new");
      const { count, payloads } = await waiting;
      assert.deepEqual([count, payloads[0]?.bodyJson, payloads[0]?.seq], [1, "new", 2]);
      assert.equal((await ask("wait", { id, after: 1 })).count, 1, "it is there already");
      await client.close();
    });

    it("inbox_wait reports a timeout [slow]", async () => {
      const { client, ask } = await createInboxClient();
      const { url, id } = await ask("create", {});
      await postJson(url, "old");
      const { count, text, total } = await ask("wait", { id, seconds: 1 });
      assert.deepEqual([count, total], [0, 1]);
      assert.equal(text, "no request came in 1 s; to go on waiting, call again with after 1");
      await client.close();
    });

    it("the inbox tools accept the HTTP API's ids and reject others with its sentences", async () => {
      const { client, call, ask } = await createInboxClient();
      const id = `zahlung ä ${mode}`;
      const { url } = await ask("create", { id });
      assert.equal((await postJson(url, 1)).status, 200);
      assert.equal((await ask("create", { id })).total, 1);
      const rule = "one path segment of 1 to 128 printable characters, not . or ..";
      const overHttp = await (await fetch(`${server.url}/api/v1/webhook/%2F`)).text();
      assert.ok(overHttp.includes(rule));
      for (const name of ["create", "list", "wait"]) {
        const refused = await call(`inbox_${name}`, { id: "a/b" });
        assert.deepEqual([refused.isError, refused.content[0]?.text], [true, `id must be ${rule}`]);
      }
      const { content } = await call("inbox_wait", { id, seconds: 31, after: -1 });
      assert.equal(content[0]?.text, "after must be at least 0; seconds must be at most 30");
      await client.close();
    });
  });
}

describe("inbox_wait", () => {
  it("inbox_wait counts toward the daily quota and is never rejected", async () => {
    const address = "198.51.100.20";
    const { client, call } = await connectTo(server.url, "auto", address);
    for (let sent = 0; sent < 101; sent++) {
      assert.ok(!(await call("inbox_list", { id: "often" })).isError);
    }
    const seen = await fetch(`${server.url}/healthz`, { headers: { "x-forwarded-for": address } });
    assert.equal(seen.headers.get("x-usage-count"), "101");
    assert.match((await call("hash", { text: "a" })).content[0]?.text ?? "", /daily limit/);
    await client.close();
  });

  it("inbox_wait ends when the server stops, long before its 25 s", async () => {
    const address = "192.0.2.9";
    const other = await startServer({ TRUST_PROXY: "1" });
    const { client, call } = await connectTo(other.url, "auto", address);
    const waiting = call("inbox_wait", { id: "quiet" });
    await waitUntilCounted(other.url, address, 1);
    const code = other.stop();
    // A result, because a call that takes longer than 10 s is cut without one.
    assert.equal(((await waiting).structuredContent as Inbox).count, 0);
    assert.equal(await code, 0);
    await client.close().catch(() => {});
  });
});

it("inbox_create returns PUBLIC_URL when it is set", async () => {
  const other = await startServer({ PUBLIC_URL: "https://tools.example/sundry" });
  const { client, call } = await connectTo(other.url, "auto", "192.0.2.9");
  const { structuredContent } = await call("inbox_create", { id: "a" });
  assert.equal((structuredContent as Inbox).url, "https://tools.example/sundry/api/v1/webhook/a");
  await client.close();
  await other.stop();
});

describe("inbox_respond and inbox_verify", { timeout: 300_000 }, () => {
  it("inbox_respond plans responses, and inbox_verify verifies the records that got them", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.31");
    const { structuredContent } = await call("inbox_create", { private: true });
    const { id, url, readToken: token } = structuredContent as Inbox & { readToken: string };
    assert.ok((await call("inbox_respond", { id, steps: [{ status: 500 }] })).isError);
    const steps = [{ status: 500, times: 1 }, { status: 202 }];
    const plan = await call("inbox_respond", { id, token, steps });
    assert.deepEqual(plan.structuredContent, { id, fromSeq: 0, steps, served: 0, next: 0 });
    const digest = createHmac("sha256", "secret").update('{"event":"paid"}').digest("hex");
    const headers = { "x-hub-signature-256": `sha256=${digest}` };
    assert.equal((await postJson(url, { event: "paid" }, headers)).status, 500);
    const shown = await call("inbox_respond", { id, token });
    assert.deepEqual((shown.structuredContent as { next: number }).next, 1);
    const listed = await call("inbox_list", { id, token });
    const [payload] = (listed.structuredContent as { payloads: { id: string }[] }).payloads;
    const verify = (args: object) =>
      call("inbox_verify", { id, token, record: payload?.id, secret: "secret", ...args });
    assert.equal(((await verify({})).structuredContent as { valid: boolean }).valid, true);
    assert.ok((await verify({ token: "wrong" })).isError);
    assert.match((await verify({ record: "other" })).content[0]?.text ?? "", /no such record/);
    const refused = await call("inbox_respond", { id, token, steps: [{ status: 99 }] });
    assert.equal(refused.content[0]?.text, "steps[0].status must be at least 200");
    const cleared = await call("inbox_respond", { id, token, steps: [] });
    assert.deepEqual(cleared.structuredContent, {
      id,
      fromSeq: 0,
      steps: [],
      served: 0,
      next: null,
    });
    assert.equal((await postJson(url, 1)).status, 200);
    await client.close();
  });
});
