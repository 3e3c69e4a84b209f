import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { ByteBudget } from "#src/http/socket/byte-budget.js";
import { reserveHeaders, MAX_HEADER_LINES } from "#src/http/socket/header-limits.js";
import { createClientResolver } from "#src/http/client.js";
import type { Route } from "#src/http/route.js";
import { waitUntil } from "../support/eventually.ts";
import { sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { startApp } from "./support/app.ts";

describe("header lines", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it("header lines are captured up to 4,000 and rejected with 431 above, never dropped", async () => {
    const capture = (lines: number) =>
      sendRaw(
        server.port,
        `POST /api/v1/webhook/lines HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${"a: b\r\n".repeat(lines - 2)}\r\n`,
      );
    assert.match(await capture(MAX_HEADER_LINES), /^HTTP\/1\.1 200 /);
    const refusal = await capture(MAX_HEADER_LINES + 1);
    assert.match(refusal, /^HTTP\/1\.1 431 /);
    assert.match(refusal, /more than 4000 header lines/);
    assert.match(refusal, /^connection: close/im);
    assert.match(await capture(2 * MAX_HEADER_LINES), /^HTTP\/1\.1 431 /);
    const list = await fetch(`${server.url}/api/v1/webhook/lines`);
    const { payloads } = (await list.json()) as { payloads: { rawHeaders: unknown[] }[] };
    assert.deepEqual(
      payloads.map(({ rawHeaders }) => rawHeaders.length),
      [MAX_HEADER_LINES],
    );
  });
});

describe("unfinished headers", () => {
  it("unfinished headers are cut past the share of their address, and others are served", async (test) => {
    const ok: Route = { methods: ["GET"], access: "public", path: "/ok", handler: () => ({}) };
    const app = await startApp({ routes: [ok], maxConnections: 400, maxUploadBytes: 8_000_000 });
    const head = `GET /ok HTTP/1.1\r\n${"a: b\r\n".repeat(9_000)}`;
    let cut = 0;
    const sockets = Array.from({ length: 150 }, () => {
      const socket = connect(app.port, "127.0.0.1").on("error", () => undefined);
      let isAnswered = false;
      socket.on("data", () => (isAnswered = true));
      // A timeout is answered with 408.
      socket.on("close", () => (cut += isAnswered ? 0 : 1));
      socket.write(head);
      return socket;
    });
    test.after(async () => {
      for (const socket of sockets) socket.destroy();
      await app.close();
    });
    // Half of the budget has room for eleven, but fewer than 100 connections are not counted, and
    // the headers of some may arrive after that.
    await waitUntil(() => cut > 50);
    assert.equal((await app.send("/ok")).status, 200);
    assert.ok(cut < 150, "every connection was cut");
  });
});

/** A request with this many header lines that waits for its response. */
function createRequest(lines: number, remoteAddress = "192.0.2.1") {
  let isCut = false;
  const socket = { remoteAddress, destroy: () => (isCut = true) };
  const rawHeaders = Array.from({ length: 2 * lines }, () => "a");
  const message = { rawHeaders, headers: {}, url: "/", socket } as unknown as IncomingMessage;
  const response = new EventEmitter() as unknown as ServerResponse;
  return { message, response, isCut: () => isCut };
}

describe("reserveHeaders", () => {
  const clients = createClientResolver(undefined);

  it("reserveHeaders counts large headers until the response ends", () => {
    const budget = new ByteBudget(1_000_000);
    for (const lines of [20, 1_000]) {
      const { message, response } = createRequest(lines);
      reserveHeaders(message, response, { uploads: budget, clients });
      assert.equal(budget.bytes > 50_000, lines === 1_000);
      response.emit("close");
      assert.equal(budget.bytes, 0);
      // Small headers cost nothing to keep.
      assert.equal(message.rawHeaders.length, lines === 1_000 ? 0 : 40);
    }
  });

  it("reserveHeaders disconnects further requests of a client that keeps its share of the budget", () => {
    const budget = new ByteBudget(1_000_000);
    const requests = Array.from({ length: 50 }, () => createRequest(1_000));
    for (const { message, response } of requests)
      reserveHeaders(message, response, { uploads: budget, clients });
    assert.ok(budget.bytes <= 500_000);
    const cut = requests.slice(10);
    assert.ok(cut.every(({ isCut, message }) => isCut() && message.rawHeaders.length === 0));
    assert.ok(!requests[0]?.isCut(), "the first was cut for a later one");
    const other = createRequest(1_000, "192.0.2.2");
    reserveHeaders(other.message, other.response, { uploads: budget, clients });
    assert.ok(!other.isCut());
  });
});
