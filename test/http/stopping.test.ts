import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, it } from "node:test";
import { createGracefulShutdown } from "#src/http/socket/connections.js";
import { waitUntil } from "../support/eventually.ts";
import { postJson } from "../support/post.ts";
import { parseHead, sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

describe("a stop with a delay", () => {
  it("goes on serving while /readyz is 503, and each response ends its connection", async (test) => {
    const server = await startServer({ STOP_DELAY_MS: "60000" });
    test.after(() => server.stop("SIGKILL"));
    const { url, port } = server;
    const ready = () => fetch(`${url}/readyz`).then(({ status }) => status);
    assert.equal(await ready(), 200);
    server.process.kill("SIGTERM");
    await waitUntil(async () => (await ready()) === 503);
    const hash = await postJson(`${url}/api/v1/hash`, { text: "a" });
    assert.deepEqual([hash.status, hash.headers.get("connection")], [200, "close"]);
    // The server closes, although the client would keep the connection.
    const answer = await sendRaw(port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert.equal(parseHead(answer).headers["connection"], "close");
    server.process.kill("SIGTERM");
    assert.equal(await server.exited, null);
  });

  it("closes a connection that sent nothing when its request can no longer be on its way", async () => {
    let nowMs = 0;
    const server = createServer((_, response) => response.end("served"));
    const close = createGracefulShutdown(server, () => nowMs);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const accepted = once(server, "connection");
      const socket = connect(port, "127.0.0.1").setEncoding("latin1");
      await accepted;
      return socket;
    };
    const old = await open();
    nowMs = 999;
    const young = await open();
    const closed = close();
    nowMs = 1000;
    await once(old, "close");
    young.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [answer] = (await once(young, "data")) as [string];
    assert.match(answer, /served/);
    await closed;
  });
});
