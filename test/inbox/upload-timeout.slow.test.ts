import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

describe("POST /api/v1/webhook/{id}", { timeout: 120_000 }, () => {
  it("responds 408 to a body that is not complete after 30 s, and stores nothing [slow]", async (test) => {
    const server = await startServer();
    test.after(() => server.stop());
    const head = "POST /api/v1/webhook/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n";
    const started = performance.now();
    const text = await sendRaw(server.port, `${head}only this`, 40_000);
    const { status, headers } = parseHead(text);
    assert.equal(status, 408);
    assert.equal(headers["x-usage-limit"], "100");
    assert.match(text, /\{"error":"[^"]+"\}$/);
    assert.ok(performance.now() - started > 29_000);
    const response = await fetch(`${server.url}/api/v1/webhook/slow`);
    assert.equal(((await response.json()) as { count: number }).count, 0);
  });
});
