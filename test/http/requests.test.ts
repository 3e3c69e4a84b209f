import assert from "node:assert/strict";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const BODY = '{"text":"a"}';

/** Returns a request as bytes that closes its connection. */
function readBytes(line: string, headers: string[] = [], body = ""): string {
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  const lines = [`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, ...length];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

let server: RunningServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

async function send(line: string, headers: string[] = [], body = "") {
  const text = await sendRaw(server.port, readBytes(line, headers, body));
  return { ...parseHead(text), text };
}

async function readUsage(line: string, body = ""): Promise<number> {
  const { status, headers } = await send(line, [], body);
  assert.equal(status, 200, line);
  return Number(headers["x-usage-count"]);
}

async function getStatusOfType(type: string): Promise<number> {
  return (await send("POST /api/v1/hash", [`Content-Type: ${type}`], BODY)).status;
}

async function isProblem(accept: string): Promise<boolean> {
  const { headers } = await send("POST /api/v1/hash", [`Accept: ${accept}`], "{}");
  return (headers["content-type"] ?? "").startsWith("application/problem+json");
}

describe("requests in unusual forms", () => {
  it("requests count toward usage however their path is spelled", async () => {
    for (const target of [
      "/api/v1/hash",
      "/%61pi/v1/hash",
      "http://a/api/v1/hash",
      "HTTPS://other.example/api/v1/hash?x",
    ]) {
      const shown = await readUsage("GET /healthz");
      assert.equal(await readUsage(`POST ${target}`, BODY), shown + 1, target);
    }
    assert.equal((await send("GET http://a")).status, 200, "no path is the root");
    assert.equal((await send("GET http://a?x")).status, 200);
    assert.equal((await send("GET *")).status, 404, "a star is no path");
  });

  it("requests get 404 or 405 before their body is read", async () => {
    const bodies: [string[], string][] = [
      [[], ""],
      [[], "{"],
      [["Content-Type: text/plain"], "text"],
      [["Content-Type: ;;;"], "{}"],
      [["Content-Encoding: gzip"], "{}"],
      [["Expect: 100-continue"], "x".repeat(400_000)],
    ];
    for (const [headers, body] of bodies) {
      const what = `${headers.join()} ${body.slice(0, 9)}`;
      const wrong = await send("PUT /api/v1/hash", headers, body);
      assert.match(wrong.text, /HTTP\/1.1 405 /, what);
      assert.match(wrong.text, /\r\nallow: OPTIONS, POST\r\n/, what);
      assert.match((await send("POST /nowhere", headers, body)).text, /HTTP\/1.1 404 /, what);
      assert.match(
        (await send("OPTIONS /api/v1/hash", headers, body)).text,
        /HTTP\/1.1 204 /,
        what,
      );
    }
  });

  it("requests get 405 for every method that a path does not support", async () => {
    const others = METHODS.filter((method) => !["CONNECT", "OPTIONS", "POST"].includes(method));
    for (const method of others) {
      assert.equal((await send(`${method} /api/v1/hash`)).status, 405, method);
    }
  });

  it("requests need a Host from HTTP/1.1 on", async () => {
    for (const [version, answer] of [
      ["1.0", /^HTTP\/1.1 200 /],
      ["1.1", /^HTTP\/1.1 400 [^]*no Host header/],
    ] as const) {
      const bytes = `GET /healthz HTTP/${version}\r\nConnection: close\r\n\r\n`;
      assert.match(await sendRaw(server.port, bytes), answer);
    }
  });

  it("requests may have thousands of headers, and keep all of them", async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `X-${at}: y`);
    await send("POST /api/v1/hash", [], BODY);
    const { headers } = await send("POST /api/v1/hash", [...many, "X-API-Key: last"], BODY);
    assert.equal(headers["x-usage-count"], "1", "counted by the key, not by the address");
  });

  it("requests may have an unknown Expect header", async () => {
    const answer = await send("POST /api/v1/hash", ["Expect: a-miracle"], BODY);
    assert.equal(answer.status, 200);
    assert.ok(answer.headers["x-usage-count"]);
  });

  it("requests are read as JSON under every type that ends in +json", async () => {
    for (const type of [
      "application/json;charset=latin1",
      "image/svg+json",
      "MODEL/X.y+JSON ; a=b",
    ]) {
      assert.equal(await getStatusOfType(type), 200, type);
    }
    for (const type of ["text/json", "application/jsonp", "application/json-seq", "a/b+jsonx"]) {
      assert.equal(await getStatusOfType(type), 415, type);
    }
  });

  it("requests get problem+json only when they name it", async () => {
    for (const accept of [
      "application/problem+json",
      "APPLICATION/Problem+JSON",
      "application/json, application/problem+json;q=0.5",
    ]) {
      assert.equal(await isProblem(accept), true, accept);
    }
    for (const accept of [
      "*/*",
      "application/*",
      "application/problem+json;q=0",
      "application/problem+jsonx",
      "text/x;a=application/problem+json",
    ]) {
      assert.equal(await isProblem(accept), false, accept);
    }
  });

  it("garbage after a request ends a response in flight without adding to it", async () => {
    const socket = connect(server.port, "127.0.0.1");
    let text = "";
    socket.on("error", () => undefined);
    socket.write("GET /api/v1/inboxes/garbage/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for await (const chunk of socket) {
      if (text === "") socket.write("\0garbage\r\n\r\n");
      text += String(chunk);
    }
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.equal(text.split("HTTP/1.1 ").length, 2, text);
  });
});

describe("start of a server", () => {
  it("a start with an address that is in use reports it", async () => {
    await assert.rejects(
      startServer({ PORT: String(server.port) }),
      /ended with 1: HOST 127\.0\.0\.1 with PORT \d+ cannot be used: [^\n]*EADDRINUSE[^\n]*\n$/,
    );
  });
});
