import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Payload {
  path: string;
  query: string;
  body: string;
  bodyJson: unknown;
  rawHeaders: [string, string][];
}

function postHead(target: string, length = 0): string {
  return `POST ${target} HTTP/1.1\r\nContent-Length: ${length}\r\nConnection: close`;
}

describe("/api/v1/webhook/{id} over raw sockets", { timeout: 300_000, concurrency: true }, () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /**
   * Sends these header lines and a body; returns the status, the headers and the whole response
   * text.
   */
  async function send(head: string, body = "") {
    const text = await sendRaw(server.port, `${head}\r\nHost: localhost\r\n\r\n${body}`);
    return { ...parseHead(text), text };
  }

  async function readPayloads(inbox: string): Promise<Payload[]> {
    const answer = await fetch(`${server.url}/api/v1/webhook/${inbox}`);
    return ((await answer.json()) as { payloads: Payload[] }).payloads;
  }

  it("the path after the id is stored as it was sent, invalid escapes included", async () => {
    for (const path of ["/%zz", "/%ff?a=%", "//", "/%", "/../x", "/%2e%2F%25"]) {
      assert.equal((await send(postHead(`/api/v1/webhook/escapes${path}`))).status, 200, path);
    }
    const found = (await readPayloads("escapes")).map(
      ({ path, query }) => path + (query && `?${query}`),
    );
    assert.deepEqual(found, ["/%zz", "/%ff?a=%", "//", "/%", "/../x", "/%2e%2F%25"]);
    const refused = await send(postHead("/api/v1/webhook/%zz/x"));
    assert.equal(refused.status, 400);
    assert.equal(refused.headers["x-usage-limit"], "100");
  });

  it("a request in absolute form is captured and counted", async () => {
    const key = "\r\nX-API-Key: whole-url";
    const target = "http://elsewhere.example/api/v1/webhook/whole/sub?q=1";
    await send(postHead(target) + key);
    const second = await send(postHead(target) + key);
    assert.equal(second.status, 200);
    assert.equal(second.headers["x-usage-count"], "2");
    const [payload] = await readPayloads("whole");
    assert.deepEqual([payload?.path, payload?.query], ["/sub", "q=1"]);
  });

  it("a request with an unknown expectation is captured", async () => {
    const answer = await send(
      `${postHead("/api/v1/webhook/expects", 2)}\r\nExpect: miracles`,
      "hi",
    );
    assert.equal(answer.status, 200);
    assert.equal((await readPayloads("expects"))[0]?.body, "hi");
  });

  it("100 Continue is sent to a client that expects it", async () => {
    const answer = await send(
      `${postHead("/api/v1/webhook/asks", 2)}\r\nExpect: 100-continue`,
      "hi",
    );
    assert.match(answer.text, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it("a read gets 304 without a body when If-None-Match lists the tag", async () => {
    const poll = async (inbox: string, tag: string, query = "") =>
      send(
        `GET /api/v1/webhook/${inbox}${query} HTTP/1.1\r\nIf-None-Match: ${tag}\r\nConnection: close`,
      );
    await send(postHead("/api/v1/webhook/polled", 1), "x");
    const tag = (await poll("polled", '"other"')).headers["etag"] ?? "";
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      for (const query of ["", "?limit=5"]) {
        const { status, headers, text } = await poll("polled", known, query);
        const actual = [status, headers["etag"], headers["cache-control"]];
        assert.deepEqual(actual, [304, tag, "no-cache"]);
        assert.ok(text.endsWith("\r\n\r\n"), "the response has no body");
      }
    }
    assert.equal((await poll("polled", tag, "?limit=no")).status, 422);
    assert.equal((await poll("polled/sub", tag)).status, 404);
    assert.equal((await poll("never-sent-to", '"none"')).status, 304);
    await send(postHead("/api/v1/webhook/polled", 1), "y");
    assert.equal((await poll("polled", tag)).status, 200);
  });

  it("a 304 has the headers of a 200, and its request is counted", async () => {
    await send(postHead("/api/v1/webhook/carries", 1), "x");
    const poll = "GET /api/v1/webhook/carries HTTP/1.1\r\nX-API-Key: poller\r\nConnection: close";
    const first = await send(poll);
    const known = `${poll}\r\nIf-None-Match: ${first.headers["etag"]}`;
    const again = await send(known);
    assert.equal(again.status, 304);
    assert.deepEqual(
      ["x-usage-count", "x-usage-remaining"].map((name) => again.headers[name]),
      ["2", "98"],
    );
    const others = new Set(["x-usage-count", "x-usage-remaining", "x-request-id", "date"]);
    for (const [name, value] of Object.entries(first.headers)) {
      const differs = others.has(name) || name === "content-type" || name === "content-length";
      if (!differs) assert.equal(again.headers[name], value, name);
    }
    assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
    // Two Host headers may be a smuggled request.
    assert.equal((await send(`${known}\r\nHost: other`)).status, 400);
  });

  it("pipelined requests are captured in order", async () => {
    const line = "POST /api/v1/webhook/pipeline HTTP/1.1\r\nHost: localhost\r\n";
    const head = `${line}Content-Length: 1\r\n\r\n`;
    const last = `${line}Connection: close\r\nContent-Length: 1\r\n\r\n`;
    const text = await sendRaw(server.port, `${head}a${head}b${last}c`);
    assert.equal(text.match(/HTTP\/1.1 200/g)?.length, 3);
    assert.deepEqual(
      (await readPayloads("pipeline")).map(({ body }) => body),
      ["a", "b", "c"],
    );
  });

  it("chunked bodies and requests of HTTP/1.0 are captured", async () => {
    const chunked =
      "POST /api/v1/webhook/old HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked";
    assert.equal(
      (await send(chunked, "3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nX-Trailer: 1\r\n\r\n")).status,
      200,
    );
    const old = "POST /api/v1/webhook/old HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi";
    assert.equal(parseHead(await sendRaw(server.port, old)).status, 200);
    assert.deepEqual(
      (await readPayloads("old")).map(({ body }) => body),
      ["abcd", "hi"],
    );
  });

  it("a client that reads late gets every byte of each pipelined response", async () => {
    for (let sent = 0; sent < 9; sent++) {
      await fetch(`${server.url}/api/v1/webhook/slow-reader`, {
        method: "POST",
        body: `${sent}`.padEnd(100_000, "x"),
      });
    }
    const whole = await (await fetch(`${server.url}/api/v1/webhook/slow-reader`)).text();
    const read = "GET /api/v1/webhook/slow-reader HTTP/1.1\r\nHost: localhost\r\n";
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${read}\r\n`.repeat(7) + `${read}Connection: close\r\n\r\n`);
    // The server writes more than the socket buffers can contain.
    await setTimeout(50);
    const text = Buffer.concat(await socket.toArray()).toString();
    const responses = text.split("HTTP/1.1 200 OK").slice(1);
    const bodies = responses.map((response) => response.slice(response.indexOf("\r\n\r\n") + 4));
    assert.equal(bodies.length, 8);
    assert.ok(bodies.every((body) => body === whole));
  });

  it("two Content-Length headers, and one beside Transfer-Encoding, are rejected", async () => {
    const lengths = `${postHead("/api/v1/webhook/smuggled", 2)}\r\nContent-Length: 3`;
    const both = `${postHead("/api/v1/webhook/smuggled", 2)}\r\nTransfer-Encoding: chunked`;
    for (const head of [lengths, both]) assert.equal((await send(head, "0\r\n\r\n")).status, 400);
    assert.deepEqual(await readPayloads("smuggled"), []);
  });

  it("a large JSON body is stored whole while small ones are captured", async () => {
    const json = `{"a":[${"1, ".repeat(600_000)}1]${" ".repeat(1_000_000)}}`;
    const headers = { "content-type": "application/json" };
    const url = `${server.url}/api/v1/webhook/heavy`;
    const large = fetch(url, { method: "POST", body: json, headers });
    const small = fetch(url, { method: "POST", body: "1", headers });
    assert.deepEqual([(await large).status, (await small).status], [200, 200]);
    const stored = (await readPayloads("heavy")).find(({ body }) => body.length > 1);
    assert.equal(stored?.body, json);
    assert.deepEqual(stored.bodyJson, JSON.parse(json));
  });
});
