import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { after, before, describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const BODY = '{"text":"a"}';

describe("unusual requests", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ INBOX_MAX_BODY_BYTES: "3000000" });
  });
  after(() => server.stop());

  /**
   * Sends the head of a request that announces this many bytes, without the body; returns the
   * response.
   */
  function announceBody(path: string, bodyBytes: number): Promise<string> {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bodyBytes}\r\n`;
    return sendRaw(server.port, `${head}Expect: 100-continue\r\n\r\n`);
  }

  /** Sends the same head, and emits what arrives. */
  function ask(path: string, bodyBytes: number): ClientRequest {
    const headers = { expect: "100-continue", "content-length": bodyBytes };
    const asking = request(server.url + path, { method: "POST", headers });
    asking.flushHeaders();
    return asking;
  }

  it("a path that is written with escapes gets 405 for another method", async () => {
    for (const path of ["/api/v1/%68ash", "/%61pi/v1/hash?x=%2f"]) {
      const response = await fetch(server.url + path, { method: "DELETE" });
      assert.equal(response.status, 405, path);
      assert.equal(response.headers.get("allow"), "OPTIONS, POST");
    }
    assert.equal((await fetch(`${server.url}/api/v1%2fhash`)).status, 404, "%2F is no slash");
  });

  it("100 Continue is sent for a body that the server will read", async () => {
    const asking = ask("/api/v1/hash", BODY.length);
    await once(asking, "continue");
    asking.end(BODY);
    const [response] = await once(asking, "response");
    assert.equal(response.statusCode, 200);
    response.resume();
    const large = ask("/api/v1/webhook/edges", 2_999_999).on("error", () => undefined);
    await once(large, "continue");
    large.destroy();
  });

  it("a body is rejected before it is sent, and the connection is closed", async () => {
    for (const [path, bodyBytes, status] of [
      ["/api/v1/hash", 3_000_000, 413],
      ["/api/v1/qr", 300_000, 413],
      ["/api/v1/webhook/edges", 3_000_001, 413],
      ["/nowhere", 10, 404],
      ["/healthz", 10, 405],
    ] as const) {
      const text = await announceBody(path, bodyBytes);
      const { status: given, headers } = parseHead(text);
      assert.equal(given, status, path);
      assert.equal(headers["connection"], "close", path);
      assert.ok(headers["x-usage-count"], path);
    }
  });

  for (const keepAlive of [true, false]) {
    const kind = keepAlive ? "stays open" : "ends with its response";
    it(`a client reads the 413 of a large body on a connection that ${kind}`, async () => {
      const agent = new Agent({ keepAlive });
      const body = Buffer.alloc(8 * 1024 ** 2 + 1, 32);
      for (const path of ["/api/v1/pdf", "/api/v1/files", "/api/v1/pdf", "/api/v1/files"]) {
        const sending = request(server.url + path, { method: "POST", agent }).end(body);
        const [response] = (await once(sending, "response")) as [IncomingMessage];
        assert.equal(response.statusCode, 413, path);
        await once(response.resume(), "end");
      }
      agent.destroy();
    });
  }

  it("an empty Content-Type is treated as absent", async () => {
    const head = `POST /api/v1/hash HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \r\n`;
    for (const [body, status] of [
      [BODY, 200],
      ["{", 400],
      ["", 400],
    ] as const) {
      const bytes = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
      assert.equal(parseHead(await sendRaw(server.port, bytes)).status, status, body);
    }
  });
});

describe("HOST", () => {
  /** Resolves every localhost to two addresses, as most machines do. */
  const TWO_ADDRESSES = `import dns from "node:dns"; const { lookup } = dns;
    const both = [{ address: "127.0.0.1", family: 4 }, { address: "::1", family: 6 }];
    dns.lookup = (host, options, done) =>
      host === "localhost" && options.all ? done(null, both) : lookup(host, options, done);`;

  it("a HOST that is a name responds by the contract on every address", async () => {
    const server = await startServer({
      HOST: "localhost",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TWO_ADDRESSES)}`,
    });
    const answers = await Promise.all(
      ["127.0.0.1", "::1"].map((host) =>
        sendRaw({ port: server.port, host }, "NO HTTP\r\n\r\n").catch(() => undefined),
      ),
    );
    await server.stop();
    const given = answers.filter((text) => text !== undefined);
    assert.ok(given.length > 0, "it listens at one of them");
    for (const text of given) assert.ok(parseHead(text).headers["x-usage-count"], text);
  });
});

describe("start-up output", () => {
  it("the start-up output is the URL and one JSON line at every log level, and nothing else at error", async () => {
    for (const level of ["debug", "error", "silent"]) {
      const server = await startServer({ LOG_LEVEL: level });
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
      const listening = server.log.filter((line) => /listening/i.test(line));
      assert.equal(await server.stop(), 0);
      assert.match(server.log[0] ?? "", new RegExp(`^Sundry \\S+ is at ${server.url}$`));
      if (level === "error") assert.equal(server.log.length, 2, server.log.join("\n"));
      assert.ok(!server.log.some((line) => line.includes("/healthz")), server.log.join("\n"));
      assert.equal(listening.length, 1, listening.join("\n"));
      assert.equal(JSON.parse(listening[0] ?? "").url, server.url);
    }
  });

  it(
    "the start-up output is one sentence when the data directory cannot be created",
    { timeout: 60_000 },
    async () => {
      await assert.rejects(
        startServer({ DATA_DIR: "/proc/sundry/data" }),
        /ended with 1: DATA_DIR \/proc\/sundry\/data cannot be used: .+\n$/,
      );
    },
  );
});
