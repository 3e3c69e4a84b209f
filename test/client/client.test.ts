import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

/** The client as a bundler builds it. */
let code: string;
before(async () => {
  const { output } = await build({
    input: join(root, "dist", "client", "client.js"),
    preserveEntrySignatures: "strict",
    write: false,
    // Without a hash, which compresses differently with each change.
    output: { minify: true, chunkFileNames: "[name].js" },
  });
  code = output[0].code;
});

it("the client is about one kilobyte", () => {
  const bytes = gzipSync(code, { level: 9 }).length;
  assert.ok(bytes < 1024, `${bytes} bytes, minified and compressed`);
});

/** The code that Node and the browser run, with a server of another origin. */
const createProgram = (url: string) => `
  import { createClient, SundryError } from "./client.js";
  const client = createClient({ url: ${JSON.stringify(url)}, key: "browser" });
  const { data, usage } = await client.json("hash", { text: "abc" });
  const picture = await client.file("code-image", { code: "a", language: "js" });
  const refusal = await client.json("qr", { text: "", format: "png" }).catch((error) => error);
  const sentence = refusal instanceof SundryError ? refusal.status + " " + refusal.message : "";
  const answer = [data.hash.length, usage.limit, usage.count > 0, picture.data.type, sentence];
`;

describe("the client in a browser", { skip: noBrowser }, () => {
  const expected = [64, 100, true, "image/png", "422 text must not be empty"];

  let server: RunningServer;
  let pages: Server;
  let origin: string;
  before(async () => {
    server = await startServer();
    const files: Record<string, [type: string, body: string]> = {
      "/": ["text/html", "<!doctype html><title>A page</title>"],
      "/client.js": ["text/javascript", code],
      "/page.js": ["text/javascript", `${createProgram(server.url)} export { answer };`],
      "/worker.js": ["text/javascript", `${createProgram(server.url)} postMessage(answer);`],
    };
    pages = createServer(({ url }, response) => {
      const [type, body] = files[url ?? ""] ?? ["text/plain", ""];
      response.writeHead(200, { "content-type": type }).end(body);
    }).listen(0, "127.0.0.1");
    await once(pages, "listening");
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  });
  after(async () => {
    pages.closeAllConnections();
    pages.close();
    await server.stop();
  });

  it("the client works in a page and in a worker", async () => {
    const browser = await startBrowser();
    const page = await browser.newPage();
    await page.goto(origin);
    const inPage = await page.evaluate(`import("/page.js").then(({ answer }) => answer)`);
    assert.deepEqual(inPage, expected);
    const inWorker = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker("/worker.js", { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    assert.deepEqual(inWorker, expected);
    await browser.close();
  });
});
