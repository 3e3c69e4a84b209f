import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { postJson } from "../support/post.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

interface QrCase {
  name: string;
  request?: { text?: string | { $repeat: string; times: number } };
  expect: { qr?: { modules?: number; text?: string } };
}

describe("QR codes over HTTP", () => {
  let server: RunningServer;
  before(async () => {
    const path = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    const wasmBinary = (await readFile(path)).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
    server = await startServer();
  });
  after(() => server.stop());

  const post = (body: object, accept = "*/*") =>
    postJson(`${server.url}/api/v1/qr`, body, { accept });
  const get = (query: Record<string, string>, init?: RequestInit) =>
    fetch(`${server.url}/api/v1/qr?${new URLSearchParams(query).toString()}`, init);

  it("QR codes have the size and text of the worked examples", async () => {
    const file = await readFile(join(root, "test", "cases", "qr.json"), "utf8");
    const { cases } = JSON.parse(file) as { cases: QrCase[] };
    for (const { name, request = {}, expect } of cases.filter((one) => one.expect.qr)) {
      const { text } = request;
      const sent = typeof text === "object" ? text.$repeat.repeat(text.times) : text;
      const svg = await post({ ...request, text: sent, format: "svg" });
      const side = Number(/viewBox="0 0 (\d+)/.exec(await svg.text())?.[1]);
      if (expect.qr?.modules) assert.equal(side - 8, expect.qr.modules, name);
      const width = side * 4;
      const png = await post({ ...request, text: sent, format: "png", width }, "image/png");
      const [found] = await readBarcodes(new Uint8Array(await png.arrayBuffer()));
      assert.equal(found?.text, expect.qr?.text ?? sent, name);
    }
  });

  it("a GET whose query is not valid UTF-8 is rejected", async () => {
    for (const query of ["text=%ff", "text=%zz", "text=a&width=%"]) {
      const refused = await fetch(`${server.url}/api/v1/qr?${query}`);
      assert.equal(refused.status, 400, query);
      assert.deepEqual(await refused.json(), { error: "The query is not valid UTF-8." });
    }
  });

  it("GET returns the QR code with immutable caching, and HEAD has no body", async () => {
    const svg = await get({ text: "hi" });
    assert.equal(svg.headers.get("content-type"), "image/svg+xml; charset=utf-8");
    assert.match(svg.headers.get("content-security-policy") ?? "", /sandbox/);
    const png = await get({ text: "hi", format: "png", width: "64", darkColor: "#bbbbbb" });
    assert.equal(png.headers.get("content-type"), "image/png");
    assert.equal(png.headers.get("x-qr-warnings"), "low-contrast");
    assert.match(png.headers.get("cache-control") ?? "", /immutable/);
    const head = await get({ text: "hi" }, { method: "HEAD" });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get("etag"), svg.headers.get("etag"));
    assert.equal((await head.arrayBuffer()).byteLength, 0);
  });

  it("a matching ETag gets 304, and different bytes have different ETags", async () => {
    const first = await get({ text: "hi" });
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[^"]+"$/);
    assert.equal((await get({ text: "hi" }, { headers: { "if-none-match": etag } })).status, 304);
    const other = await get({ text: "ho" }, { headers: { "if-none-match": etag } });
    assert.equal(other.status, 200);
    assert.notEqual(other.headers.get("etag"), etag);
  });

  it("QR errors are JSON for every format", async () => {
    for (const response of [
      await get({ text: "" }),
      await get({ text: "hi", width: "wide" }),
      await get({ text: "hi", margin: "4", quietZone: "5" }),
      await get({ text: "a".repeat(2000), format: "png", width: "100" }),
      await post({ text: "1".repeat(200_000), errorCorrectionLevel: "H" }, "image/png"),
      await post({ text: "hi", darkColor: '#000"/><script>' }),
    ]) {
      assert.equal(response.status, 422);
      assert.deepEqual(Object.keys((await response.json()) as object), ["error"]);
    }
  });
});
