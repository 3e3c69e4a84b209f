import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../../support/server.ts";

/** The response to a read. */
interface Listing {
  count: number;
  total: number;
  payloads: { id: string; seq: number; body: string; bodyForm?: unknown[] }[];
}

let server: RunningServer;
before(async () => (server = await startServer()));
after(() => server.stop());

const getCaptureUrl = (inbox: string) => `${server.url}/api/v1/webhook/${inbox}`;

async function send(inbox: string, path: string, body: string | FormData | URLSearchParams) {
  const response = await fetch(`${getCaptureUrl(inbox)}${path}`, { method: "POST", body });
  assert.equal(response.status, 200);
}

async function read(inbox: string, query: string): Promise<Listing> {
  const response = await fetch(`${getCaptureUrl(inbox)}?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as Listing;
}

const listSeqs = ({ payloads }: Listing) => payloads.map(({ seq }) => seq);
const PAID = `where=${encodeURIComponent('.event=="paid"')}`;

describe("GET /api/v1/webhook/{id} with filters", () => {
  before(async () => {
    // Seven records of half a megabyte are several pages, which are filtered in a worker.
    const filler = "x".repeat(500_000);
    for (const seq of [1, 2, 3, 4, 5, 6, 7]) {
      const event = seq % 2 === 0 ? "paid" : "open";
      await send("many", `/orders/${seq}`, JSON.stringify({ event, seq, filler }));
    }
  });

  it("a list with filters has the records that match every filter", async () => {
    assert.deepEqual(listSeqs(await read("many", PAID)), [2, 4, 6]);
    assert.deepEqual(listSeqs(await read("many", "path=/orders/3")), [3]);
    assert.deepEqual(
      listSeqs(await read("many", `contains=${encodeURIComponent('"seq":5')}`)),
      [5],
    );
    assert.deepEqual(listSeqs(await read("many", `${PAID}&path=/orders/4&after=1`)), [4]);
    const none = await read("many", "contains=nowhere");
    assert.deepEqual([none.count, none.total, none.payloads], [0, 7, []]);
  });

  it("a list with filters counts matches for the limit, the newest without after", async () => {
    assert.deepEqual(listSeqs(await read("many", `${PAID}&limit=2`)), [4, 6]);
    assert.deepEqual(listSeqs(await read("many", `${PAID}&limit=2&after=0`)), [2, 4]);
    assert.deepEqual(listSeqs(await read("many", `${PAID}&limit=9`)), [2, 4, 6]);
    assert.deepEqual(listSeqs(await read("many", "contains=nowhere&limit=1")), []);
  });

  it("a list with filters gets 304 for the entity tag of the inbox", async () => {
    const etag =
      (await fetch(`${getCaptureUrl("many")}?${PAID}&limit=1`)).headers.get("etag") ?? "";
    const again = await fetch(`${getCaptureUrl("many")}?${PAID}&limit=1`, {
      headers: { "if-none-match": etag },
    });
    assert.equal(again.status, 304);
  });

  it("a list with filters waits for a record that matches", async () => {
    await send("wait", "", "first");
    const waiting = read("wait", `after=1&wait=20&${PAID}`);
    await send("wait", "", '{"event":"open"}');
    await send("wait", "", '{"event":"paid"}');
    assert.deepEqual(listSeqs(await waiting), [3]);
  });

  it("a list with empty filters has every record", async () => {
    const empty = await (await fetch(`${getCaptureUrl("many")}?where=&path=&contains=`)).text();
    assert.equal(empty, await (await fetch(getCaptureUrl("many"))).text());
  });

  it("a list with filters names every one that is invalid", async () => {
    const response = await fetch(
      `${getCaptureUrl("many")}?where=paid&path=orders&contains=${"x".repeat(1025)}`,
    );
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), {
      error:
        'contains must have at most 1024 characters; path must begin with /; where must be like .event=="paid", with at most 1024 characters',
    });
  });
});

describe("GET /api/v1/inboxes/{id}/events with filters", () => {
  it("an event stream with filters sends the records that match", async () => {
    for (const event of ["open", "paid", "open", "paid"])
      await send("stream", "", JSON.stringify({ event }));
    const done = new AbortController();
    const url = `${server.url}/api/v1/inboxes/stream/events?after=0&${PAID}`;
    const { body } = await fetch(url, { signal: done.signal });
    let text = "";
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("id: 4\n")) break;
    }
    done.abort();
    assert.deepEqual(text.match(/^id: .*$/gm), ["id: 2", "id: 4"]);
  });
});

describe("bodyForm", () => {
  it("bodyForm is a member of records with a form body only, small or large", async () => {
    await send("forms", "", new URLSearchParams({ text: "hello", to: "é" }));
    await send("forms", "", "text");
    await send("forms", "", new URLSearchParams({ text: "x".repeat(200_000) }));
    const [small, text, large] = (await read("forms", "")).payloads;
    assert.deepEqual(small?.bodyForm, [
      ["text", "hello"],
      ["to", "é"],
    ]);
    assert.ok(text && !("bodyForm" in text));
    assert.deepEqual(large?.bodyForm, [["text", "x".repeat(200_000)]]);
  });
});

describe("GET /api/v1/inboxes/{id}/records/{recordId}/files/{n}", () => {
  it("a download of a file returns its exact bytes, under at most 60 characters of its name, and a plain field has none", async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const form = new FormData();
    form.append("note", "hello");
    form.append("photo", new Blob([bytes], { type: "text/html" }), "../é evil.html");
    form.append("long", new Blob([bytes]), `${"🦊".repeat(2_000)}.txt`);
    await send("files", "", form);
    const [record] = (await read("files", "")).payloads;
    const downloadFile = (n: string) =>
      fetch(`${server.url}/api/v1/inboxes/files/records/${record?.id}/files/${n}`);
    const response = await downloadFile("1");
    assert.equal(response.status, 200);
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
    assert.equal(response.headers.get("content-type"), "application/octet-stream");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(
      response.headers.get("content-disposition"),
      `attachment; filename="_ evil.html"; filename*=UTF-8''%C3%A9%20evil.html`,
    );
    assert.equal(
      (await downloadFile("2")).headers.get("content-disposition"),
      `attachment; filename="_.txt"; filename*=UTF-8''${"%F0%9F%A6%8A".repeat(60)}.txt`,
    );
    for (const n of ["0", "3", "-1", "x", "1e0"])
      assert.equal((await downloadFile(n)).status, 404, n);
  });
});
