import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type RunningServer, startServer } from "../../support/server.ts";

let server: RunningServer;
let assets: string[];
before(async () => {
  server = await startServer();
  const page = await (await fetch(`${server.url}/`)).text();
  assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))];
});
after(() => server.stop());

/** Reads an asset as it is sent, because `fetch` decompresses. */
async function read(path: string, encoding?: string): Promise<{ coding: string; body: Buffer }> {
  const headers = encoding === undefined ? {} : { "accept-encoding": encoding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}${path}`, { headers }, resolve).on("error", reject);
  });
  const body = Buffer.concat((await response.toArray()) as Buffer[]);
  assert.equal(response.headers["content-length"], String(body.length));
  assert.equal(response.headers.vary, "Accept-Encoding");
  return { coding: response.headers["content-encoding"] ?? "", body };
}

describe("GET /assets/:name", () => {
  it("an asset is the same script as Brotli, as gzip and plain", async () => {
    const scripts = assets.filter((path) => path.endsWith(".js"));
    assert.ok(scripts.length > 0, assets.join(", "));
    for (const path of scripts) {
      const [plain, gzip, br] = [
        await read(path),
        await read(path, "gzip"),
        await read(path, "br"),
      ];
      assert.deepEqual([plain.coding, gzip.coding, br.coding], ["", "gzip", "br"]);
      assert.ok(brotliDecompressSync(br.body).equals(plain.body));
      assert.ok(gunzipSync(gzip.body).equals(plain.body));
      assert.ok(br.body.length < gzip.body.length && gzip.body.length < plain.body.length / 2);
    }
  });

  it("fonts are sent without a content coding", async () => {
    const font = assets.find((path) => path.endsWith(".woff2")) ?? "";
    assert.equal((await read(font, "br, gzip")).coding, "");
  });

  it("compressed files are not served by their own names", async () => {
    assert.equal((await fetch(`${server.url}${assets[0]}.br`)).status, 404);
  });
});
