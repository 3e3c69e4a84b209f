import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { after, before, describe, it } from "node:test";
import { createMemoryCounters } from "#src/store/memory-counters.js";
import { handleParserErrors } from "#src/http/socket/parser-errors.js";

const server = createServer();
handleParserErrors(server, {
  counters: createMemoryCounters(),
  dailyLimit: 100,
  now: () => 0,
  nextRequestId: () => "id",
});
before(() => once(server.listen(0, "127.0.0.1"), "listening"));
after(() => server.close());

/** Returns a connection that has sent this and remains open on its own side. */
async function openConnection(text: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** Creates a socket that records what is written to it. */
class Recorder extends Duplex {
  written = "";
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += String(chunk);
    done();
  }
}

describe("messages that never become a request", () => {
  it("messages that never become a request get a complete response with the common headers, and the connection closes", async () => {
    const text = await readAll(await openConnection("NO SUCH THING\r\n\r\n"));
    const [head = "", body = ""] = text.split("\r\n\r\n");
    assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const line of [
      "x-content-type-options: nosniff",
      "x-usage-count: 0",
      "x-request-id: id",
      "connection: close",
      `content-length: ${Buffer.byteLength(body)}`,
    ]) {
      assert.ok(head.split("\r\n").includes(line), line);
    }
    assert.deepEqual(Object.keys(JSON.parse(body) as object), ["error"]);
  });

  it("messages that never become a request are read to their end, so that the connection closes without a reset", async (test) => {
    // The server would reset a connection that it still reads from after a second.
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const socket = await openConnection("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
    const ended = once(socket.resume(), "close");
    socket.end(Buffer.alloc(4_000_000));
    assert.deepEqual(await ended, [false]);
  });

  it(
    "a connection is closed though its peer neither ends nor stops sending",
    { timeout: 60_000 },
    async () => {
      const socket = await openConnection("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
      const sending = setInterval(() => socket.write("x".repeat(100_000)), 5);
      socket.on("error", () => {});
      await new Promise((resolve) => socket.resume().once("close", resolve));
      clearInterval(sending);
    },
  );
});

describe("a connection that cannot take a response", () => {
  const failures: [name: string, code: string, change: (socket: Recorder) => void][] = [
    ["its peer is gone", "ECONNRESET", () => {}],
    ["it takes nothing more", "HPE_INVALID_METHOD", (socket) => void socket.end()],
    [
      "part of another answer is out",
      "HPE_INVALID_METHOD",
      (socket) => Object.assign(socket, { _httpMessage: { headersSent: true } }),
    ],
  ];
  for (const [name, code, change] of failures) {
    it(`a connection that cannot take a response is disconnected: ${name}`, async () => {
      const socket = new Recorder();
      change(socket);
      server.emit("clientError", Object.assign(new Error("parser"), { code }), socket);
      await new Promise(setImmediate);
      assert.ok(socket.destroyed);
      assert.equal(socket.written, "");
    });
  }

  it("a response that has not started is replaced by the 431 of a parser error", async () => {
    const socket = Object.assign(new Recorder(), { _httpMessage: { headersSent: false } });
    const error = Object.assign(new Error("parser"), { code: "HPE_HEADER_OVERFLOW" });
    server.emit("clientError", error, socket);
    await once(socket, "finish");
    assert.match(socket.written, /^HTTP\/1\.1 431 /);
    socket.destroy();
  });
});
