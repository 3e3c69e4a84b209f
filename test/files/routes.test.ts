import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { createCaller, postJson } from "../support/post.ts";
import { noRedis, startRedis, startServerOnRedis } from "../support/redis.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Uploaded {
  id: string;
  uri: string;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  expiresAt: string;
  error?: string;
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAIQAAAAUAQMAAAB27AenAAAACXBIWXMAAA+gAAAPoAGgaox3AAAABlBMVEX///8AAABVwtN+AAAAJUlEQVR4XmNgMGmV6BaUyot9bSmmdMzqAAMTAzoYFUEOEfJCAwCJvQWVa8GAmQAAAABJRU5ErkJggg==",
  "base64",
);

let server: RunningServer;
before(
  async () => (server = await startServer({ TRUST_PROXY: "1", MCP_FILES_MAX_BYTES: "16777216" })),
);
after(() => server.stop());

async function upload(
  body: Uint8Array<ArrayBuffer>,
  { query = "", type = "image/png", url = server.url, headers = createCaller() } = {},
) {
  const response = await fetch(`${url}/api/v1/files${query}`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  });
  return { response, file: (await response.json()) as Uploaded };
}

const detect = async (body: string, type: string, query = "") =>
  (await upload(Uint8Array.from(Buffer.from(body, "latin1")), { type, query })).file.type;

const bytesOf = (length: number) => Uint8Array.from(randomBytes(length));

async function getError(response: Response): Promise<string> {
  return ((await response.json()) as { error: string }).error;
}

describe("POST /api/v1/files", () => {
  it("bytes of any type are kept under a URI", async () => {
    const bytes = bytesOf(3000);
    const { response, file } = await upload(bytes, { query: "?name=ph%C3%B6to%201.png" });
    assert.equal(response.status, 201);
    assert.equal(response.headers.get("location"), file.uri);
    assert.equal(file.uri, `${server.url}/api/v1/files/${file.id}/ph%C3%B6to%201.png`);
    assert.deepEqual(
      [file.name, file.type, file.bytes, file.sha256],
      ["phöto 1.png", "image/png", 3000, createHash("sha256").update(bytes).digest("hex")],
    );
    const seconds = (Date.parse(file.expiresAt) - Date.now()) / 1000;
    assert.ok(seconds > 800 && seconds <= 900, String(seconds));
    assert.equal(Buffer.from(await (await fetch(file.uri)).arrayBuffer()).equals(bytes), true);
  });

  it("an unspecific type is replaced by that of the bytes or the name", async () => {
    assert.equal(await detect("\x89PNG\r\n\x1a\n", "application/octet-stream"), "image/png");
    assert.equal(
      await detect("<svg xmlns='x'/>", "application/x-www-form-urlencoded"),
      "image/svg+xml",
    );
    assert.equal(await detect("a,b", "application/octet-stream", "?name=a.csv"), "text/csv");
    assert.equal(await detect("a,b", "no type"), "application/octet-stream");
    assert.equal(await detect("a,b", "text/x-own; charset=latin1"), "text/x-own");
  });

  it("a name defaults to file, and one with slashes, dots or controls is 422", async () => {
    assert.equal((await upload(bytesOf(1))).file.name, "file");
    for (const [name, error] of [
      ["a/b", "name must not be dots, or have slashes or control characters"],
      ["a\\b", "name must not be dots, or have slashes or control characters"],
      ["..", "name must not be dots, or have slashes or control characters"],
      ["a\nb", "name must not be dots, or have slashes or control characters"],
      ["", "name must not be empty"],
      ["a".repeat(101), "name must have at most 100 characters"],
    ] as const) {
      const { response, file } = await upload(bytesOf(1), {
        query: `?name=${encodeURIComponent(name)}`,
      });
      assert.deepEqual([response.status, file.error], [422, error]);
    }
  });

  it("no byte and more than 8 MiB are 413", async () => {
    assert.equal((await upload(bytesOf(0))).response.status, 413);
    assert.equal((await upload(bytesOf(8 * 1024 ** 2))).response.status, 201);
    assert.equal((await upload(bytesOf(8 * 1024 ** 2 + 1))).response.status, 413);
  });

  it("61 uploads of an address in a minute are one too many", async () => {
    const headers = createCaller();
    for (let count = 0; count < 60; count++)
      assert.equal((await upload(bytesOf(1), { headers })).response.status, 201);
    assert.equal((await upload(bytesOf(1), { headers })).response.status, 429);
  });
});

describe("GET /api/v1/files/:id/:name", () => {
  it("a file has the headers of a download that nothing can run in", async () => {
    const { file } = await upload(PNG, { query: "?name=%C3%A4.png" });
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await fetch(file.uri, { method });
      assert.equal(status, 200);
      const read = (name: string) => headers.get(name);
      assert.equal(read("content-type"), "image/png");
      assert.equal(read("content-length"), String(PNG.length));
      assert.equal(read("etag"), `"${file.sha256}"`);
      assert.equal(
        read("content-disposition"),
        "attachment; filename=\"_.png\"; filename*=UTF-8''%C3%A4.png",
      );
      assert.equal(read("cache-control"), "private, no-store");
      assert.equal(read("x-content-type-options"), "nosniff");
      assert.equal(read("content-security-policy"), "default-src 'none'; sandbox");
    }
    const current = await fetch(file.uri, { headers: { "if-none-match": `"${file.sha256}"` } });
    assert.equal(current.status, 304);
  });

  it("one range is 206, several are the whole, and one outside is 416", async () => {
    const { file } = await upload(Uint8Array.from(Buffer.from("0123456789")), {
      type: "text/plain",
    });
    const get = async (range: string, headers = {}) => {
      const response = await fetch(file.uri, { headers: { range, ...headers } });
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    assert.deepEqual(await get("bytes=2-4"), [206, "bytes 2-4/10", "234"]);
    assert.deepEqual(await get("bytes=8-"), [206, "bytes 8-9/10", "89"]);
    assert.deepEqual(await get("bytes=-3"), [206, "bytes 7-9/10", "789"]);
    assert.deepEqual(await get("bytes=0-99"), [206, "bytes 0-9/10", "0123456789"]);
    for (const range of ["bytes=0-1,3-4", "bytes=4-2", "lines=1-2", "bytes=-"])
      assert.deepEqual(await get(range), [200, null, "0123456789"], range);
    assert.deepEqual(await get("bytes=0-1", { "if-range": '"other"' }), [200, null, "0123456789"]);
    for (const range of ["bytes=10-", "bytes=-0"])
      assert.deepEqual((await get(range)).slice(0, 2), [416, "bytes */10"], range);
  });

  it("unknown files, other names and removed files are 404", async () => {
    const { file } = await upload(bytesOf(1));
    const base = `${server.url}/api/v1/files`;
    const urls = [`${base}/${"A".repeat(22)}/file`, `${base}/${file.id}/other`];
    assert.equal((await fetch(file.uri, { method: "DELETE" })).status, 204);
    for (const url of [...urls, file.uri]) {
      for (const method of ["GET", "DELETE"]) {
        const response = await fetch(url, { method });
        assert.equal(response.status, 404);
        assert.equal(await getError(response), "there is no such file, or it has expired");
      }
    }
    assert.equal((await fetch(base)).status, 405);
  });
});

describe("files as inputs", () => {
  it("members that take bytes take the URI of a file", async () => {
    const { file } = await upload(PNG, { query: "?name=code.png" });
    const uri = `sundry://files/${file.id}/code.png`;
    for (const image of [file.uri, uri, file.uri.replace("127.0.0.1", "other.example")]) {
      const response = await postJson(
        `${server.url}/api/v1/barcode-read`,
        { image },
        createCaller(),
      );
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { count: number }).count, 1);
    }
    const hash = await postJson(`${server.url}/api/v1/hash`, { base64: uri });
    assert.equal(((await hash.json()) as { hash: string }).hash, file.sha256);
    const logo = await postJson(`${server.url}/api/v1/qr`, { text: "a", logo: uri, format: "svg" });
    assert.match(await logo.text(), /<image /);
    const get = await fetch(
      `${server.url}/api/v1/qr?text=a&format=svg&logo=${encodeURIComponent(uri)}`,
    );
    assert.match(await get.text(), /<image /);
    const pdf = await postJson(`${server.url}/api/v1/pdf`, {
      markdown: "![A](a)",
      images: { a: uri },
      attachments: [{ name: "a.png", data: uri, mediaType: "image/png" }],
    });
    assert.deepEqual([pdf.status, pdf.headers.get("x-pdf-warnings")], [200, null]);
    const rows = await postJson(`${server.url}/api/v1/batch/hash?output=ndjson`, {
      rows: [{ base64: uri }],
    });
    assert.ok((await rows.text()).includes(file.sha256));
  });

  it("a file that is unknown or too large is 422 beside the other broken rules", async () => {
    const unknown = `sundry://files/${"A".repeat(22)}/a.png`;
    const post = async (path: string, input: object) =>
      getError(await postJson(`${server.url}/api/v1/${path}`, input, createCaller()));
    assert.equal(
      await post("barcode-read", { image: unknown, max: 99 }),
      "image names a file that does not exist or has expired; max must be at most 20",
    );
    assert.equal(
      await post("pdf", { markdown: "a", images: { a: unknown, b: "sundry://files/x" } }),
      "images.a names a file that does not exist or has expired; images.b names a file that does not exist or has expired",
    );
    const { file } = await upload(bytesOf(3 * 1024 ** 2));
    assert.equal(
      await post("hash", { base64: file.uri }),
      "base64 names a file over 2097152 bytes",
    );
    assert.match(
      await post("barcode-read", { image: "https://example.com/a.png" }),
      /^image must /,
    );
    assert.equal((await postJson(`${server.url}/api/v1/hash`, { text: unknown })).status, 200);
  });
});

describe("the store of files", { timeout: 300_000 }, () => {
  it("MCP_FILES_MAX_BYTES=0 keeps no files", async () => {
    const closed = await startServer({ MCP_FILES_MAX_BYTES: "0" });
    const { response } = await upload(bytesOf(1), { url: closed.url });
    assert.equal(response.status, 404);
    await closed.stop();
  });

  it(
    "any process on one Redis serves a file, and 503 tells that Redis is down",
    { skip: noRedis },
    async () => {
      const redis = await startRedis();
      const environment = { REDIS_URL: redis.url };
      const servers = [
        await startServerOnRedis(environment),
        await startServerOnRedis(environment),
      ];
      const [first, second] = servers;
      assert.ok(first && second);
      const { file } = await upload(bytesOf(100_000), { url: first.url });
      const uri = file.uri.replace(first.url, second.url);
      assert.equal((await (await fetch(uri)).arrayBuffer()).byteLength, 100_000);
      await redis.stop();
      const { response } = await upload(bytesOf(1), { url: first.url });
      assert.deepEqual([response.status, (await fetch(uri)).status], [503, 503]);
      await Promise.all(servers.map((each) => each.stop()));
    },
  );
});
