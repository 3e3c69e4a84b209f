import assert from "node:assert/strict";
import { type AddressInfo, connect } from "node:net";
import { beforeEach, describe, it } from "node:test";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { Type } from "typebox";
import { createMemoryCounters } from "#src/store/memory-counters.js";
import { defineTool, type ToolContext } from "#src/tools/define.js";
import { createApp } from "#src/http/app.js";
import { callerOf } from "#src/http/caller.js";

const PATH = "/api/v1/greeting";
const greeting = defineTool({
  name: "greeting",
  title: "Greeting",
  summary: "A greeting.",
  group: "calculators",
  path: PATH,
  methods: ["POST", "GET"],
  perMinute: 150,
  input: Type.Object({ name: Type.Optional(Type.String()) }),
  output: Type.Object({ text: Type.String() }),
  example: { name: "Ada" },
  headers: { "X-Manners": "How polite it is." },
  run: ({ name = "you" }) => {
    if (name === "bug") throw new Error("what nobody may see");
    return { text: `Hello ${name}` };
  },
  reply: (result, { format }) =>
    format === "file"
      ? { type: "text/plain", body: result.text }
      : { type: "application/json", body: result },
});

const farewell = defineTool({
  name: "farewell",
  title: "Farewell",
  summary: "A farewell.",
  group: "calculators",
  path: "/api/v1/farewell",
  perMinute: 2,
  input: Type.Object({}),
  output: Type.Object({}),
  example: {},
  run: () => ({}),
});

/** The last second but a half of a UTC day. */
const LATE = Date.UTC(2026, 10, 21, 23, 59, 58, 500);

let nowMs = LATE;
let app: FastifyInstance;
let log: string[];
let isReady: boolean;
beforeEach(() => {
  nowMs = LATE;
  log = [];
  isReady = true;
  app = createApp({
    tools: [greeting, farewell],
    world: { now: () => nowMs } as ToolContext,
    counters: createMemoryCounters(),
    log: pino({ level: "info" }, { write: (line) => log.push(line) }),
    document: {},
    features: [],
    enforceLimit: true,
    trustProxy: 1,
    basePath: "",
    ready: () => (isReady ? Promise.resolve() : Promise.reject(new Error("no disk"))),
  });
});

async function send(headers: Record<string, string> = {}, method: "POST" | "OPTIONS" = "POST") {
  const { statusCode: status, headers: sent } = await app.inject({
    method,
    url: PATH,
    headers,
    ...(method === "POST" && { payload: {} }),
  });
  return { status, count: Number(sent["x-usage-count"]), headers: sent };
}

async function sendMany(times: number): Promise<void> {
  for (let sent = 0; sent < times; sent++) await send();
}

function post(payload: string | Buffer, headers = {}) {
  return app.inject({ method: "POST", url: PATH, payload, headers });
}

describe("the daily limit", () => {
  it("lets request 100 through, refuses the next, and is gone at midnight UTC", async () => {
    await sendMany(99);
    const last = await send();
    assert.deepEqual([last.status, last.count], [200, 100]);
    assert.equal(last.headers["x-usage-remaining"], "0");
    const refused = await send();
    assert.deepEqual([refused.status, refused.count], [429, 101]);
    assert.equal(refused.headers["x-usage-remaining"], "0");
    assert.equal(refused.headers["retry-after"], "2", "a second and a half, rounded up");
    nowMs = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
    assert.equal((await send()).headers["retry-after"], "1");
    nowMs += 1;
    const next = await send();
    assert.deepEqual([next.status, next.count], [200, 1]);
  });

  it("is shown, but not used up, by what is not under /api/", async () => {
    await sendMany(101);
    const health = await app.inject("/healthz");
    assert.equal(health.statusCode, 200);
    assert.equal(health.headers["x-usage-count"], "101");
  });

  it("takes 1 to 256 visible characters for a key", async () => {
    await send();
    for (const key of ["!", "~", "k".repeat(256)]) {
      assert.equal((await send({ "x-api-key": key })).count, 1, key);
    }
    let byIp = 1;
    for (const noKey of ["", "a b", "k".repeat(257), "\u007f", "é"]) {
      byIp += 1;
      assert.equal((await send({ "x-api-key": noKey })).count, byIp, noKey);
    }
  });
});

describe("a caller", () => {
  it("is the socket's address where a forwarded one is none", async () => {
    assert.equal((await send()).count, 1);
    assert.equal((await send({ "x-forwarded-for": "nonsense" })).count, 2);
    assert.equal((await send({ "x-forwarded-for": "203.0.113.7" })).count, 1);
  });

  it("is known by a hash of the key, never by the key", () => {
    const { identity } = callerOf("203.0.113.7", "", { "x-api-key": "secret" });
    assert.match(identity, /^key:[\w-]{43}$/);
    assert.equal(callerOf("::1", "", { "x-api-key": "secret" }).identity, identity);
  });
});

describe("a limit of one endpoint", () => {
  it("opens again a minute after the first request", async () => {
    nowMs = Date.UTC(2026, 10, 21, 12);
    await sendMany(75);
    for (let sent = 75; sent < 149; sent++) await send({ "x-api-key": "second" });
    const last = await send({ "x-api-key": "second" });
    assert.equal(last.status, 200);
    assert.equal(last.headers["ratelimit"], '"greeting";r=0;t=60');
    nowMs += 59_001;
    const refused = await send({ "x-api-key": "third" });
    assert.equal(refused.status, 429, "it counts by IP, whatever the key");
    assert.equal(refused.headers["ratelimit"], '"greeting";r=0;t=1');
    assert.equal(refused.headers["retry-after"], "1");
    nowMs += 999;
    assert.equal(
      (await send({ "x-api-key": "third" })).headers["ratelimit"],
      '"greeting";r=149;t=60',
    );
  });

  it("is its own: another endpoint has another", async () => {
    await sendMany(5);
    for (const status of [200, 200, 429]) {
      const answer = await app.inject({ method: "POST", url: farewell.path, payload: {} });
      assert.equal(answer.statusCode, status);
    }
    assert.equal((await send()).status, 200);
  });

  it("is neither counted nor used up by preflights", async () => {
    for (let sent = 0; sent < 200; sent++) {
      const { status, count, headers } = await send(
        { "access-control-request-method": "POST" },
        "OPTIONS",
      );
      assert.deepEqual([status, count, headers["ratelimit"]], [204, 0, undefined]);
    }
    const first = await send();
    assert.deepEqual([first.status, first.count], [200, 1]);
    assert.equal(first.headers["ratelimit"], '"greeting";r=149;t=60');
  });
});

describe("what pages of another origin may read", () => {
  it("includes the headers of the tools", async () => {
    const { headers } = await send();
    assert.equal(
      headers["access-control-expose-headers"],
      "X-Usage-Count, X-Usage-Limit, X-Usage-Remaining, X-Usage-Reset, RateLimit, RateLimit-Policy, " +
        "Retry-After, X-Request-Id, ETag, X-Manners",
    );
  });
});

describe("a body", () => {
  it("is JSON in UTF-8, perhaps with a byte order mark, as it is", async () => {
    const accepted = await post('\ufeff{"name":"Ada"}', { "content-encoding": "Identity" });
    assert.deepEqual(accepted.json(), { text: "Hello Ada" });
    const latin = Buffer.from('{"name":"\u00e9"}', "latin1");
    assert.match((await post(latin)).body, /not valid UTF-8/);
    const packed = await post("{}", { "content-encoding": "gzip" });
    assert.deepEqual(
      [packed.statusCode, packed.json()],
      [415, { error: "send the body without Content-Encoding" }],
    );
  });

  it("may have 256 KiB and no byte more", async () => {
    for (const [spaces, status] of [
      [262_142, 200],
      [262_143, 413],
    ] as const) {
      assert.equal((await post(`{}${" ".repeat(spaces)}`)).statusCode, status);
    }
  });
});

describe("an answer that a handler writes by hand", () => {
  it("carries what every answer carries, once, and is counted", async () => {
    app.get("/by-hand", (_request, reply) => void reply.hijack().raw.end("a"));
    app.get("/stream", (_request, reply) => reply.send(Readable.from(["b"])));
    for (const [url, body] of [
      ["/by-hand", "a"],
      ["/stream", "b"],
    ]) {
      const answer = await app.inject({ url: url ?? "" });
      assert.equal(answer.body, body);
      assert.equal(answer.headers["x-usage-count"], "0");
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      assert.ok(answer.headers["x-request-id"]);
      const { body: metrics } = await app.inject("/metrics");
      assert.ok(metrics.includes(`route="${url}",method="GET",status="200"} 1\n`), metrics);
    }
  });
});

describe("the metrics", () => {
  it("know routes, not the paths that callers make up", async () => {
    await app.inject("/made/up");
    await app.inject(`${PATH}?name=made-up`);
    const { body } = await app.inject("/metrics");
    assert.match(body, /route="none",method="GET",status="404"\} 1\n/);
    assert.ok(body.includes(`route="${PATH}",method="GET",status="200"} 1\n`));
    assert.doesNotMatch(body, /made.up/);
  });
});

describe("what a cache already has", () => {
  it("is 304 by any entry of If-None-Match, weak or not", async () => {
    const first = await app.inject(PATH);
    const etag = String(first.headers["etag"]);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await app.inject({ url: PATH, headers: { "if-none-match": condition } });
      assert.deepEqual([again.statusCode, again.body, again.headers["etag"]], [304, "", etag]);
    }
    const other = await app.inject({ url: PATH, headers: { "if-none-match": '"other"' } });
    assert.equal(other.statusCode, 200);
  });

  it("is never a POST's answer", async () => {
    const { headers } = await send({ "if-none-match": "*" });
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["etag"], undefined);
  });
});

describe("what goes wrong on our side", () => {
  it("is 500 with the request's id alone, and the log has the rest", async () => {
    const answer = await app.inject({ method: "POST", url: PATH, payload: { name: "bug" } });
    const id = String(answer.headers["x-request-id"]);
    assert.equal(answer.statusCode, 500);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.deepEqual(answer.json(), {
      error: `something went wrong on our side; the request id is ${id}`,
    });
    assert.equal(log.length, 1);
    assert.match(log[0] ?? "", new RegExp(`${id}.*what nobody may see`));
  });

  it("is 503 of /readyz while the store is out of reach", async () => {
    assert.equal((await app.inject("/readyz")).statusCode, 200);
    isReady = false;
    const answer = await app.inject("/readyz");
    assert.deepEqual([answer.statusCode, answer.headers["retry-after"]], [503, "1"]);
    assert.deepEqual(answer.json(), { error: "the store is out of reach" });
  });

  it("is no caller's fault: theirs are not logged", async () => {
    await app.inject({ method: "POST", url: PATH, payload: { name: 1 } });
    await app.inject("/nowhere");
    assert.deepEqual(log, []);
  });
});

describe("a request", () => {
  it("has 30 seconds to arrive, 10 of them for its headers", () => {
    const { requestTimeout, headersTimeout } = app.server;
    assert.deepEqual(
      { requestTimeout, headersTimeout },
      { requestTimeout: 30_000, headersTimeout: 10_000 },
    );
  });

  it("is read by our own rules alone: a route with a schema for its body does not start", async () => {
    app.post("/schema", { schema: { body: {} } }, () => "");
    await assert.rejects(async () => app.ready(), /inputs are read by lib/);
  });
});

describe("a body that does not arrive", () => {
  it("is 408", { timeout: 10_000 }, async () => {
    await app.listen({ host: "127.0.0.1", port: 0 });
    app.server.headersTimeout = 300;
    app.server.requestTimeout = 300;
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    assert.match(
      text,
      /^HTTP\/1\.1 408 [^]*\r\nx-usage-count: 1\r\n[^]*\{"error":"the request took/,
    );
    await app.close();
  });
});
