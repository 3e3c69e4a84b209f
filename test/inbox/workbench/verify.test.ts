import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createCaller, postJson } from "../../support/post.ts";
import { sendRaw } from "../../support/raw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

const SECRET = "It's a Secret to Everybody";

interface Verdict {
  valid: boolean;
  reason: string;
  scheme: string | null;
  ageSeconds: number | null;
  hints: string[];
  error: string;
}

function sign(body: string | Buffer, secret = SECRET): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

async function verify(url: string, input: object, headers = createCaller()) {
  const response = await postJson(url, input, headers);
  return { response, verdict: (await response.json()) as Verdict };
}

describe("/api/v1/inboxes/{id}/records/{recordId}/verify", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1", INBOX_MAX_BODY_BYTES: "100000" });
  });
  after(() => server.stop());

  /** Sends a request to an inbox; returns the URL that verifies its record. */
  async function capture(
    body: string | Buffer,
    headers: Record<string, string>,
    inbox = "signed",
  ): Promise<string> {
    const url = `${server.url}/api/v1/webhook/${inbox}`;
    const bytes = Buffer.from(body);
    const { id } = (await (await fetch(url, { method: "POST", headers, body: bytes })).json()) as {
      id: string;
    };
    return `${server.url}/api/v1/inboxes/${inbox}/records/${id}/verify`;
  }

  it("stored bytes of text, binary and compressed bodies are verified", async () => {
    const binary = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const bodies = [
      "Hello, World!",
      "",
      binary,
      gzipSync('{"a":1}'),
      '{"n":12345678901234567890}\r\n',
    ];
    for (const body of bodies) {
      const headers: Record<string, string> = { "X-Hub-Signature-256": `sha256=${sign(body)}` };
      if (body === bodies[3]) headers["content-encoding"] = "gzip";
      const url = await capture(body, headers);
      const { response, verdict } = await verify(url, { secret: SECRET });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.match(response.headers.get("ratelimit-policy") ?? "", /q=60/);
      assert.deepEqual([verdict.valid, verdict.scheme, verdict.reason], [true, "github", "ok"]);
      const wrong = await verify(url, { secret: ["x", "y"] });
      assert.deepEqual([wrong.verdict.valid, wrong.verdict.reason], [false, "mismatch"]);
    }
  });

  it("the age of a signature is checked at the time when the request arrived", async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    for (const [age, reason] of [
      [0, "ok"],
      [1_000, "too-old"],
      [-1_000, "in-future"],
    ] as const) {
      const time = nowSeconds - age;
      const body = '{"id":"evt_1"}';
      const header = `t=${time},v1=${sign(`${time}.${body}`, "whsec_test")}`;
      const url = await capture(body, { "Stripe-Signature": header });
      const { verdict } = await verify(url, { secret: "whsec_test" });
      assert.deepEqual([verdict.scheme, verdict.reason], ["stripe", reason]);
      const loose = await verify(url, { secret: "whsec_test", toleranceSeconds: 0 });
      assert.equal(loose.verdict.reason, "ok");
    }
  });

  it("a check of a record takes the options of other schemes", async () => {
    const url = await capture("a=1", { "X-Signed": `v1=${sign("5.a=1")}`, "X-Time": "5" });
    const generic = {
      scheme: "hmac",
      header: "X-Signed",
      prefix: "v1=",
      payload: "{header:X-Time}.{body}",
    };
    assert.equal((await verify(url, { secret: SECRET, ...generic })).verdict.reason, "ok");
    assert.equal((await verify(url, { secret: SECRET })).verdict.reason, "no-header");
    const { response, verdict } = await verify(url, { url: "nowhere", scheme: "own", secret: 1 });
    assert.equal(response.status, 422);
    assert.match(verdict.error, /^secret must be .*scheme must be one of/);
    assert.match(
      (await verify(url, { secret: "a", url: "x" })).verdict.error,
      /^url must be a full/,
    );
  });

  it("a check responds 404 for an unknown record and 422 for a truncated one", async () => {
    const url = await capture("x", {});
    for (const other of [
      url.replace(/-\d+\//, "-9999/"),
      url.replace(/[0-9a-f]{20}-/, "0".repeat(20) + "-"),
    ]) {
      const { response, verdict } = await verify(other, { secret: SECRET });
      assert.equal(response.status, 404);
      assert.equal(verdict.error, "Not found: the inbox has no such record.");
    }
    const head = "POST /api/v1/webhook/large HTTP/1.1\r\nHost: x\r\nConnection: close";
    await sendRaw(server.port, `${head}\r\nContent-Length: 200000\r\n\r\nx`);
    const { payloads } = (await (await fetch(`${server.url}/api/v1/webhook/large`)).json()) as {
      payloads: { id: string }[];
    };
    const large = `${server.url}/api/v1/inboxes/large/records/${payloads[0]?.id}/verify`;
    const { response, verdict } = await verify(large, { secret: SECRET });
    assert.equal(response.status, 422);
    assert.match(verdict.error, /only the beginning of its body/);
  });

  it("a check of a private inbox's record needs the token", async () => {
    const created = await postJson(`${server.url}/api/v1/inboxes`, { private: true });
    const { id, readToken } = (await created.json()) as { id: string; readToken: string };
    const url = await capture("x", { "X-Hub-Signature-256": `sha256=${sign("x")}` }, id);
    assert.equal((await verify(url, { secret: SECRET })).response.status, 401);
    const token = { ...createCaller(), authorization: `Bearer ${readToken}` };
    assert.equal((await verify(url, { secret: SECRET }, token)).verdict.reason, "ok");
  });

  it("a check neither stores nor logs the secret", async () => {
    const secret = "a-secret-nobody-else-has";
    await verify(await capture("x", {}), { secret });
    assert.ok(!server.log.join("\n").includes(secret));
  });
});
