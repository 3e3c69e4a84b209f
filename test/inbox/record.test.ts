import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { parseInboxPath } from "#src/inbox/address.js";
import { formatServerSentEvent } from "#src/inbox/responses.js";
import { validateJsonText } from "#src/inbox/record/json-text.js";
import { buildRecord, readRawBody } from "#src/inbox/record/record.js";

const MAX_DECODED_BYTES = 5_000_000;

/** Builds the record of a body that was sent with these headers. */
function build(body: Buffer, ...rawHeaders: string[]) {
  const request = { method: "POST", path: "", query: "", ip: "10.0.0.1", preflight: false };
  const record = buildRecord({ ...request, rawHeaders, body }, MAX_DECODED_BYTES);
  const text = `{${record.members.toString()}}`;
  return { text, ...(JSON.parse(text) as Record<string, unknown>) } as Record<string, unknown> & {
    text: string;
  };
}

describe("buildRecord", () => {
  it("buildRecord stores a body from which readRawBody returns the received bytes, whatever its type and encoding", () => {
    const types = [
      "application/json",
      "text/plain; charset=utf-16le",
      "text/x; charset=koi8-r",
      "a/b",
    ];
    // Bodies that contain the names that readRawBody searches for.
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
        assert.ok(readRawBody(Buffer.from(build(body, ...headers).text)).equals(body));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("buildRecord embeds every valid JSON value as it was written", () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 1);
      const { text } = build(Buffer.from(json), "Content-Type", "application/json");
      assert.ok(text.includes(`"bodyJson":${json}`));
    });
    fc.assert(property);
  });

  it("buildRecord decodes a compressed body, but not one that grows by more than 100:1", () => {
    const headers = ["content-encoding", "gzip", "content-type", "application/json"];
    const decoded = build(gzipSync('{"a":1}'), ...headers);
    assert.deepEqual(
      [decoded["body"], decoded["bodyDecoded"], decoded["bodyEncoding"]],
      ['{"a":1}', true, "base64"],
    );
    const bomb = build(gzipSync(Buffer.alloc(1_000_000)), ...headers);
    assert.deepEqual([bomb["bodyDecoded"], bomb["bodyJson"]], [undefined, null]);
  });

  for (const [format, encoding, compress] of [
    ["gzip", "gzip", gzipSync],
    ["zlib", "deflate", deflateSync],
    ["raw deflate", "deflate", deflateRawSync],
    ["Brotli", "br", brotliCompressSync],
  ] as const) {
    it(`buildRecord stores a body with bytes after the end of its compressed data as binary (${format})`, () => {
      const headers = ["content-encoding", encoding, "content-type", "application/json"];
      const whole = build(compress('{"a":1}'), ...headers);
      assert.deepEqual([whole["bodyDecoded"], whole["bodyJson"]], [true, { a: 1 }]);
      const trailing = Buffer.concat([compress('{"a":1}'), Buffer.from("hidden")]);
      const record = build(trailing, ...headers);
      assert.deepEqual([record["bodyDecoded"], record["bodyJson"]], [undefined, null]);
      assert.ok(readRawBody(Buffer.from(record.text)).equals(trailing));
    });
  }

  it("buildRecord decodes a gzip body of several members", () => {
    const members = Buffer.concat([gzipSync('{"a":'), gzipSync("1}")]);
    const record = build(members, "content-encoding", "gzip", "content-type", "application/json");
    assert.deepEqual([record["bodyDecoded"], record["bodyJson"]], [true, { a: 1 }]);
  });

  it("buildRecord stores an empty contentType for a request without Content-Type", () => {
    assert.equal(build(Buffer.from("x"))["contentType"], "");
  });

  it("buildRecord treats an empty Content-Encoding as none", () => {
    const { bodyJson } = build(Buffer.from('{"a":1}'), "content-encoding", " ");
    assert.deepEqual(bodyJson, { a: 1 });
  });

  it("buildRecord joins repeated headers and keeps names like __proto__ and 7 in order", () => {
    const { headers, text } = build(
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

const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("validateJsonText", () => {
  it("validateJsonText rejects JSON deeper than 128, numbers beyond a double and invalid JSON", () => {
    for (const valid of [
      nest(128),
      "1e308",
      '"1e999 [[["',
      '"\\\\"',
      '{"a\\"":-0.5}',
      "9".repeat(308),
    ]) {
      assert.deepEqual(validateJsonText(valid), { json: valid });
    }
    const hostile = [nest(129), "1e309", "[-1e999]", "9".repeat(310)];
    for (const invalid of [...hostile, "{", "", "01", "\uFEFF\uFEFF{}", " \uFEFF{}"]) {
      assert.ok("error" in validateJsonText(invalid), invalid.slice(0, 20));
    }
  });

  // Quadratic time would be minutes.
  it("validateJsonText takes linear time for runs of spaces", { timeout: 300_000 }, () => {
    const text = `[1${" ".repeat(200_000)},2]`;
    for (let times = 0; times < 20; times++)
      assert.deepEqual(validateJsonText(text), { json: text });
  });
});

describe("formatServerSentEvent", () => {
  it("formatServerSentEvent writes one event whatever line breaks are between JSON tokens", () => {
    const data = formatServerSentEvent(3, '{"a":\r\n1,\r"b":\n2}').split("\n");
    assert.deepEqual(data.slice(0, 2), ["id: 3", 'data: {"a":']);
    assert.ok(data.slice(1, -2).every((line) => line.startsWith("data: ")));
  });
});

const parse = (url: string) => parseInboxPath(url, "/w/");

describe("parseInboxPath", () => {
  it("parseInboxPath decodes the id once and returns path and query as they were sent", () => {
    assert.deepEqual(parse("/w/caf%C3%A9/a%20b?x=1?2"), {
      inbox: "café",
      path: "/a%20b",
      query: "x=1?2",
    });
    assert.equal(parse("/w/a%2541").inbox, "a%41");
    assert.equal(parse(`/w/${"é".repeat(128)}`).inbox.length, 128);
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
      assert.throws(() => parse(`/w/${id}`), { status: 400 }, id);
    }
  });
});
