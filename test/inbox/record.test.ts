import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { parseInboxPath } from "#src/inbox/address.js";
import { eventText } from "#src/inbox/responses.js";
import { validateJsonText } from "#src/inbox/record/json-text.js";
import { makeRecord, rawBytes } from "#src/inbox/record/record.js";

const MOST = 5_000_000;

/** The stored members of a body sent with these header lines. */
function stored(body: Buffer, ...rawHeaders: string[]) {
  const arrival = { method: "POST", path: "", query: "", ip: "10.0.0.1", preflight: false };
  const record = makeRecord({ ...arrival, rawHeaders, body }, MOST);
  const text = `{${record.members.toString()}}`;
  return { text, ...(JSON.parse(text) as Record<string, unknown>) } as Record<string, unknown> & {
    text: string;
  };
}

describe("a record", () => {
  it("gives back the received bytes, whatever they are and whatever is declared of them", () => {
    const types = [
      "application/json",
      "text/plain; charset=utf-16le",
      "text/x; charset=koi8-r",
      "a/b",
    ];
    // Bodies that look like the members which are searched for.
    const fragments = [
      '"body":',
      '"bodyBase64":"',
      '"bodyEncoding":"utf8"',
      '"',
      "\\",
      "{}",
      ",",
      "é",
    ];
    const lookalike = fc.array(fc.constantFrom(...fragments)).map((parts) => parts.join(""));
    const json = lookalike.map((text) => JSON.stringify({ bodyBase64: text, body: text }));
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      lookalike.map((text) => Buffer.from(text)),
      json.map((text) => Buffer.from(text)),
      json.map((text) => gzipSync(text)),
    );
    const property = fc.property(
      bodies,
      fc.constantFrom(...types),
      fc.constantFrom("identity", "gzip", "br", "odd"),
      lookalike,
      (body, type, encoding, header) => {
        const headers = ["Content-Type", type, "Content-Encoding", encoding, "X", header];
        assert.ok(rawBytes(Buffer.from(stored(body, ...headers).text)).equals(body));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("keeps JSON as it was written, and every valid JSON value", () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 1);
      const { text } = stored(Buffer.from(json), "Content-Type", "application/json");
      assert.ok(text.includes(`"bodyJson":${json}`));
    });
    fc.assert(property);
  });

  it("shows a compressed body decoded, but not one that grows past 100:1", () => {
    const headers = ["content-encoding", "gzip", "content-type", "application/json"];
    const shown = stored(gzipSync('{"a":1}'), ...headers);
    assert.deepEqual(
      [shown["body"], shown["bodyDecoded"], shown["bodyEncoding"]],
      ['{"a":1}', true, "base64"],
    );
    const bomb = stored(gzipSync(Buffer.alloc(1_000_000)), ...headers);
    assert.deepEqual([bomb["bodyDecoded"], bomb["bodyJson"]], [undefined, null]);
  });

  it("takes a Content-Encoding that says nothing for none", () => {
    const { bodyJson } = stored(Buffer.from('{"a":1}'), "content-encoding", " ");
    assert.deepEqual(bodyJson, { a: 1 });
  });

  it("joins repeated headers and is not harmed by their names", () => {
    const { headers, text } = stored(
      Buffer.alloc(0),
      "__proto__",
      "1",
      "A",
      "2",
      "a",
      "3",
      "7",
      "4",
    );
    assert.deepEqual(headers, JSON.parse('{"__proto__":"1","a":"2, 3","7":"4"}'));
    assert.ok(text.includes('"headers":{"__proto__":"1","a":"2, 3","7":"4"}'));
  });
});

const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const read = (url: string) => parseInboxPath(url, "/w/");

describe("JSON text", () => {
  it("is refused past a depth of 128, beyond a double and when it does not parse", () => {
    for (const good of [
      deep(128),
      "1e308",
      '"1e999 [[["',
      '"\\\\"',
      '{"a\\"":-0.5}',
      "9".repeat(308),
    ]) {
      assert.deepEqual(validateJsonText(good), { json: good });
    }
    const hostile = [deep(129), "1e309", "[-1e999]", "9".repeat(310)];
    for (const bad of [...hostile, "{", "", "01", "\uFEFF\uFEFF{}", " \uFEFF{}"]) {
      assert.ok("error" in validateJsonText(bad), bad.slice(0, 20));
    }
  });

  it("is read in time that grows with its length, whatever spaces stand in it", () => {
    const text = `[1${" ".repeat(200_000)},2]`;
    const started = performance.now();
    for (let times = 0; times < 20; times++)
      assert.deepEqual(validateJsonText(text), { json: text });
    // The square of it would take minutes.
    assert.ok(performance.now() - started < 10_000);
  });

  it("stays one event, whatever line breaks the sender put between tokens", () => {
    const data = eventText(3, '{"a":\r\n1,\r"b":\n2}').split("\n");
    assert.deepEqual(data.slice(0, 2), ["id: 3", 'data: {"a":']);
    assert.ok(data.slice(1, -2).every((line) => line.startsWith("data: ")));
  });
});

describe("an inbox's address", () => {
  it("is decoded once and gives path and query as they were sent", () => {
    assert.deepEqual(read("/w/caf%C3%A9/a%20b?x=1?2"), {
      inbox: "café",
      path: "/a%20b",
      query: "x=1?2",
    });
    assert.equal(read("/w/a%2541").inbox, "a%41");
    assert.equal(read(`/w/${"é".repeat(128)}`).inbox.length, 128);
    for (const id of [
      "",
      ".",
      "..",
      "%2e",
      "a%2Fb",
      "a%5Cb",
      "a%00",
      "%ff",
      "%zz",
      "a".repeat(129),
    ]) {
      assert.throws(() => read(`/w/${id}`), { status: 400 }, id);
    }
  });
});
