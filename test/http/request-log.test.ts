import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { waitUntil } from "../support/eventually.ts";
import { postJson } from "../support/post.ts";
import { sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

interface RequestLine {
  msg: string;
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  bytesIn: number;
  bytesOut: number;
  tool?: string;
}

/** Concurrent requests, fewer than the server takes from a connection. */
const BATCH = 8;
/** Batches between two looks at the metrics. */
const ROUND = 200;

describe("lines of requests", () => {
  it("a line has the pattern of the route and nothing that the caller sent", async (test) => {
    const server = await startServer({ LOG_REQUESTS: "true" });
    test.after(() => server.stop());
    const { url, port, log } = server;
    const response = await postJson(`${url}/api/v1/hash?secret=1`, { text: "hidden" });
    await postJson(`${url}/api/v1/webhook/my-capability`, { secret: 2 });
    await fetch(`${url}/secret-path`);
    await fetch(`${url}/healthz`);
    await sendRaw(
      port,
      "PROPFIND /secret HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    const call = { name: "hash", arguments: { text: "hidden" } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
    await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(message),
    });
    const list = () =>
      log
        .filter((line) => line.includes('"msg":"request"'))
        .map((line) => JSON.parse(line) as RequestLine);
    await waitUntil(() => list().length >= 5);
    // Its body never arrives.
    const aborted = connect(port, "127.0.0.1");
    const head = "Host: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n";
    aborted.write(`POST /api/v1/hash HTTP/1.1\r\n${head}`);
    await once(aborted, "data");
    aborted.destroy();
    await waitUntil(() => list().length >= 6);
    const told = list().map(({ method, route, status, tool }) => [method, route, status, tool]);
    assert.deepEqual(told, [
      ["POST", "/api/v1/hash", 200, "hash"],
      ["POST", "/api/v1/webhook/{id}", 200, undefined],
      ["GET", "unmatched", 404, undefined],
      ["other", "unmatched", 404, undefined],
      ["POST", "/mcp", 200, "hash"],
      ["POST", "/api/v1/hash", 499, "hash"],
    ]);
    const [first] = list();
    assert.equal(first?.requestId, response.headers.get("x-request-id"));
    assert.ok(first && first.ms > 0 && first.bytesIn > 17 && first.bytesOut > 100);
    assert.doesNotMatch(log.join("\n"), /secret|hidden|my-capability|127\.0\.0\.1"/);
  });

  it("an unread standard output neither stops requests nor the process", async (test) => {
    const server = await startServer({ LOG_REQUESTS: "true" });
    test.after(() => server.stop("SIGKILL"));
    server.process.stdout?.pause();
    const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
    const requests = "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(BATCH);
    const hasDropped = async () =>
      /^sundry_log_dropped_total\{\} [1-9]/m.test(
        await (await fetch(`${server.url}/metrics`)).text(),
      );
    let batches = 0;
    let text = "";
    socket.write(requests);
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.split("HTTP/1.1 404").length - 1 < BATCH) continue;
      // The buffers before the reader hold as much as the system allows them.
      if (++batches % ROUND === 0 && (await hasDropped())) break;
      text = "";
      socket.write(requests);
    }
    socket.destroy();
    server.process.kill("SIGTERM");
    await once(server.process, "exit");
    assert.equal(server.process.exitCode, 0);
  });
});
