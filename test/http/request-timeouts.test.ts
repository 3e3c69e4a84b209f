import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../support/eventually.ts";
import { parseHead, sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

/**
 * Shortens the timeouts of the server, whose lengths are in test/http/app.test.ts, so that no test
 * waits for 30 s.
 */
const SHORT_TIMEOUTS = `
  import http from "node:http";
  import { syncBuiltinESMExports } from "node:module";
  const { createServer } = http;
  http.createServer = (options, ...rest) =>
    createServer({ ...options, headersTimeout: 500, requestTimeout: 1000 }, ...rest);
  syncBuiltinESMExports();`;

describe("requests that do not arrive in time", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => {
    const script = `data:text/javascript,${encodeURIComponent(SHORT_TIMEOUTS)}`;
    server = await startServer({ NODE_OPTIONS: `--import=${script}` });
  });
  after(() => server.stop());

  it("requests get 408 when their headers do not arrive [slow]", async () => {
    const text = await sendRaw(server.port, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Half");
    const { status, headers } = parseHead(text);
    assert.equal(status, 408);
    assert.ok(headers["x-usage-count"] && headers["x-request-id"]);
    assert.match(text, /\{"error":"The request took too long to arrive."\}$/);
  });

  it("requests get 408 when the body for an inbox does not arrive, and are not stored [slow]", async () => {
    const head = "POST /api/v1/webhook/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n";
    const text = await sendRaw(server.port, `${head}only this`);
    const { status, headers } = parseHead(text);
    assert.equal(status, 408);
    assert.equal(headers["x-usage-limit"], "100");
    assert.match(text, /\{"error":"[^"]+"\}$/);
    // On a busy machine the short timeouts may hit this request as well.
    const list = await eventually(async () => {
      const response = await fetch(`${server.url}/api/v1/webhook/slow`);
      assert.equal(response.status, 200);
      return (await response.json()) as { count: number };
    });
    assert.equal(list.count, 0);
  });
});
