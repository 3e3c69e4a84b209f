import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";

const MEBIBYTE = 1024 ** 2;
const BYTES = "application/octet-stream";

describe("a body that is hashed as it arrives", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ HASH_MAX_BODY_BYTES: String(200 * MEBIBYTE) });
  });
  after(() => server.stop());

  const post = (query: string, body: Uint8Array<ArrayBuffer>, headers: object = {}) =>
    fetch(`${server.url}/api/v1/hash${query}`, {
      method: "POST",
      headers: { "content-type": BYTES, ...headers },
      body,
    });

  /** Sends chunks without a Content-Length and returns the status and body of the response. */
  async function postChunks(chunks: Iterable<Uint8Array>): Promise<[number, unknown]> {
    const sent = request(`${server.url}/api/v1/hash`, {
      method: "POST",
      headers: { "content-type": BYTES },
    });
    sent.on("error", () => undefined);
    const responded = once(sent, "response");
    for (const chunk of chunks) {
      if (!sent.write(chunk)) await Promise.race([once(sent, "drain"), responded]);
    }
    sent.end();
    const [response] = (await responded) as [IncomingMessage];
    const parts = (await response.toArray()) as Buffer[];
    return [response.statusCode ?? 0, JSON.parse(Buffer.concat(parts).toString())];
  }

  it("a streamed body has the hash of a text, with the members in the query", async () => {
    const response = await post("?algorithm=SHA-1&encoding=base64", new TextEncoder().encode("é"));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const hash = createHash("sha1").update("é").digest("base64");
    assert.deepEqual(await response.json(), { hash, algorithm: "sha1", encoding: "base64" });
    const all = await post("?all=true", Uint8Array.of());
    assert.equal(Object.keys(((await all.json()) as { hashes: object }).hashes).length, 5);
  });

  it("a streamed body may be empty, binary, chunked and larger than the limit of JSON", async () => {
    const empty = createHash("sha256").digest("hex");
    assert.equal(
      ((await (await post("", Uint8Array.of())).json()) as { hash: string }).hash,
      empty,
    );
    const part = Buffer.alloc(MEBIBYTE, 0xff);
    const hash = createHash("sha256");
    for (let index = 0; index < 5; index++) hash.update(part);
    const [status, body] = await postChunks(Array<Buffer>(5).fill(part));
    assert.deepEqual([status, (body as { hash: string }).hash], [200, hash.digest("hex")]);
  });

  it("a request with a streamed body is checked before the body is read", async () => {
    const wrong = await post("?algorithm=md6", Uint8Array.of(1));
    assert.equal(wrong.status, 422);
    assert.match(
      ((await wrong.json()) as { error: string }).error,
      /^algorithm must be one of md5,/,
    );
    const packed = await post("", Uint8Array.of(1), { "content-encoding": "gzip" });
    assert.deepEqual(
      [packed.status, await packed.json()],
      [415, { error: "Send the body without Content-Encoding." }],
    );
    const other = await post("", Uint8Array.of(1), { "content-type": "text/plain" });
    assert.deepEqual(
      [other.status, await other.json()],
      [415, { error: `Send the body with Content-Type: application/json or ${BYTES}.` }],
    );
  });

  it("a streamed body over the limit gets 413, declared or not", async () => {
    const error = { error: `The body is larger than ${200 * MEBIBYTE} bytes.` };
    const sent = request(`${server.url}/api/v1/hash`, {
      method: "POST",
      headers: { "content-type": BYTES, "content-length": 200 * MEBIBYTE + 1 },
    });
    sent.on("error", () => undefined);
    sent.flushHeaders();
    const [response] = (await once(sent, "response")) as [{ statusCode: number }];
    assert.equal(response.statusCode, 413);
    sent.destroy();
    const chunk = Buffer.alloc(MEBIBYTE);
    assert.deepEqual(await postChunks(Array<Buffer>(201).fill(chunk)), [413, error]);
  });

  it("a streamed body uses constant memory", async () => {
    const chunk = Buffer.alloc(MEBIBYTE, 7);
    // Warms up memory that grows only once.
    await postChunks(Array<Buffer>(40).fill(chunk));
    const initialBytes = await readResidentBytes(server);
    await postChunks(Array<Buffer>(190).fill(chunk));
    assert.ok((await readResidentBytes(server)) - initialBytes < 20 * MEBIBYTE);
  });
});

/** Returns the memory that a server uses now. */
async function readResidentBytes({ process: { pid } }: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
