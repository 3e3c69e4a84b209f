import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { readPages } from "../documents/support/pdf.ts";
import { drawHighlighted } from "../support/code-image.ts";
import { type Answer, connectTo } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { noRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Link {
  type: string;
  uri: string;
  name: string;
  mimeType: string;
  size: number;
}

const CODE = { code: "let a = 1;\n".repeat(200), language: "js" };

let server: RunningServer;
before(async () => {
  const path = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const wasmBinary = (await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  server = await startServer({ TRUST_PROXY: "1" });
  await drawHighlighted(server.url, CODE);
});
after(() => server.stop());

let callers = 0;
const connect = (query = "", url = server.url) =>
  connectTo(url, "auto", `198.51.100.${(callers += 1)}`, query);

const getLink = ({ content }: Answer) => content[0] as unknown as Link;

/** Returns the type of the first item of a small picture. */
async function getKind(query: string, headers = {}) {
  const { client, call } = await connectTo(server.url, "auto", "198.51.100.251", query, headers);
  const { content } = await call("qr", { text: "a", format: "png" });
  await client.close();
  return content[0]?.type;
}

describe("files of results over MCP", { timeout: 300_000 }, () => {
  for (const mode of ["auto", "legacy"] as const) {
    it(`a large file is a link, which GET and resources/read return (${mode})`, async () => {
      const { client, call } = await connectTo(server.url, mode, "198.51.100.250");
      const answer = await call("code-image", CODE);
      const { type, uri, name, mimeType, size } = getLink(answer);
      assert.deepEqual([type, name, mimeType], ["resource_link", "code-image.png", "image/png"]);
      assert.match(uri, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/files\/[\w-]{22}\/code-image\.png$/);
      assert.ok(size > 32_768 && JSON.stringify(answer).length < 4096);
      assert.equal((answer.structuredContent as { dataUrl: string }).dataUrl, uri);
      const bytes = Buffer.from(await (await fetch(uri)).arrayBuffer());
      assert.equal(bytes.length, size);
      const plain = await postJson(`${server.url}/api/v1/code-image`, CODE);
      assert.ok(bytes.equals(Buffer.from(await plain.arrayBuffer())));
      const { contents } = await client.readResource({ uri });
      const [content] = contents as { uri: string; mimeType: string; blob: string }[];
      assert.deepEqual([content?.uri, content?.mimeType], [uri, "image/png"]);
      assert.ok(Buffer.from(content?.blob ?? "", "base64").equals(bytes));
      const hash = await call("hash", { base64: uri });
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      assert.equal((hash.structuredContent as { hash: string }).hash, sha256);
      await client.close();
    });
  }

  it("text over the limit is a link that is read as text", async () => {
    const { client, call } = await connect("?inline=100");
    const answer = await call("invoice", {
      from: { name: "A" },
      to: { name: "B" },
      items: [{ description: "x", quantity: 1, rate: 1 }],
      format: "html",
    });
    const { uri, name } = getLink(answer);
    assert.equal(name, "invoice.html");
    const { contents } = await client.readResource({ uri });
    assert.match((contents as { text: string }[])[0]?.text ?? "", /^<!doctype html>/);
    await client.close();
  });

  it("linked documents and pictures are read by other readers", async () => {
    const { client, call } = await connect("?inline=0");
    const download = async (tool: string, input: object) => {
      const { uri } = getLink(await call(tool, { ...input }));
      return new Uint8Array(await (await fetch(uri)).arrayBuffer());
    };
    const pages = await readPages(await download("pdf", { markdown: "Hello there" }));
    assert.ok(pages.flat().includes("Hello there"));
    const picture = await download("qr", { text: "https://example.com/a", format: "png" });
    const codes = await readBarcodes(picture, { formats: ["QRCode"] });
    assert.deepEqual(
      codes.map(({ text }) => text),
      ["https://example.com/a"],
    );
    await client.close();
  });

  it("a query parameter, else a header, sets the size up to which results contain files", async () => {
    assert.equal(await getKind(""), "image");
    assert.equal(await getKind("?inline=0"), "resource_link");
    assert.equal(await getKind("", { "x-sundry-inline": "0" }), "resource_link");
    assert.equal(await getKind("?inline=4194304", { "x-sundry-inline": "0" }), "image");
  });

  for (const [value, status] of [
    ["0", 200],
    ["1", 200],
    ["32768", 200],
    ["4194304", 200],
    ["-1", 400],
    ["4194305", 400],
    ["1.5", 400],
    ["1e3", 400],
    ["x", 400],
    ["", 400],
  ] as const) {
    it(`inline=${value} is ${status}`, async () => {
      const message = { jsonrpc: "2.0", id: 1, method: "ping" };
      const accept = { accept: "application/json, text/event-stream" };
      const response = await postJson(`${server.url}/mcp?inline=${value}`, message, accept);
      assert.equal(response.status, status);
      if (status === 400) {
        const { error } = (await response.json()) as { error: string };
        assert.equal(error, "inline must be a whole number from 0 to 4194304");
      } else await response.text();
    });
  }

  it("an unknown or removed file is a resource that does not exist", async () => {
    const { client, call } = await connect("?inline=0");
    const { uri } = getLink(await call("qr", { text: "a", format: "png" }));
    assert.equal((await fetch(uri, { method: "DELETE" })).status, 204);
    await assert.rejects(client.readResource({ uri }), /there is no resource http/);
    const { isError, content } = await call("barcode-read", { image: uri });
    assert.deepEqual(
      [isError, content[0]?.text],
      [true, "image names a file that does not exist or has expired"],
    );
    await client.close();
  });
});

it("the links of a killed server are unknown to the next one, which works", async () => {
  const killed = await startServer({ TRUST_PROXY: "1" });
  const first = await connect("?inline=0", killed.url);
  const { uri } = getLink(await first.call("qr", { text: "a", format: "png" }));
  assert.equal((await fetch(uri)).status, 200);
  await killed.stop("SIGKILL");
  await first.client.close();
  const next = await startServer({ TRUST_PROXY: "1" });
  const link = uri.replace(killed.url, next.url);
  assert.equal((await fetch(link)).status, 404);
  const { client, call } = await connect("?inline=0", next.url);
  const { content } = await call("barcode-read", { image: link });
  assert.equal(content[0]?.text, "image names a file that does not exist or has expired");
  assert.equal(getLink(await call("qr", { text: "a", format: "png" })).type, "resource_link");
  await client.close();
  await next.stop();
});

describe("results without links", { timeout: 300_000 }, () => {
  it("MCP_FILES_MAX_BYTES=0 embeds files up to 4 MiB", async () => {
    const closed = await startServer({ TRUST_PROXY: "1", MCP_FILES_MAX_BYTES: "0" });
    const { client, call } = await connect("", closed.url);
    assert.equal((await call("code-image", CODE)).content[0]?.type, "image");
    await client.close();
    await closed.stop();
  });

  it(
    "a link is served by any process on one Redis; while Redis is down files are embedded",
    { skip: noRedis },
    async () => {
      const redis = await startRedis();
      const environment = { REDIS_URL: redis.url, TRUST_PROXY: "1" };
      const servers = [
        await startServerOnRedis(environment),
        await startServerOnRedis(environment),
      ];
      const [first, second] = servers;
      assert.ok(first && second);
      const { client, call } = await connect("", first.url);
      const { uri, size } = getLink(await call("code-image", CODE));
      const elsewhere = await fetch(uri.replace(first.url, second.url));
      assert.equal((await elsewhere.arrayBuffer()).byteLength, size);
      await redis.stop();
      assert.equal((await call("code-image", CODE)).content[0]?.type, "image");
      await client.close();
      await Promise.all(servers.map((each) => each.stop()));
    },
  );
});
