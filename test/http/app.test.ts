import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, it } from "node:test";
import { pino } from "pino";
import { type App, startApp } from "./support/app.ts";
import { createHealthRoutes } from "#src/http/ops/health.js";
import { UnavailableError } from "#src/lib/errors.js";
import { createMetrics } from "#src/http/ops/metrics.js";
import { createClientResolver } from "#src/http/client.js";
import { createToolRoutes } from "#src/tools/http.js";
import type { Route } from "#src/http/route.js";
import { Type } from "typebox";
import { defineTool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";

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

/** Half a second before the end of a UTC day. */
const LATE = Date.UTC(2026, 10, 21, 23, 59, 58, 500);

let nowMs = LATE;
let app: App;
let log: string[];
let isReady: boolean;
beforeEach(async () => {
  nowMs = LATE;
  log = [];
  isReady = true;
  const world = { now: () => nowMs } as ToolContext;
  const logger = pino({ level: "info" }, { write: (line) => log.push(line) });
  const metrics = createMetrics();
  const ready = () => (isReady ? Promise.resolve() : Promise.reject(new Error("no disk")));
  app = await startApp({
    routes: [
      ...[greeting, farewell].flatMap((tool) => createToolRoutes(tool, world)),
      ...createHealthRoutes({
        isStopping: () => false,
        ready,
        problem: () => undefined,
        metrics,
      }),
      ...STREAMS,
    ],
    metrics,
    now: () => nowMs,
    log: logger,
    enforceLimit: true,
    trustProxy: 1,
  });
});
afterEach(() => app.close());

async function* failLater(error: Error) {
  yield "a";
  throw error;
}

async function* chunks() {
  yield "a";
  yield Buffer.from("b");
}

/** Bodies in several pieces. */
const STREAMS: Route[] = [
  {
    methods: ["GET"],
    access: "public",
    path: "/parts",
    handler: () => ({ body: [Buffer.from("a"), Buffer.from("b")] }),
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/stream",
    handler: () => ({ body: chunks() }),
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/failing",
    handler: () => ({ body: failLater(new Error("no disk")) }),
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/overloaded",
    handler: () => ({ body: failLater(new UnavailableError("too many wait", "overloaded", 1)) }),
  },
];

async function send(headers: Record<string, string> = {}, method: "POST" | "OPTIONS" = "POST") {
  const response = await app.send({
    method,
    url: PATH,
    headers,
    ...(method === "POST" && { body: {} }),
  });
  const { status, headers: sent } = response;
  return { status, count: Number(sent["x-usage-count"]), headers: sent };
}

async function sendMany(times: number): Promise<void> {
  for (let sent = 0; sent < times; sent++) await send();
}

function post(body: string | Buffer, headers = {}) {
  return app.send({ method: "POST", url: PATH, body, headers });
}

describe("a stream that fails", () => {
  it("a stream that fails cuts the response, and is logged unless the server is only overloaded", async () => {
    for (const path of ["/failing", "/overloaded"]) await assert.rejects(app.send(path));
    assert.equal(log.length, 1);
    assert.match(log[0] ?? "", /the response failed.*no disk|no disk.*the response failed/);
  });
});

describe("daily quota", () => {
  it("the daily quota admits request 100, rejects the next, and resets at midnight UTC", async () => {
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

  it("usage is reported outside /api/, where requests do not count", async () => {
    await sendMany(101);
    const health = await app.send("/healthz");
    assert.equal(health.status, 200);
    assert.equal(health.headers["x-usage-count"], "101");
  });

  it("API keys may have 1 to 256 visible characters", async () => {
    await send();
    for (const key of ["!", "~", "k".repeat(256)]) {
      assert.equal((await send({ "x-api-key": key })).count, 1, key);
    }
    let byIp = 1;
    for (const noKey of ["", "a b", "k".repeat(257), "é"]) {
      byIp += 1;
      assert.equal((await send({ "x-api-key": noKey })).count, byIp, noKey);
    }
  });
});

describe("client identity", () => {
  it("a client is identified by the socket's address when the forwarded one is invalid", async () => {
    assert.equal((await send()).count, 1);
    assert.equal((await send({ "x-forwarded-for": "nonsense" })).count, 2);
    assert.equal((await send({ "x-forwarded-for": "203.0.113.7" })).count, 1);
  });

  it("a client is identified by the hash of an API key instead of the key", () => {
    const { client } = createClientResolver(undefined);
    const headers = { "x-api-key": "secret" };
    const { quotaKey } = client({ socketAddress: "203.0.113.7", headers });
    assert.match(quotaKey, /^key:[\w-]{43}$/);
    assert.equal(client({ socketAddress: "::1", headers }).quotaKey, quotaKey);
    const malformed = { "x-api-key": "\u007f" };
    assert.equal(client({ socketAddress: "::1", headers: malformed }).quotaKey, "0:0:0:0::/64");
  });
});

describe("per-IP limit", () => {
  it("the per-IP limit ends a minute after the first request", async () => {
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

  it("the per-IP limit counts each endpoint separately", async () => {
    await sendMany(5);
    for (const status of [200, 200, 429]) {
      const answer = await app.send({ method: "POST", url: farewell.path, body: {} });
      assert.equal(answer.status, status);
    }
    assert.equal((await send()).status, 200);
  });

  it("the per-IP limit does not count preflights", async () => {
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

describe("Access-Control-Expose-Headers", () => {
  it("Access-Control-Expose-Headers includes the headers of the tool", async () => {
    const { headers } = await send();
    assert.equal(
      headers["access-control-expose-headers"],
      "X-Usage-Count, X-Usage-Limit, X-Usage-Remaining, X-Usage-Reset, RateLimit, RateLimit-Policy, " +
        "Retry-After, X-Request-Id, ETag, X-Manners",
    );
  });
});

describe("JSON body", () => {
  it("a JSON body may begin with a byte order mark and must be valid UTF-8", async () => {
    const accepted = await post('\ufeff{"name":"Ada"}', { "content-encoding": "Identity" });
    assert.deepEqual(accepted.json(), { text: "Hello Ada" });
    const latin = Buffer.from('{"name":"\u00e9"}', "latin1");
    assert.match((await post(latin)).body, /not valid UTF-8/);
    const packed = await post("{}", { "content-encoding": "gzip" });
    assert.deepEqual(
      [packed.status, packed.json()],
      [415, { error: "Send the body without Content-Encoding." }],
    );
  });

  it("a JSON body is limited to 256 KiB", async () => {
    for (const [spaces, status] of [
      [262_142, 200],
      [262_143, 413],
    ] as const) {
      assert.equal((await post(`{}${" ".repeat(spaces)}`)).status, status);
    }
  });
});

describe("response body of several pieces", () => {
  it("a response body of several pieces is sent completely, with the common headers, and counted once", async () => {
    for (const [url, length] of [
      ["/parts", "2"],
      ["/stream", undefined],
    ] as const) {
      const { body, headers } = await app.send(url);
      assert.equal(body, "ab");
      assert.equal(headers["content-length"], length);
      assert.equal(headers["x-usage-count"], "0");
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.ok(headers["x-request-id"]);
      const { body: metrics } = await app.send("/metrics");
      assert.ok(metrics.includes(`route="${url}",method="GET",status="200"} 1\n`), metrics);
    }
  });

  it("a body of several megabytes takes a turn of the event loop for each of them", async (test) => {
    const body = Buffer.alloc(8 * 1024 ** 2);
    const route: Route = {
      methods: ["GET"],
      path: "/large",
      access: "public",
      handler: () => ({ type: "text/plain", body }),
    };
    const large = await startApp({ routes: [route] });
    test.after(() => large.close());
    const connected = once(large.server, "connection");
    const client = connect(large.port, "127.0.0.1");
    const [socket] = (await connected) as [Socket];
    let [most, before] = [0, 0];
    const look = () => {
      most = Math.max(most, socket.bytesWritten - before);
      before = socket.bytesWritten;
      if (!socket.destroyed) setImmediate(look);
    };
    look();
    client.write("GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let received = 0;
    for await (const chunk of client) received += (chunk as Buffer).length;
    assert.ok(received > body.length);
    assert.ok(most <= 1.1 * 1024 ** 2, `${most} bytes in one turn`);
  });
});

describe("metrics", () => {
  it("metrics are labeled with routes instead of paths", async () => {
    await app.send("/made/up");
    await app.send(`${PATH}?name=made-up`);
    const { body } = await app.send("/metrics");
    assert.match(body, /route="none",method="GET",status="404"\} 1\n/);
    assert.ok(body.includes(`route="${PATH}",method="GET",status="200"} 1\n`));
    assert.doesNotMatch(body, /made.up/);
  });
});

describe("conditional requests", () => {
  it("conditional requests get 304 when any entry of If-None-Match matches, weak or not", async () => {
    const first = await app.send(PATH);
    const etag = String(first.headers["etag"]);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await app.send({ url: PATH, headers: { "if-none-match": condition } });
      assert.deepEqual([again.status, again.body, again.headers["etag"]], [304, "", etag]);
    }
    const other = await app.send({ url: PATH, headers: { "if-none-match": '"other"' } });
    assert.equal(other.status, 200);
  });

  it("conditional POST requests never get 304", async () => {
    const { headers } = await send({ "if-none-match": "*" });
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["etag"], undefined);
  });
});

describe("unexpected errors", () => {
  it("unexpected errors respond 500 with the request id only, and the details are logged", async () => {
    const answer = await app.send({ method: "POST", url: PATH, body: { name: "bug" } });
    const id = String(answer.headers["x-request-id"]);
    assert.equal(answer.status, 500);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.deepEqual(answer.json(), {
      error: `Something went wrong on our side. The request id is ${id}.`,
    });
    assert.equal(log.length, 1);
    assert.match(log[0] ?? "", new RegExp(`${id}.*what nobody may see`));
  });

  it("/readyz responds 503 while the store is unreachable", async () => {
    assert.equal((await app.send("/readyz")).status, 200);
    isReady = false;
    const answer = await app.send("/readyz");
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [503, "1"]);
    assert.deepEqual(answer.json(), { error: "The store is out of reach." });
  });

  it("unexpected errors are logged, while errors of callers are not", async () => {
    await app.send({ method: "POST", url: PATH, body: { name: 1 } });
    await app.send("/nowhere");
    assert.deepEqual(log, []);
  });
});

describe("a client that disconnects before the response", () => {
  it("a client that disconnects before the response causes none to be built, and its resources are released", async () => {
    let built = 0;
    const steps = new EventEmitter();
    const waiting: Route = {
      methods: ["GET"],
      access: "public",
      path: "/waiting",
      handler: async ({ connection }) => {
        steps.emit("arrived");
        await new Promise<void>((resolve) => connection.once("close", resolve));
        const json = { toJSON: () => (built += 1) };
        return { json, afterSend: () => steps.emit("released") };
      },
    };
    const own = await startApp({ routes: [waiting] });
    const socket = connect(own.port, "127.0.0.1");
    socket.write("GET /waiting HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(steps, "arrived");
    const released = once(steps, "released");
    socket.destroy();
    await released;
    assert.equal(built, 0);
    await own.close();
  });
});

describe("request timeouts", () => {
  it("the request timeouts are 30 s for a request and 10 s for its headers", () => {
    const { requestTimeout, headersTimeout } = app.server;
    assert.deepEqual(
      { requestTimeout, headersTimeout },
      { requestTimeout: 30_000, headersTimeout: 10_000 },
    );
  });
});

describe("a body that never arrives", () => {
  it("a body that never arrives gets 408 [slow]", { timeout: 300_000 }, async () => {
    const socket = connect(app.port, "127.0.0.1");
    const arrived = once(app.server, "request");
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`);
    await arrived;
    app.server.requestTimeout = 300;
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    assert.match(
      text,
      /^HTTP\/1\.1 408 [^]*\r\nx-usage-count: 1\r\n[^]*\{"error":"The request took/,
    );
  });
});
