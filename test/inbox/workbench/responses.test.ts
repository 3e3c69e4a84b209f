import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { waitUntil } from "../../support/eventually.ts";
import { postJson } from "../../support/post.ts";
import { sendRaw } from "../../support/raw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

interface Plan {
  id: string;
  fromSeq: number;
  steps: object[];
  served: number;
  next: number | null;
  error: string;
}

interface Listed {
  total: number;
  payloads: { id: string; seq: number; body: string; answered?: object; receivedAt: string }[];
}

const JSON_TYPE = { "content-type": "application/json" };

let inboxes = 0;

const put = (url: string, steps: object[]) =>
  fetch(url, { method: "PUT", headers: JSON_TYPE, body: JSON.stringify({ steps }) });

async function list(url: string): Promise<Listed> {
  return (await (await fetch(url)).json()) as Listed;
}

async function setPlan(url: string, steps: object[]): Promise<Plan> {
  const response = await put(url, steps);
  const plan = (await response.json()) as Plan;
  assert.equal(response.status, 200, plan.error);
  return plan;
}

describe("/api/v1/inboxes/{id}/response", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(
    async () => (server = await startServer({ TRUST_PROXY: "1", INBOX_MAX_BODY_BYTES: "300000" })),
  );
  after(() => server.stop());

  /** Returns the URLs of a new inbox. */
  function createInbox(name = `planned ${(inboxes += 1)}`) {
    const id = encodeURIComponent(name);
    const send = `${server.url}/api/v1/webhook/${id}`;
    return {
      name,
      send,
      manage: `${server.url}/api/v1/inboxes/${id}`,
      plan: `${server.url}/api/v1/inboxes/${id}/response`,
    };
  }

  it("a response plan plays a sender's retries: fails three times, then succeeds", async () => {
    const { send, plan, name } = createInbox();
    const steps = [
      { status: 500, times: 3, headers: { "Retry-After": "1" } },
      { status: 202, body: '{"ok":true,"id":"{record.id}","seq":{record.seq}}' },
    ];
    const set = await setPlan(plan, steps);
    assert.deepEqual(set, { id: name, fromSeq: 0, steps, served: 0, next: 0 });
    // Repeats the event after Retry-After until the status is 2xx, as senders of webhooks do.
    const attempts: number[] = [];
    let last: Response;
    do {
      last = await postJson(`${send}/hook`, { event: "paid", id: "evt_1" });
      attempts.push(last.status);
      if (last.status >= 400) assert.equal(last.headers.get("retry-after"), "1");
    } while (last.status >= 400 && attempts.length < 10);
    assert.deepEqual(attempts, [500, 500, 500, 202]);
    const { payloads } = await list(send);
    assert.deepEqual(await last.json(), { ok: true, id: payloads[3]?.id, seq: 4 });
    assert.deepEqual(
      payloads.map(({ answered }) => answered),
      [0, 0, 0, 1].map((step) => ({ status: step === 0 ? 500 : 202, step, delayMs: 0 })),
    );
    const got = (await (await fetch(plan)).json()) as Plan;
    assert.deepEqual(got, { ...set, served: 4, next: 1 });
  });

  it("a response plan starts at the present seq, starts again with a new PUT and ends with its steps", async () => {
    const { send, plan } = createInbox();
    await postJson(send, 1);
    assert.equal((await setPlan(plan, [{ status: 503 }, { status: 418, times: 1 }])).fromSeq, 1);
    assert.equal((await postJson(send, 2)).status, 503);
    assert.equal((await setPlan(plan, [{ status: 501, times: 1 }])).fromSeq, 2);
    assert.equal((await postJson(send, 3)).status, 501);
    const acknowledged = await postJson(send, 4);
    assert.equal(acknowledged.status, 200);
    assert.equal(((await acknowledged.json()) as { received: boolean }).received, true);
    const { served, next } = (await (await fetch(plan)).json()) as Plan;
    assert.deepEqual([served, next], [1, null]);
    assert.equal((await list(send)).payloads[3]?.answered, undefined);
  });

  it("DELETE of a plan restores the acknowledgement, and GET without a plan gets 404", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 500 }]);
    assert.equal((await fetch(send, { method: "PUT" })).status, 500);
    for (let again = 0; again < 2; again++)
      assert.equal((await fetch(plan, { method: "DELETE" })).status, 204);
    assert.equal((await fetch(send, { method: "PUT" })).status, 200);
    const missing = await fetch(plan);
    assert.equal(missing.status, 404);
    assert.deepEqual(await missing.json(), { error: "Not found: the inbox has no response plan." });
  });

  it("a response plan creates no inbox, waits for its first request and ends with it", async () => {
    const { send, plan, manage } = createInbox();
    await setPlan(plan, [{ status: 500 }]);
    const summary = (await (await fetch(manage)).json()) as { total: number; createdAt: null };
    assert.deepEqual([summary.total, summary.createdAt], [0, null]);
    assert.equal((await postJson(send, 1)).status, 500);
    await fetch(manage, { method: "DELETE" });
    assert.equal((await fetch(plan)).status, 404);
    assert.equal((await postJson(send, 1)).status, 200);
  });

  it("a planned response has its status, type, headers and body, with the headers that stop pages", async () => {
    const { send, plan } = createInbox();
    const body = '<ok seq="{record.seq}">{query.hub.challenge}{json.a}</ok>';
    const headers = { "X-Trace": "a b", ETag: '"v1"' };
    await setPlan(plan, [{ status: 207, type: "application/xml", body, headers }]);
    const response = await postJson(`${send}?hub.challenge=%3Cscript%3E`, { a: "&" });
    assert.equal(response.status, 207);
    assert.equal(await response.text(), '<ok seq="1">&lt;script&gt;&amp;</ok>');
    const expected = {
      "content-type": "application/xml; charset=utf-8",
      "x-trace": "a b",
      etag: '"v1"',
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": "attachment",
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
      "x-usage-limit": "100",
      "access-control-allow-origin": "*",
    };
    for (const [name, value] of Object.entries(expected))
      assert.equal(response.headers.get(name), value, name);
    const headed = await fetch(send, { method: "HEAD", headers: { "if-none-match": '"v1"' } });
    assert.deepEqual([headed.status, await headed.text()], [207, ""]);
  });

  it("a planned response has no body with 204, 205 and 304", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 204 }, { status: 205 }, { status: 304 }, { status: 200 }]);
    for (const status of [204, 205, 304, 200]) {
      const response = await fetch(send, { method: "POST" });
      assert.deepEqual([response.status, await response.text()], [status, ""]);
      assert.equal(response.headers.get("x-robots-tag"), "noindex");
    }
  });

  it("a planned close of the connection comes after the record is durable", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ close: true }, { close: true, delayMs: 1, times: 1 }]);
    const path = new URL(send).pathname;
    const text = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n1`;
    assert.equal(await sendRaw(server.port, text), "");
    await assert.rejects(fetch(send, { method: "POST", body: "2" }));
    assert.equal((await fetch(send, { method: "POST", body: "3" })).status, 200);
    const { payloads } = await list(send);
    assert.deepEqual(
      payloads.map(({ body, answered }) => [body, answered]),
      [
        ["1", { closed: true }],
        ["2", { closed: true }],
        ["3", undefined],
      ],
    );
  });

  it("a delayed response is sent after its record is stored, and the delay is recorded", async () => {
    const { send, plan } = createInbox();
    const delayMs = 10_000;
    await setPlan(plan, [{ status: 500, delayMs }]);
    const cancel = new AbortController();
    const startMs = performance.now();
    let responseMs = Infinity;
    const sent = fetch(send, { method: "POST", signal: cancel.signal }).then(
      () => (responseMs = performance.now() - startMs),
      () => {},
    );
    const { payloads } = await list(`${send}?after=0&wait=20`);
    assert.deepEqual(payloads[0]?.answered, { status: 500, step: 0, delayMs });
    // Timers may fire up to a millisecond early.
    assert.ok(responseMs >= delayMs - 1, `after ${responseMs} ms`);
    cancel.abort();
    await sent;
    await setPlan(plan, [{ status: 500, delayMs: 1 }]);
    assert.equal((await postJson(send, 2)).status, 500);
  });

  it("at most 20 responses of an inbox are delayed, and the delay of others is skipped", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 500, delayMs: 10_000 }]);
    const cancel = new AbortController();
    const responded: number[] = [];
    const sent = Array.from({ length: 26 }, () =>
      fetch(send, { method: "POST", signal: cancel.signal }).then(
        ({ status }) => void responded.push(status),
        () => {},
      ),
    );
    await waitUntil(async () => (await list(send)).total >= 26 && responded.length >= 6);
    const delays = (await list(send)).payloads.map(
      ({ answered }) => (answered as { delayMs: number }).delayMs,
    );
    assert.equal(delays.filter((ms) => ms === 10_000).length, 20);
    assert.equal(delays.filter((ms) => ms === 0).length, 6);
    const other = createInbox();
    await setPlan(other.plan, [{ status: 500, delayMs: 1 }]);
    await postJson(other.send, 1);
    assert.deepEqual((await list(other.send)).payloads[0]?.answered, {
      status: 500,
      step: 0,
      delayMs: 1,
    });
    // A client that disconnects frees its slot for a delayed response.
    cancel.abort();
    await Promise.all(sent);
    const isFree = async () => {
      await setPlan(plan, [{ status: 500, delayMs: 1 }]);
      await postJson(send, 1);
      const last = (await list(`${send}?limit=1`)).payloads[0]?.answered;
      return (last as { delayMs: number }).delayMs === 1;
    };
    await waitUntil(isFree);
  });

  it("preflights and bodies over the limit get their usual response, and use up a number of the plan", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 500 }, { status: 501 }, { status: 502 }]);
    const asked = { "access-control-request-method": "PUT", origin: "https://a.example" };
    assert.equal((await fetch(send, { method: "OPTIONS", headers: asked })).status, 204);
    const path = new URL(send).pathname;
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 400000\r\n\r\nx`;
    assert.match(await sendRaw(server.port, head), /^HTTP\/1.1 413 /);
    assert.equal((await fetch(send, { method: "OPTIONS" })).status, 502);
    assert.deepEqual(
      (await list(send)).payloads.map(({ answered }) => answered),
      [undefined, undefined, { status: 502, step: 2, delayMs: 0 }],
    );
  });

  it("GET is not answered from the plan, and a status in the sender's query is ignored", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 500, body: "from the plan" }]);
    const read = await fetch(`${send}?status=200&response=1`);
    assert.equal(read.status, 200);
    assert.doesNotMatch(await read.text(), /from the plan/);
    assert.equal((await fetch(`${send}/sub`)).status, 404);
    assert.equal((await fetch(`${send}?status=200`, { method: "POST" })).status, 500);
  });

  it("an expanded body is cut at 256 KiB, and the record shows that", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 200, type: "text/plain", body: "{json.a}".repeat(8_192) }]);
    const small = await postJson(send, { a: "é".repeat(16) });
    assert.equal((await small.text()).length, 131_072);
    const large = await postJson(send, { a: "é".repeat(17) });
    const bytes = Buffer.from(await large.arrayBuffer());
    assert.equal(bytes.length, 262_144);
    assert.ok(!bytes.toString().includes("\ufffd"));
    assert.deepEqual(
      (await list(send)).payloads.map(({ answered }) => answered),
      [
        { status: 200, step: 0, delayMs: 0 },
        { status: 200, step: 0, delayMs: 0, truncated: true },
      ],
    );
  });

  it("an invalid plan is rejected with one sentence, and the present one is kept", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [{ status: 500 }]);
    const refused = await put(plan, [
      { status: 99, headers: { Location: "https://evil.example" }, body: "{env.HOME}" },
    ]);
    assert.equal(refused.status, 422);
    assert.match(
      ((await refused.json()) as Plan).error,
      /^steps\[0\].status must be at least 200; steps\[0\].body must not contain \{env.HOME\}.*steps\[0\].headers.Location is not allowed/,
    );
    assert.equal(
      (await fetch(plan, { method: "PUT", headers: JSON_TYPE, body: "x".repeat(300_000) })).status,
      413,
    );
    assert.equal(
      (await fetch(plan, { method: "PUT", headers: JSON_TYPE, body: "[]" })).status,
      422,
    );
    assert.equal((await postJson(send, 1)).status, 500);
  });

  it("a plan is changed from the server's own Origin, and not from others", async () => {
    const { plan } = createInbox();
    for (const method of ["PUT", "DELETE"]) {
      const body = method === "PUT" ? JSON.stringify({ steps: [{ status: 500 }] }) : undefined;
      const foreign = { ...JSON_TYPE, origin: "https://evil.example" };
      const refused = await fetch(plan, { method, headers: foreign, ...(body && { body }) });
      assert.equal(refused.status, 403);
      const own = { ...JSON_TYPE, origin: server.url };
      assert.ok((await fetch(plan, { method, headers: own, ...(body && { body }) })).ok);
    }
  });

  it("the plan of a private inbox needs the token", async () => {
    const created = await postJson(`${server.url}/api/v1/inboxes`, { private: true });
    const { id, readToken, url } = (await created.json()) as {
      id: string;
      readToken: string;
      url: string;
    };
    const { plan } = createInbox(id);
    const body = JSON.stringify({ steps: [{ status: 500 }] });
    for (const method of ["PUT", "GET", "DELETE"]) {
      const refused = await fetch(plan, {
        method,
        headers: JSON_TYPE,
        ...(method === "PUT" && { body }),
      });
      assert.equal(refused.status, 401, method);
    }
    const headers = { ...JSON_TYPE, authorization: `Bearer ${readToken}` };
    assert.equal((await fetch(plan, { method: "PUT", headers, body })).status, 200);
    assert.equal((await postJson(url, 1)).status, 500, "sends need no token");
    assert.equal((await fetch(plan, { headers })).status, 200);
  });

  it("every concurrent request gets its own number while the plan changes", async () => {
    const { send, plan } = createInbox();
    const sends = Array.from({ length: 40 }, (_, at) => postJson(send, at));
    for (let round = 0; round < 5; round++) await setPlan(plan, [{ status: 500 + round }]);
    const statuses = await Promise.all(sends.map(async (sent) => (await sent).status));
    assert.ok(statuses.every((status) => status === 200 || status >= 500));
    const { payloads, total } = await list(send);
    assert.equal(total, 40);
    const answered = payloads.map(
      (one) => (one.answered as { status: number } | undefined)?.status ?? 200,
    );
    assert.deepEqual(answered.toSorted(compareNumbers), statuses.toSorted(compareNumbers));
  });

  it("planned responses keep a pipelined connection in order", async () => {
    const { send, plan } = createInbox();
    await setPlan(plan, [
      { status: 500, delayMs: 50, body: "1" },
      { status: 501, body: "2" },
      { close: true },
    ]);
    const { pathname } = new URL(send);
    const one = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const text = await sendRaw(server.port, one + one + one + one);
    assert.deepEqual(text.match(/HTTP\/1.1 \d+/g), ["HTTP/1.1 500", "HTTP/1.1 501"]);
  });
});

describe("planned delays", { timeout: 300_000 }, () => {
  it("planned delays end when the server stops, and the responses are sent", async () => {
    const server = await startServer();
    const send = `${server.url}/api/v1/webhook/slow`;
    const steps = [{ status: 503, delayMs: 10_000 }];
    await fetch(`${server.url}/api/v1/inboxes/slow/response`, {
      method: "PUT",
      headers: JSON_TYPE,
      body: JSON.stringify({ steps }),
    });
    const sent = request(send, { method: "POST", agent: false }).end();
    const responding = once(sent, "response") as Promise<[{ statusCode: number }]>;
    await waitUntil(async () => ((await (await fetch(send)).json()) as Listed).total > 0);
    const code = server.stop();
    const [response] = await responding;
    assert.equal(response.statusCode, 503);
    assert.equal(await code, 0);
  });
});

describe("INBOX_RESPONSES=false", { timeout: 300_000 }, () => {
  it("INBOX_RESPONSES=false responds 403 with a sentence, and captures as usual", async () => {
    const server = await startServer({ INBOX_RESPONSES: "false" });
    const url = `${server.url}/api/v1/inboxes/off/response`;
    const body = JSON.stringify({ steps: [{ status: 500 }] });
    for (const method of ["PUT", "GET", "DELETE"]) {
      const response = await fetch(url, {
        method,
        headers: JSON_TYPE,
        ...(method === "PUT" && { body }),
      });
      assert.equal(response.status, 403);
      assert.match(((await response.json()) as Plan).error, /INBOX_RESPONSES=false/);
    }
    assert.equal((await postJson(`${server.url}/api/v1/webhook/off`, 1)).status, 200);
    await server.stop();
  });
});

function compareNumbers(one: number, other: number): number {
  return one - other;
}
