import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const USAGE = ["x-usage-count", "x-usage-limit", "x-usage-remaining", "x-usage-reset"];

function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  return fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}

async function readError(response: Response): Promise<string> {
  const body = (await response.json()) as { error: string };
  assert.deepEqual(Object.keys(body), ["error"]);
  return body.error;
}

async function count(response: Promise<Response>): Promise<number> {
  return Number((await response).headers.get("x-usage-count"));
}

describe("HTTP server", () => {
  let server: RunningServer;
  let hash: string;
  let meeting: string;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
    hash = `${server.url}/api/v1/hash`;
    meeting = `${server.url}/api/v1/meeting-cost`;
  });
  after(() => server.stop());

  it("usage, CORS and security headers are sent with every kind of response", async () => {
    const answers = await Promise.all([
      post(hash, '{"text":"a"}'),
      post(hash, "{"),
      post(hash, '{"text":1}'),
      post(hash, "x", { "content-type": "text/csv" }),
      fetch(hash),
      fetch(`${server.url}/nowhere`),
      fetch(`${server.url}/api/nowhere`),
      fetch(`${server.url}/healthz`),
      fetch(`${server.url}/metrics`),
      fetch(`${server.url}/openapi.json`),
      fetch(hash, { method: "OPTIONS", headers: { "access-control-request-method": "POST" } }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 422, 415, 405, 404, 404, 200, 200, 200, 204],
    );
    for (const { headers } of answers) {
      for (const name of USAGE) assert.ok(headers.get(name), name);
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.equal(headers.get("access-control-allow-credentials"), null);
      assert.match(
        headers.get("access-control-expose-headers") ?? "",
        /X-Usage-Count.*X-Request-Id/,
      );
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.ok(headers.get("x-request-id"));
    }
  });

  it("usage, CORS and security headers are sent with parser errors", async () => {
    const long = "x".repeat(100_000);
    const raw = [
      ["GARBAGE\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${long}\r\n\r\n`, 431],
      ["GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nHost: localhost\r\nhost: b\r\nConnection: close\r\n\r\n", 400],
      ["CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
      ["BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
      ["PROPFIND /api/v1/hash HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405],
      ["POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400],
    ] as const;
    for (const [bytes, status] of raw) {
      const text = await sendRaw(server.port, bytes);
      const head = parseHead(text);
      assert.equal(head.status, status, bytes.slice(0, 40));
      for (const name of USAGE) assert.ok(head.headers[name], `${name} on ${bytes.slice(0, 40)}`);
      assert.ok(head.headers["x-request-id"]);
      assert.match(text, /\{"error":"[^"]+"\}$/);
    }
  });

  it("API requests, and nothing else, are counted by IP and by key", async () => {
    const url = hash;
    const postFrom = (address: string, headers = {}) =>
      post(url, '{"text":"a"}', { "x-forwarded-for": address, ...headers });
    assert.equal(await count(postFrom("203.0.113.1")), 1);
    assert.equal(await count(postFrom("203.0.113.1")), 2);
    assert.equal(await count(postFrom("203.0.113.2")), 1, "another IP");
    assert.equal(await count(postFrom("203.0.113.1", { "x-api-key": "mine" })), 1, "a key");
    assert.equal(
      await count(postFrom("203.0.113.9", { "x-api-key": "mine" })),
      2,
      "the key elsewhere",
    );
    assert.equal(await count(postFrom("203.0.113.1", { "x-api-key": "a b" })), 3, "no key: the IP");
    const elsewhere = { headers: { "x-forwarded-for": "203.0.113.1" } };
    assert.equal(
      await count(fetch(`${server.url}/healthz`, elsewhere)),
      3,
      "health does not count",
    );
    assert.equal(
      await count(postFrom("::ffff:203.0.113.1")),
      4,
      "a mapped address is the same caller",
    );
    assert.equal(await count(postFrom("2001:db8:1:2::1")), 1);
    assert.equal(await count(postFrom("2001:db8:1:2:ffff::9")), 2, "one /64 is one caller");
    assert.equal(await count(postFrom("2001:db8:1:3::1")), 1);
    assert.equal(await count(postFrom("6.6.6.6, 203.0.113.77")), 1);
    assert.equal(
      await count(postFrom("7.7.7.7, 203.0.113.77")),
      2,
      "only the last proxy is believed",
    );
  });

  it("each endpoint is limited by IP and reports the remainder", async () => {
    const ask = (address: string) => post(meeting, "{}", { "x-forwarded-for": address });
    const first = await ask("198.51.100.1");
    assert.equal(first.headers.get("ratelimit-policy"), '"meeting-cost";q=60;w=60');
    assert.match(first.headers.get("ratelimit") ?? "", /^"meeting-cost";r=59;t=\d+$/);
    for (let sent = 1; sent < 60; sent++) assert.equal((await ask("198.51.100.1")).status, 422);
    const refused = await ask("198.51.100.1");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
    assert.match(await readError(refused), /60 requests a minute/);
    assert.equal((await ask("198.51.100.2")).status, 422, "another IP is free");
    const preflight = await fetch(meeting, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "POST", "x-forwarded-for": "198.51.100.1" },
    });
    assert.equal(preflight.status, 204, "a preflight is not limited");
  });

  it("the response to a preflight allows what it requests", async () => {
    const { status, headers } = await fetch(hash, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, x-api-key",
      },
    });
    assert.equal(status, 204);
    assert.equal(headers.get("access-control-allow-methods"), "POST");
    assert.equal(headers.get("access-control-allow-headers"), "content-type, x-api-key");
    assert.equal(headers.get("access-control-max-age"), "7200");
  });

  it("all broken rules are named in one response, as text or as problem+json", async () => {
    const body = '{"attendees":[{"hourlyRate":"9"},{"name":7}],"durationMinutes":0}';
    const caller = { "x-forwarded-for": "198.51.100.3" };
    assert.equal(
      await readError(await post(meeting, body, caller)),
      "attendees[1].hourlyRate is required unless annualSalary is set; " +
        "attendees[0].hourlyRate must be a number; attendees[1].name must be a string; durationMinutes must be more than 0",
    );
    const response = await post(meeting, body, { ...caller, accept: "application/problem+json" });
    assert.match(response.headers.get("content-type") ?? "", /^application\/problem\+json/);
    const problem = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(Object.keys(problem).sort(), [
      "detail",
      "error",
      "errors",
      "status",
      "title",
      "type",
    ]);
    assert.deepEqual((problem["errors"] as unknown[])[0], {
      pointer: "#/attendees/1/hourlyRate",
      detail: "is required unless annualSalary is set",
    });
  });

  it("problem+json points to each member that an invoice's profile requires", async () => {
    const item = { description: "Work", quantity: 1, rate: 100 };
    const body = { from: { name: "Ada" }, to: { name: "Bob" }, items: [item] };
    const headers = { accept: "application/problem+json", "x-forwarded-for": "198.51.100.4" };
    const url = `${server.url}/api/v1/invoice?format=ubl`;
    const response = await post(url, JSON.stringify(body), headers);
    const { errors } = (await response.json()) as { errors: { pointer: string }[] };
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ["#/from/countryCode", "#/to/countryCode", "#/taxCategory"],
    );
  });

  it("unreadable input gets 400, and invalid input 422", async () => {
    const bodies: [string | Uint8Array<ArrayBuffer>, number][] = [
      ["", 400],
      ["{", 400],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
      ["[]", 422],
      ["null", 422],
      ['"text"', 422],
      ['{"text":1e400}', 422],
      ['{"text":"\\ud800"}', 422],
      [`{"text":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 422],
      ['{"text":"a","__proto__":{"all":true},"constructor":1}', 200],
      ['{"text":"a","unknown":1,"encoding":null}', 200],
      [`{"text":"${"a".repeat(3 * 1024 * 1024)}"}`, 413],
    ];
    for (const [body, status] of bodies) {
      const response = await post(hash, body);
      assert.equal(response.status, status, String(body).slice(0, 60));
      if (status >= 400) assert.ok((await readError(response)).length > 10);
    }
    assert.equal(
      (await post(hash, "{}", { "content-type": "application/vnd.x+json" })).status,
      422,
    );
    const bare = await fetch(hash, { method: "POST", body: Buffer.from('{"text":"a"}') });
    assert.equal(bare.status, 200, "no Content-Type at all is JSON");
  });

  it("a sender can finish a rejected body, so that it reads the response", async () => {
    const large = `{"text":"${"a".repeat(6 * 1024 * 1024)}"}`;
    for (let turn = 0; turn < 20; turn++) assert.equal((await post(hash, large)).status, 413);
  });

  it("garbage after a valid request on the same connection does not harm the server", async () => {
    const good =
      'POST /api/v1/hash HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n{"text":"a"}';
    const text = await sendRaw(server.port, `${good}${good}\0\0\0garbage\r\n\r\n`);
    assert.ok(parseHead(text).status === 200 || parseHead(text).status === 400);
    assert.equal((await post(hash, '{"text":"a"}')).status, 200, "the next request is normal");
  });

  it("another method gets 405 with Allow, and plain OPTIONS gets Allow", async () => {
    const response = await fetch(hash, { method: "DELETE" });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("allow"), "OPTIONS, POST");
    const inbox = await fetch(`${server.url}/api/v1/inboxes/one`, { method: "PUT" });
    assert.equal(inbox.status, 405, "also where the path has parameters");
    assert.equal(inbox.headers.get("allow"), "DELETE, GET, OPTIONS");
    const options = await fetch(hash, { method: "OPTIONS" });
    assert.equal(options.status, 204);
    assert.equal(options.headers.get("allow"), "OPTIONS, POST");
  });

  it("the log has no body, key or query", async () => {
    const loud = await startServer({ LOG_LEVEL: "trace", LOG_REQUESTS: "true" });
    await post(`${loud.url}/api/v1/hash?secret=q-secret`, '{"text":"body-secret"}', {
      "x-api-key": "key-secret",
      cookie: "cookie-secret",
    });
    await post(`${loud.url}/api/v1/password`, "{}");
    assert.equal(await loud.stop(), 0);
    assert.ok(
      loud.log.some((line) => line.includes("/api/v1/hash")),
      "requests are logged",
    );
    assert.ok(!loud.log.some((line) => line.includes("secret")), loud.log.join("\n"));
  });
});

describe("daily quota with ENFORCE_LIMIT", () => {
  it("ENFORCE_LIMIT rejects request 101 of a day", async () => {
    const server = await startServer({ ENFORCE_LIMIT: "true" });
    const url = `${server.url}/api/v1/hash`;
    for (let sent = 0; sent < 100; sent++)
      assert.equal((await post(url, '{"text":""}')).status, 200);
    const refused = await post(url, '{"text":""}');
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("x-usage-count"), "101");
    assert.equal(refused.headers.get("x-usage-remaining"), "0");
    const seconds = Number(refused.headers.get("retry-after"));
    assert.ok(seconds > 0 && seconds <= 86_400);
    assert.match(await readError(refused), /daily limit/);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await server.stop();
  });
});

describe("start and stop", () => {
  it("a wrong setting is named in one line, and the server does not start", async () => {
    await assert.rejects(
      startServer({ PORT: "70000" }),
      /ended with 1: PORT must be a whole number from 0 to 65535; it is "70000"\n$/,
    );
  });

  it("a server runs under a base path", async (test) => {
    const server = await startServer({ BASE_PATH: "/sundry/" });
    test.after(() => server.stop());
    const response = await post(`${new URL(server.url).origin}/sundry/api/v1/hash`, '{"text":"a"}');
    assert.equal(response.status, 200);
    for (const [target, status] of [
      ["/sundry", 200],
      ["/sundry?x", 200],
      ["http://a/sundry/healthz", 200],
      ["/sundryx/healthz", 404],
      ["/sunset/healthz", 404],
      ["/sundry/sundry/healthz", 404],
      // A proxy may have removed the base path.
      ["/healthz", 200],
    ] as const) {
      const bytes = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      assert.equal(parseHead(await sendRaw(server.port, bytes)).status, status, target);
    }
  });

  it(
    "requests in flight are finished on SIGTERM, and the server exits with 0",
    { timeout: 60_000 },
    async () => {
      const server = await startServer();
      const body = '{"text":"a"}';
      const socket = connect(server.port, "127.0.0.1");
      socket.write(
        `POST /api/v1/hash HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      const [interim] = (await once(socket, "data")) as [Buffer];
      assert.match(interim.toString(), /^HTTP\/1\.1 100 /);
      server.process.kill("SIGTERM");
      await sendUntilRefused(server.port);
      socket.write(body);
      let answer = "";
      for await (const chunk of socket) answer += String(chunk);
      assert.equal(parseHead(answer).status, 200);
      assert.equal(await server.exited, 0);
    },
  );
});

/** Resolves when nothing listens on the port any more, which is how a shutdown begins. */
async function sendUntilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
  }
}
