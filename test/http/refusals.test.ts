import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { createClientResolver } from "#src/http/client.js";
import { createMetrics } from "#src/http/ops/metrics.js";
import type { Route } from "#src/http/route.js";
import { ValidationError } from "#src/lib/errors.js";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type App, startApp } from "./support/app.ts";

const steps = new EventEmitter();
const metrics = createMetrics();

async function* announceEnd() {
  try {
    yield "a";
  } finally {
    steps.emit("closed");
  }
}

const routes: Route[] = [
  {
    methods: ["GET", "POST"],
    access: "public",
    path: "/origin",
    body: { format: "raw", maxBytes: 100 },
    handler: ({ origin }) => ({ body: origin }),
  },
  {
    methods: ["GET", "HEAD"],
    access: "public",
    path: "/stream/:status",
    handler: ({ params }) => ({ status: Number(params["status"]), body: announceEnd() }),
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/waits",
    handler: async ({ connection }) => {
      steps.emit("arrived");
      await new Promise<void>((resolve) => connection.once("close", resolve));
      return { body: announceEnd(), afterSend: () => steps.emit("released") };
    },
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/inner",
    handler: () => ({ body: "inner", afterSend: () => steps.emit("used") }),
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/outer",
    handler: async (context) => {
      const used = once(steps, "used", { signal: AbortSignal.timeout(10_000) });
      const { body } = await app.inject(context, { method: "GET", url: "/inner", headers: {} });
      await used;
      return { body };
    },
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/outer-stream",
    handler: async (context) => {
      const closed = once(steps, "closed", { signal: AbortSignal.timeout(10_000) });
      await app.inject(context, { method: "GET", url: "/stream/204", headers: {} });
      await closed;
      return { status: 204 };
    },
  },
  {
    methods: ["GET"],
    access: "public",
    path: "/invalid",
    handler: () => {
      throw ValidationError.at(["a/b~c", 0, "d e\ud800"], "is unknown");
    },
  },
];

let app: App;
before(async () => (app = await startApp({ routes, metrics, trustProxy: 1 })));
after(() => app.close());

const ask = async (headers: string, body = "") => {
  const head = `POST /origin HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`;
  const text = await sendRaw(app.port, head + body);
  return { ...parseHead(text), text };
};

/** Returns the origin of a request that a proxy passed on. */
const forward = async (scheme: string, host: string) => {
  const lines = `X-Forwarded-Proto: ${scheme}\r\nX-Forwarded-Host: ${host}`;
  return (await ask(`Host: a\r\n${lines}`)).text.split("\r\n\r\n")[1];
};

describe("request heads that cannot be right", () => {
  it("a Host that no URL can have gets 400", async () => {
    for (const host of ["a b", "[::1", "a/b", "user@a", "a:b", "a:123456", "a%zz", "[1.2]"]) {
      assert.equal((await ask(`Host: ${host}`)).status, 400, host);
    }
    for (const host of ["a", "A.example:80", "[::1]:3000", "a_b", "127.0.0.1", ""])
      assert.equal((await ask(`Host: ${host}`)).status, 200, host);
  });

  it("a transfer coding other than chunked gets 501", async () => {
    const coded = "Host: a\r\nTransfer-Encoding: gzip, chunked";
    assert.equal((await ask(coded, "3\r\nabc\r\n0\r\n\r\n")).status, 501);
    assert.equal((await ask("Host: a\r\nTransfer-Encoding: Chunked", "0\r\n\r\n")).status, 200);
  });

  it("a scheme and a host that a trusted proxy passes on count only where a URL can have them", async () => {
    assert.equal(await forward("HTTPS", "b.example:8443"), "https://b.example:8443");
    assert.equal(await forward("javascript:alert(1)//", "b c"), "http://a");
  });

  it("100 entries of X-Forwarded-For are read", () => {
    const { client } = createClientResolver(["10.0.0.0/8"]);
    const forwarded = `192.0.2.1${",10.0.0.1".repeat(7000)}`;
    const source = { headers: { "x-forwarded-for": forwarded }, socketAddress: "10.0.0.2" };
    assert.equal(client(source).ip, "10.0.0.1");
    const near = { "x-forwarded-for": `192.0.2.1${",10.0.0.1".repeat(99)}` };
    assert.equal(client({ ...source, headers: near }).ip, "192.0.2.1");
  });
});

describe("streams that are not sent", () => {
  it("streams of HEAD, 204 and 304 are closed", async () => {
    for (const [method, status] of [
      ["HEAD", 200],
      ["GET", 204],
      ["GET", 304],
    ] as const) {
      const closed = once(steps, "closed", { signal: AbortSignal.timeout(10_000) });
      const response = await app.send({ method, url: `/stream/${status}` });
      assert.equal(response.status, status);
      await closed;
    }
  });
});

describe("a response inside of this process", () => {
  it("a response inside of this process releases its body after it was read", async () => {
    assert.equal((await app.send("/outer")).body, "inner");
  });

  it("a stream that a response inside of this process does not send is closed", async () => {
    assert.equal((await app.send("/outer-stream")).status, 204);
  });
});

describe("a client that is gone", () => {
  it("a client that disconnects before its response is counted as 499, and its stream closed", async () => {
    const socket = connect(app.port, "127.0.0.1");
    socket.write("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(steps, "arrived");
    const closed = once(steps, "closed", { signal: AbortSignal.timeout(10_000) });
    const released = once(steps, "released");
    socket.destroy();
    await Promise.all([closed, released]);
    assert.match(metrics.text(), /route="\/waits",method="GET",status="499"} 1\n/);
  });
});

describe("pointers of problem+json", () => {
  it("pointers escape names as RFC 6901 does in a URI fragment", async () => {
    const headers = { accept: "application/problem+json" };
    const { errors } = (await app.send({ url: "/invalid", headers })).json() as {
      errors: { pointer: string }[];
    };
    assert.equal(errors[0]?.pointer, "#/a~1b~0c/0/d%20e%EF%BF%BD");
  });
});
