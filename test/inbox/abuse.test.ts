import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { type RunningServer, startServer } from "../support/server.ts";
import { sendOverWire } from "./support/wire.ts";

interface Payload {
  id: string;
  seq: number;
  method: string;
  body: string;
  bodyJson: unknown;
  jsonError?: string;
  bodySize: number;
  bodySha256: string;
  bodyDecoded?: boolean;
  truncated?: boolean;
  declaredSize?: number | null;
  rawHeaders: [string, string][];
}

const path = (inbox: string) => `/api/v1/webhook/${inbox}`;

/** Waits 50 ms, because the effect of a request that the server is reading cannot be observed. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const formatSlowHead = (inbox: string) =>
  `POST ${path(inbox)} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nbegun`;

describe("/api/v1/webhook/{id} under abuse", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ STORE_MAX_BYTES: "60000000" });
  });
  after(() => server.stop());

  const post = (
    inbox: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => fetch(server.url + path(inbox), { method: "POST", body, headers });

  async function read(inbox: string, query = ""): Promise<Payload[]> {
    const answer = await fetch(server.url + path(inbox) + query);
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { payloads: Payload[] }).payloads;
  }

  async function open(head: string): Promise<Socket> {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(head);
    return socket;
  }

  it("nothing of an aborted upload is stored", async () => {
    const socket = await open(formatSlowHead("aborted"));
    await pause();
    socket.destroy();
    await post("aborted", "whole");
    const payloads = await read("aborted");
    assert.deepEqual(
      payloads.map(({ seq, body }) => [seq, body]),
      [[1, "whole"]],
    );
  });

  it("other clients are served while 500 uploads are slow, and those that complete are stored", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 500 }, () => open(formatSlowHead("slow"))),
    );
    assert.equal((await post("slow", "quick")).status, 200);
    assert.equal((await read("slow")).length, 1);
    for (const socket of sockets.slice(0, 10)) socket.write("x".repeat(995));
    await Promise.all(sockets.slice(0, 10).map((socket) => once(socket, "data")));
    assert.equal((await read("slow")).length, 11);
    for (const socket of sockets) socket.destroy();
  });

  it("a decompression bomb is stored without decoding it", async () => {
    // 1 GiB of zeros in 1 MB: 100 gzip members of 10 MiB each.
    const member = gzipSync(Buffer.alloc(10 * 1024 ** 2));
    const bomb = Buffer.concat(Array.from({ length: 100 }, () => member));
    const headers = { "content-encoding": "gzip", "content-type": "application/json" };
    assert.equal((await post("bomb", bomb, headers)).status, 200);
    const [payload] = await read("bomb");
    assert.equal(payload?.bodySize, bomb.length);
    assert.equal(payload?.bodyDecoded, undefined);
    assert.equal(payload?.bodyJson, null);
  });

  it("the inbox stays readable after JSON that is nested 50,000 levels deep", async () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    await post("deep", deep, { "content-type": "application/json" });
    await post("deep", '{"a":1}', { "content-type": "application/json" });
    const [first, second] = await read("deep");
    assert.equal(first?.bodyJson, null);
    assert.match(first?.jsonError ?? "", /deeper/);
    assert.deepEqual(second?.bodyJson, { a: 1 });
  });

  it("each of 1,500 headers is stored", async () => {
    const headers = Array.from(
      { length: 1_500 },
      (_, index) => [`X-${index}`, "v"] as [string, string],
    );
    const target = path("headers");
    assert.equal(
      (await sendOverWire(server.port, { method: "POST", target, headers })).status,
      200,
    );
    const [payload] = await read("headers");
    assert.ok((payload?.rawHeaders.length ?? 0) >= 1_500);
  });

  it("a too large Content-Length gets 413 without waiting for the body, and a stub is stored", async () => {
    const socket = await open(
      `POST ${path("large")} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nonly this`,
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1.1 413/);
    socket.destroy();
    const [stub] = await read("large");
    assert.equal(stub?.truncated, true);
    assert.equal(stub?.declaredSize, 99_999_999_999);
    assert.equal(stub?.body, "only this");
  });

  it("an invalid query gets 422, which names the parameter", async () => {
    for (const query of [
      "after=x",
      "limit=0",
      "limit=1.5",
      "method=NOPE",
      "wait=31&after=0",
      "preflight=maybe",
      "wait=1",
      "after=1&after=1",
    ]) {
      const answer = await fetch(`${server.url}${path("query")}?${query}`);
      assert.equal(answer.status, 422, query);
      const { error } = (await answer.json()) as { error: string };
      assert.ok(error.startsWith(query.split("=", 1)[0] ?? ""), error);
    }
  });

  it("a waiting reader gets a response at the first new record", async () => {
    await post("wait", "1");
    const waiting = read("wait", "?after=1&wait=20");
    await pause();
    await post("wait", "2");
    assert.deepEqual(
      (await waiting).map(({ seq }) => seq),
      [2],
    );
  });

  it("a waiting reader gets the records of a new generation, from sequence 1", async () => {
    for (const body of ["1", "2", "3"]) await post("generations", body);
    const waiting = read("generations", "?after=3&wait=20");
    await pause();
    await fetch(`${server.url}/api/v1/inboxes/generations`, { method: "DELETE" });
    await post("generations", "again");
    assert.deepEqual(
      (await waiting).map(({ seq, body }) => [seq, body]),
      [[1, "again"]],
    );
  });

  it("event streams send new records, resume without a gap, and get 429 from the fourth on", async () => {
    const url = `${server.url}/api/v1/inboxes/live/events`;
    await post("live", "1");
    const ending = new AbortController();
    const { signal } = ending;
    const fresh = await fetch(url, { signal });
    const resumed = await fetch(url, { signal, headers: { "last-event-id": "0" } });
    const third = await fetch(`${url}?after=1`, { signal });
    assert.equal(fresh.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(fresh.headers.get("x-usage-limit"), "100");
    const fourth = await fetch(url);
    assert.equal(fourth.status, 429);
    await post("live", '{\n"two":\r\n2}', { "content-type": "application/json" });
    assert.deepEqual(await readEventIds(fresh, 1), [2]);
    assert.deepEqual(await readEventIds(resumed, 2), [1, 2]);
    assert.deepEqual(await readEventIds(third, 1), [2]);
    ending.abort();
  });

  it("an inbox starts a new generation with another ETag after DELETE", async () => {
    await post("ended", "1");
    const earlier = await fetch(server.url + path("ended"));
    const url = `${server.url}/api/v1/inboxes/ended`;
    assert.equal((await fetch(url, { method: "DELETE" })).status, 204);
    assert.equal((await read("ended")).length, 0);
    await post("ended", "again");
    const afterwards = await fetch(server.url + path("ended"));
    assert.notEqual(afterwards.headers.get("etag"), earlier.headers.get("etag"));
    const summary = (await (await fetch(url)).json()) as { count: number; total: number };
    assert.deepEqual([summary.count, summary.total], [1, 1]);
  });

  it("large bodies are returned byte for byte", async () => {
    const bodies = Array.from({ length: 4 }, () => randomBytes(700_000));
    for (const body of bodies) assert.equal((await post("big", body)).status, 200);
    const payloads = await read("big");
    const hashes = bodies.map((body) => createHash("sha256").update(body).digest("hex"));
    assert.deepEqual(
      payloads.map(({ bodySha256 }) => bodySha256),
      hashes,
    );
    const raw = await fetch(`${server.url}/api/v1/inboxes/big/records/${payloads[2]?.id}/raw`);
    assert.ok(Buffer.from(await raw.arrayBuffer()).equals(bodies[2] ?? Buffer.alloc(0)));
  });

  it("new inboxes past the byte budget get 503, and existing ones keep storing", async () => {
    await post("neighbor", "still here");
    let refused: Response | undefined;
    const body = "x".repeat(4_000_000);
    for (let sent = 0; sent < 40 && !refused; sent++) {
      const answer = await post(`flood-${sent}`, body);
      if (answer.status !== 200) refused = answer;
    }
    assert.equal(refused?.status, 503);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.match(await refused.text(), /your address created take half of the store/);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    assert.ok(Number(/^sundry_store_bytes (\d+)$/m.exec(metrics)?.[1]) >= 30_000_000);
    assert.match(metrics, /^sundry_store_max_bytes 60000000$/m);
    assert.equal((await post("neighbor", "and writing")).status, 200);
    assert.deepEqual(
      (await read("neighbor")).map((one) => one.body),
      ["still here", "and writing"],
    );
    assert.equal((await read("flood-0")).length, 1);
  });
});

/** Reads the ids of the next events of a stream, whose data must be valid JSON. */
async function readEventIds(answer: Response, count: number): Promise<number[]> {
  assert.ok(answer.body);
  let text = "";
  const ids: number[] = [];
  for await (const chunk of answer.body) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const events = text.split("\n\n").filter((event) => event.includes("data: "));
    const whole = text.endsWith("\n\n") ? events : events.slice(0, -1);
    if (whole.length < count) continue;
    for (const event of whole) {
      const lines = event.split("\n");
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
      const id = Number(lines.find((line) => line.startsWith("id: "))?.slice(4));
      assert.equal((JSON.parse(data.join("\n")) as { seq: number }).seq, id);
      ids.push(id);
    }
    return ids;
  }
  return ids;
}
