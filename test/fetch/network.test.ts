import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { UnavailableError } from "#src/lib/errors.js";
import { FetchError, type FetchedResponse } from "#src/lib/net/network.js";
import { createSafeFetch, type SafeFetchOptions } from "#src/fetch/safe-fetch.js";

interface HostileUrl {
  url: unknown;
  class: string;
}
const cases = JSON.parse(
  readFileSync(new URL("../../../test/cases/hostile-urls.json", import.meta.url), "utf8"),
) as { dns: Record<string, string[]>; urls: HostileUrl[] };

const names: Record<string, string[]> = { ...cases.dns, localhost: ["127.0.0.1"] };

function stub(answers: Record<string, string[]>) {
  return (name: string) =>
    Promise.resolve(
      (answers[name.replace(/\.$/, "")] ?? []).map((address) => ({
        address,
        family: address.includes(":") ? 6 : 4,
      })),
    );
}

function createNetwork(options: Partial<SafeFetchOptions> = {}) {
  return createSafeFetch({
    offline: false,
    allowCidrs: [],
    allowPorts: [80, 443, 8080, 8443],
    userAgent: "Sundry/test",
    now: () => Date.now(),
    resolve: stub(names),
    ...options,
  });
}

/** Returns the error code of opening a session, or "open" if it does not fail. */
async function getOutcome(url: string, options: Partial<SafeFetchOptions> = {}): Promise<string> {
  try {
    (await createNetwork(options).openSession(url)).close();
    return "open";
  } catch (error) {
    assert.ok(error instanceof FetchError, String(error));
    return error.code;
  }
}

describe("openSession classifies hostile URLs before it connects", () => {
  const kinds: Record<string, string> = {
    "bad URL": "bad-url",
    port: "blocked",
    DNS: "dns",
    TLS: "open",
    measured: "open",
  };
  for (const { url, class: expected } of cases.urls) {
    const text = expand(url);
    if (typeof text !== "string") continue;
    it(`the URL ${JSON.stringify(text.slice(0, 60))} is ${expected}`, async () => {
      assert.equal(await getOutcome(text), kinds[expected] ?? expected);
    });
  }
});

function expand(url: unknown): unknown {
  if (typeof url !== "object" || url === null || Array.isArray(url)) return url;
  const { text, then, times } = url as { text: string; then: string; times: number };
  return text + then.repeat(times);
}

/** Responds to every connection with these raw bytes; counts connections. */
async function listen(host: string, answer: (path: string, socket: Socket) => void) {
  let hits = 0;
  const server: Server = createServer((socket) => {
    hits += 1;
    socket.on("error", () => {});
    socket.once("data", (data) => answer(data.toString("latin1").split(" ")[1] ?? "/", socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { server, port, hits: () => hits };
}

/** Returns a port where nothing listens. */
async function findClosedPort(host: string): Promise<number> {
  const { server, port } = await listen(host, () => {});
  server.close();
  await once(server, "close");
  return port;
}

function createResponse(head: string[], body: string | Buffer = ""): Buffer {
  return Buffer.concat([Buffer.from([...head, "", ""].join("\r\n"), "latin1"), Buffer.from(body)]);
}

const hasCode = (code: string) => (error: unknown) =>
  error instanceof FetchError && error.code === code;
const redirect = (to: string) => (socket: Socket) =>
  void socket.end(createResponse(["HTTP/1.1 302 Found", `Location: ${to}`, "Content-Length: 0"]));
const isRate = (error: unknown) =>
  error instanceof UnavailableError && error.kind === "rate-limited" && error.retryAfterSeconds > 0;

describe("openSession classifies spellings of addresses", () => {
  const opened = { allowCidrs: ["127.0.0.1/32"], resolve: stub({}) };
  for (const [url, kind] of [
    ["http://0x7f.2/", "blocked"],
    ["http://017700000002/", "blocked"],
    ["http://2130706434/", "blocked"],
    ["http://127.2/", "blocked"],
    ["http://127.0.0.2./", "blocked"],
    ["http://①②⑦.0.0.2/", "blocked"],
    ["http://127。0。0。2/", "blocked"],
    ["http://%31%32%37.0.0.2/", "blocked"],
    ["http://[::ffff:7f00:1]/", "blocked"],
    ["http://[::127.0.0.1]/", "blocked"],
    ["http://[64:ff9b::7f00:1]/", "blocked"],
    ["http://0/", "blocked"],
    ["http://127.0.0.1:0/", "blocked"],
    ["http://127.0.0.1:22/", "blocked"],
    ["http://127.0.0.1:65536/", "bad-url"],
    ["http://127.0.0.1:80@127.0.0.2/", "bad-url"],
    ["http://[fe80::1%25lo]/", "bad-url"],
    ["http://127.0.0.1%00.example/", "bad-url"],
    ["http:///127.0.0.2/", "bad-url"],
    ["http:/\\127.0.0.2/", "bad-url"],
    ["//127.0.0.1/", "bad-url"],
    ["gopher://127.0.0.1/", "bad-url"],
    ["data:text/html,x", "bad-url"],
    ["http://xn--/", "bad-url"],
    ["http://0177.0.0.2/", "blocked"],
    ["http://0x7f000002/", "blocked"],
    ["HTTP://127.0.0.2/", "blocked"],
    ["http://1２7.0.0.2/", "blocked"],
    ["http://127.0.0.2\u00ad/", "blocked"],
    ["http://127.0.0.2\u200b/", "blocked"],
    ["http://127.0.0.2#@127.0.0.1/", "blocked"],
    ["http://127.0.0.2?@127.0.0.1/", "blocked"],
    ["http://@127.0.0.2/", "blocked"],
    ["http://169.254.169.254/", "blocked"],
    ["http://2852039166/", "blocked"],
    ["http://0xa9fea9fe/", "blocked"],
    ["http://[::ffff:a9fe:a9fe]/", "blocked"],
    ["http://[0:0:0:0:0:ffff:127.0.0.2]/", "blocked"],
    ["http://[::1]/", "blocked"],
    ["http://[::]/", "blocked"],
    ["http://[2002:7f00:2::]/", "blocked"],
    ["http://[2001:db8::1]/", "blocked"],
    ["http://[fe80::1]/", "blocked"],
    ["http://[ff02::1]/", "blocked"],
    ["http://[100::1]/", "blocked"],
    ["http://0.0.0.0/", "blocked"],
    ["http://100.64.0.1/", "blocked"],
    ["http://198.18.0.1/", "blocked"],
    ["http://224.0.0.1/", "blocked"],
    ["http://255.255.255.255/", "blocked"],
    ["http://168.63.129.16/", "blocked"],
    ["http://127.0.0.1:080/", "open"],
    ["http://127.0.0.1\t.0.2/", "bad-url"],
    ["http://127.0.0.1:80:80/", "bad-url"],
    ["http://user@127.0.0.1/", "bad-url"],
    ["http://[127.0.0.1]/", "bad-url"],
    ["http:127.0.0.1/", "bad-url"],
    ["http:/127.0.0.1/", "bad-url"],
    ["https:127.0.0.1", "bad-url"],
    ["http://256.0.0.1/", "bad-url"],
    ["http://127.0.0.1%2f.example/", "bad-url"],
    ["http://127.0.0.1.nip.example/", "dns"],
    ["http://ⓛocalhost/", "dns"],
    ["http://127.0.0.1.:80/", "open"],
  ] as const) {
    it(`the spelling ${url} of an address is ${kind}`, async () =>
      assert.equal(await getOutcome(url, opened), kind));
  }
});

describe("FetchSession with 127.0.0.1 allowed and 127.0.0.2 forbidden", () => {
  let open: Awaited<ReturnType<typeof listen>>;
  let forbidden: Awaited<ReturnType<typeof listen>>;
  const answers: Record<string, (socket: Socket) => void> = {};

  before(async () => {
    open = await listen("127.0.0.1", (path, socket) => answers[path]?.(socket));
    forbidden = await listen("127.0.0.2", (_path, socket) => socket.end());
  });
  after(() => {
    open.server.close();
    forbidden.server.close();
  });

  const resolve = stub({
    ...names,
    "open.example": ["127.0.0.1"],
    "both.example": ["127.0.0.1", "127.0.0.2"],
  });
  const opened = { allowCidrs: ["127.0.0.1/32"], allowPorts: undefined, resolve };

  async function get(
    path: string,
    wanted = true,
    options: Partial<SafeFetchOptions> = {},
    origin = `http://127.0.0.1:${open.port}`,
  ): Promise<FetchedResponse> {
    const session = await createNetwork({ ...opened, ...options }).openSession(origin);
    try {
      return await session.get(new URL(path, origin).href, {
        accept: "*/*",
        wantsBody: () => wanted,
      });
    } finally {
      session.close();
    }
  }

  it("a session counts headers and body exactly as sent", async () => {
    const bytes = createResponse(
      ["HTTP/1.1 200 Very Well", "X-Long:   padded", "Content-Length: 5"],
      "hello",
    );
    answers["/plain"] = (socket) => void socket.end(bytes);
    const answer = await get("/plain");
    // The parser drops padding around a value; one space is counted.
    assert.equal(answer.headerBytes + answer.bodyBytes, bytes.length - 2);
    assert.equal(Buffer.from(answer.body ?? []).toString(), "hello");
  });

  it("a session does not download a long body that is not needed", async () => {
    answers["/long"] = (socket) =>
      void socket.write(createResponse(["HTTP/1.1 200 OK", "Content-Length: 900000000"], "x"));
    const answer = await get("/long", false);
    assert.equal(answer.bodyBytes, 900_000_000);
    assert.equal(answer.truncated, false);
  });

  it("a session ignores a declared length of 5 GB and downloads at most 15 MB", async () => {
    answers["/huge"] = (socket) => {
      socket.write(createResponse(["HTTP/1.1 200 OK", "Content-Length: 5000000000"]));
      const chunk = Buffer.alloc(1_000_000);
      const write = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", write);
      write();
    };
    const { truncated, bodyBytes } = await get("/huge", false);
    assert.ok(truncated && bodyBytes > 15e6 && bodyBytes < 20e6, `${bodyBytes}`);
  });

  it("a declared length of 9e15 fails as unreachable", async () => {
    answers["/lie"] = (socket) =>
      void socket.end(createResponse(["HTTP/1.1 200 OK", "Content-Length: 9000000000000000"], "x"));
    await assert.rejects(get("/lie", false), hasCode("unreachable"));
  });

  for (const [name, to, kind] of [
    ["the forbidden address", "http://127.0.0.2:{port}/", "blocked"],
    ["the forbidden address as a number", "http://2130706434:{port}/", "blocked"],
    ["a mapped literal", "http://[::ffff:127.0.0.2]:{port}/", "blocked"],
    ["a mapped literal of the opened address", "http://[::ffff:127.0.0.1]:{port}/", "blocked"],
    ["a name with one forbidden answer", "http://both.example:{port}/", "blocked"],
    ["a file", "file:///etc/passwd", "bad-url"],
    ["credentials", "http://a:b@127.0.0.1/", "bad-url"],
    ["an unparsable address", "http://[bad", "redirects"],
    ["itself, for ever", "/redirect", "redirects"],
  ] as const) {
    it(`a redirect to ${name} fails as ${kind} without a connection`, async () => {
      answers["/redirect"] = redirect(to.replace("{port}", String(forbidden.port)));
      await assert.rejects(get("/redirect"), hasCode(kind));
      assert.equal(forbidden.hits(), 0);
    });
  }

  it("a forbidden address is refused without a socket, with one message whether or not a server listens", async () => {
    let sockets = 0;
    const count = () => void (sockets += 1);
    subscribe("net.client.socket", count);
    const silent = (await findClosedPort("127.0.0.2")).toString();
    const failures = new Set<string>();
    for (const port of [String(forbidden.port), silent]) {
      for (const host of ["127.0.0.2", "both.example", "[::ffff:127.0.0.2]"]) {
        const failed = get("/", true, {}, `http://${host}:${port}/`);
        failures.add(await failed.then(String, (error: Error) => error.message));
      }
    }
    assert.equal(sockets, 0);
    assert.deepEqual([...failures], ["is blocked because its host is not at a public address"]);
    answers["/open"] = (socket) =>
      void socket.end(createResponse(["HTTP/1.1 200 OK", "Content-Length: 0"]));
    await get("/open");
    assert.equal(sockets, 1);
    unsubscribe("net.client.socket", count);
  });

  it("a session follows five redirects and counts each one's headers", async () => {
    answers["/r5"] = (socket) =>
      void socket.end(createResponse(["HTTP/1.1 200 OK", "Content-Length: 0"]));
    for (const n of [0, 1, 2, 3, 4]) answers[`/r${n}`] = redirect(`/r${n + 1}`);
    const answer = await get("/r0");
    assert.equal(answer.redirects.length, 5);
    assert.equal(new URL(answer.url).pathname, "/r5");
    assert.equal(
      answer.redirects[0]?.headerBytes,
      "HTTP/1.1 302 Found\r\nLocation: /r1\r\nContent-Length: 0\r\n\r\n".length,
    );
  });

  it("a name is resolved once a job, so that DNS rebinding has no effect", async () => {
    let asked = 0;
    const resolveRebinding = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
    };
    answers["/"] = (socket) =>
      void socket.end(
        createResponse(["HTTP/1.1 200 OK", "Content-Length: 0", "Connection: close"]),
      );
    const url = `http://rebind.example:${open.port}/`;
    const session = await createNetwork({ ...opened, resolve: resolveRebinding }).openSession(url);
    for (const _ of [1, 2, 3]) {
      assert.equal((await session.get(url, { accept: "*/*", wantsBody: () => true })).status, 200);
    }
    session.close();
    assert.equal(asked, 1);
    assert.equal(forbidden.hits(), 0);
  });

  it("a request has its User-Agent, no cookies, and only codings that can be decoded", async () => {
    let request = "";
    const server = createServer((socket) =>
      socket.once("data", (data) => {
        request = data.toString("latin1");
        socket.end(createResponse(["HTTP/1.1 200 OK", "Set-Cookie: a=b", "Content-Length: 0"]));
      }),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const session = await createNetwork(opened).openSession(`http://127.0.0.1:${port}/`);
    for (const _ of [1, 2])
      await session.get(`http://127.0.0.1:${port}/`, { accept: "*/*", wantsBody: () => true });
    session.close();
    server.close();
    assert.match(request, /^user-agent: Sundry\/test\r$/m);
    assert.match(request, /^accept-encoding: gzip, deflate, br\r$/m);
    assert.doesNotMatch(request, /^cookie:/im);
  });

  const bomb = Buffer.alloc(40_000_000, 97);
  for (const [coding, bytes] of [
    ["gzip", gzipSync(bomb)],
    ["br", brotliCompressSync(bomb, { params: { 1: 1 } })],
  ] as const) {
    it(`a ${coding} bomb is rejected as too large`, async () => {
      answers["/bomb"] = (socket) =>
        void socket.end(
          createResponse(
            ["HTTP/1.1 200 OK", `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`],
            bytes,
          ),
        );
      await assert.rejects(get("/bomb"), hasCode("too-large"));
    });
  }

  it("a body that is not in its declared coding is rejected as undecodable", async () => {
    answers["/not-gzip"] = (socket) =>
      void socket.end(
        createResponse(
          ["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 8"],
          "not gzip",
        ),
      );
    await assert.rejects(get("/not-gzip"), hasCode("undecodable"));
  });

  it("an endless body is truncated", async () => {
    answers["/endless"] = (socket) => {
      socket.write(createResponse(["HTTP/1.1 200 OK", "Connection: close"]));
      const chunk = Buffer.alloc(1_000_000, 32);
      const write = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", write);
      write();
    };
    const answer = await get("/endless");
    assert.equal(answer.truncated, true);
    assert.ok(answer.bodyBytes < 11_000_000);
  });

  it("a body of one-byte chunks is truncated below 50,000 of them", async () => {
    answers["/dust"] = (socket) => {
      socket.write(createResponse(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"]));
      const write = () => {
        while (!socket.destroyed && socket.write("1\r\nx\r\n".repeat(5_000)));
      };
      socket.on("drain", write);
      write();
    };
    const { truncated, bodyBytes } = await get("/dust");
    assert.ok(truncated && bodyBytes < 50_000, `${bodyBytes}`);
  });

  it("endless headers, a reset and a non-HTTP response are rejected as unreachable", async () => {
    answers["/headers"] = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const line = `X-A: ${"a".repeat(1000)}\r\n`;
      for (let n = 0; n < 200; n += 1) socket.write(line);
    };
    answers["/reset"] = (socket) => void socket.resetAndDestroy();
    answers["/smtp"] = (socket) => void socket.end("220 mail.example ESMTP\r\n");
    for (const path of ["/headers", "/reset", "/smtp"]) {
      await assert.rejects(get(path), hasCode("unreachable"), path);
    }
  });

  it("endless interim responses are rejected as unreachable", { timeout: 300_000 }, async () => {
    answers["/hints"] = (socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(99)));
      };
      socket.on("drain", write);
      write();
    };
    await assert.rejects(get("/hints"), hasCode("unreachable"));
  });

  it(
    "a connection whose chunk framing exceeds the byte budget is closed",
    { timeout: 60_000 },
    async () => {
      let received = 0;
      answers["/framing"] = (socket) => {
        socket.write(createResponse(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], "1;"));
        const write = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 97))) received += 65_536;
        };
        socket.on("drain", write);
        write();
      };
      // Fewer than by default, because undici's body timeout of 10 s must not come first.
      const limits = { receivedBytes: 8e6 };
      await assert.rejects(get("/framing", true, { limits }), hasCode("unreachable"));
      assert.ok(received < limits.receivedBytes + 20e6, `${received}`);
    },
  );

  it("each host gets one job at a time and 12 a minute, except in allowed ranges", async () => {
    let time = 0;
    const guarded = createNetwork({ now: () => time });
    const session = await guarded.openSession("http://example.com/");
    await assert.rejects(guarded.openSession("http://example.com/other"), isRate);
    await assert.rejects(guarded.openSession("http://Example.com./"), isRate);
    session.close();
    for (let n = 1; n < 12; n += 1) (await guarded.openSession("http://example.com/")).close();
    await assert.rejects(guarded.openSession("http://example.com/"), isRate);
    time = 60_001;
    (await guarded.openSession("http://example.com/")).close();
    const exempt = createNetwork(opened);
    for (let n = 0; n < 20; n += 1) (await exempt.openSession("http://open.example/")).close();
  });

  it("a session that is closed twice releases one permit", async () => {
    const guarded = createNetwork(opened);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 12 }, () => guarded.openSession("http://open.example/")),
    );
    first?.close();
    first?.close();
    others.push(await guarded.openSession("http://open.example/"));
    let waited = true;
    const last = guarded.openSession("http://open.example/").finally(() => (waited = false));
    await turn();
    await turn();
    assert.ok(waited);
    others.pop()?.close();
    others.push(await last);
    for (const session of others) session.close();
  });

  it("requests past 300 are refused and counted until the budget is reset", async () => {
    answers["/"] = (socket) => {
      const answer = createResponse(["HTTP/1.1 200 OK", "Content-Length: 0"]);
      socket.write(answer);
      socket.on("data", () => socket.write(answer));
    };
    const url = `http://127.0.0.1:${open.port}/`;
    const session = await createNetwork(opened).openSession(url);
    const ask = () => session.get(url, { accept: "*/*", wantsBody: () => true });
    await Promise.all(Array.from({ length: 300 }, ask));
    assert.equal(session.overBudgetCount(), 0);
    await assert.rejects(ask(), hasCode("too-large"));
    assert.equal(session.overBudgetCount(), 1);
    session.resetBudget();
    assert.equal(session.overBudgetCount(), 0);
    assert.equal((await ask()).status, 200);
    session.close();
  });

  it("a job past 30,000 header lines fails as too large without further requests", async () => {
    const line = "a:b";
    const head = ["HTTP/1.1 200 OK", "Content-Length: 0", ...Array<string>(9_000).fill(line)];
    let requests = 0;
    answers["/headers-9000"] = (socket) => {
      requests += 1;
      socket.end(createResponse(head));
    };
    const origin = `http://127.0.0.1:${open.port}`;
    const session = await createNetwork(opened).openSession(origin);
    const ask = () =>
      session.get(`${origin}/headers-9000`, { accept: "*/*", wantsBody: () => false }).then(
        () => "measured",
        (error: FetchError) => error.code,
      );
    const outcomes: string[] = [];
    for (const _ of Array(6)) outcomes.push(await ask());
    session.close();
    assert.deepEqual(outcomes, [...Array<string>(4).fill("measured"), "too-large", "too-large"]);
    assert.deepEqual([requests, session.overBudgetCount()], [4, 2]);
  });

  it("a session that is offline rejects everything", async () => {
    await assert.rejects(
      createNetwork({ offline: true }).openSession("http://example.com/"),
      (error) => error instanceof UnavailableError && error.kind === "overloaded",
    );
  });

  it("another session opens while many lookups of a job hang", { timeout: 300_000 }, async () => {
    const asked: string[] = [];
    const resolveOrHang = (name: string) => {
      asked.push(name);
      return name.startsWith("hang") ? new Promise<never>(() => {}) : resolve(name);
    };
    const guarded = createNetwork({ ...opened, resolve: resolveOrHang });
    const session = await guarded.openSession("http://open.example/");
    let settled = false;
    const codes = Promise.all(
      [1, 2, 3].map((n) =>
        session
          .get(`http://hang${n}.example/`, { accept: "*/*", wantsBody: () => true })
          .catch((error: unknown) => (error instanceof FetchError ? error.code : error)),
      ),
    );
    void codes.then(() => (settled = true));
    (await guarded.openSession("http://localhost/")).close();
    assert.equal(settled, false);
    assert.deepEqual(await codes, ["dns", "timeout", "timeout"]);
    session.close();
    assert.deepEqual(asked, ["open.example", "hang1.example", "localhost"]);
  });

  it("a resolver that finds no name fails as dns, and without a network as offline", async () => {
    for (const [code, kind] of [
      ["ENOTFOUND", "dns"],
      ["EAI_AGAIN", "offline"],
    ] as const) {
      const failing = () => Promise.reject(Object.assign(new Error(code), { code }));
      assert.equal(await getOutcome("http://name.example/", { resolve: failing }), kind);
    }
  });

  it("a resolver that hangs fails as dns", { timeout: 300_000 }, async () => {
    assert.equal(
      await getOutcome("http://hang.example/", { resolve: () => new Promise(() => {}) }),
      "dns",
    );
  });
});
