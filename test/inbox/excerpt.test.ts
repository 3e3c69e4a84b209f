import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { excerptRecord } from "#src/inbox/record/excerpt.js";
import { parseRecord } from "#src/domain/record/record-text.js";
import { buildRecord } from "#src/inbox/record/record.js";

/** Returns the stored text of a record with this body. */
function toRecordText(
  body: string | Buffer,
  type = "application/json",
  more: string[] = [],
): Buffer {
  const request = { method: "POST", path: "", query: "", ip: "::1", preflight: false };
  const rawHeaders = ["Content-Type", type, "X-Last", "1", ...more];
  const made = buildRecord({ ...request, rawHeaders, body: Buffer.from(body) }, 5_000_000);
  return Buffer.from(`{"id":"x","seq":1,"receivedAt":"",${made.members.toString()}}`);
}

function parseExcerpt(text: Buffer) {
  return JSON.parse(excerptRecord(text).toString()) as Record<string, unknown> & { body: string };
}

describe("excerptRecord", () => {
  it("an excerpt keeps the beginning of a large body and every other member", () => {
    const body = JSON.stringify([{ headers: {}, ',"headers":{': '"' }, "x".repeat(50_000)]);
    const record = parseExcerpt(toRecordText(body));
    assert.equal(record.body, body.slice(0, record.body.length));
    assert.ok(record.body.length > 3_900 && record.body.length <= 4_096);
    assert.deepEqual([record["bodyExcerpt"], record["bodyJson"]], [true, null]);
    assert.deepEqual(record["headers"], { "content-type": "application/json", "x-last": "1" });
    assert.equal(record["bodySize"], Buffer.byteLength(body));
  });

  it("an excerpt never ends inside a character or an escape", () => {
    const character = fc.constantFrom(
      "a",
      '"',
      "\\",
      "\n",
      "\u0001",
      "é",
      "\u2028",
      "\ud83d\ude00",
    );
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 30 }), (characters) => {
        const body = characters.join("").repeat(20_000 / characters.length);
        const { body: start } = parseExcerpt(toRecordText(body, "text/plain"));
        assert.ok(body.startsWith(start));
      }),
      { numRuns: 100 },
    );
  });

  it("excerptRecord returns small records, and those whose headers alone are large, unchanged", () => {
    const small = toRecordText("x".repeat(1_000));
    assert.equal(excerptRecord(small), small);
    const filler = `"x-filler":"${"y".repeat(40_000)}"`;
    const large = Buffer.from(small.toString().replace('"headers":{', `"headers":{${filler},`));
    assert.equal(excerptRecord(large), large);
  });

  it("an excerpt of any record is readable", () => {
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]) {
      const record = parseRecord(excerptRecord(toRecordText("a=b&".repeat(10_000), type)));
      assert.deepEqual([record.bodyExcerpt, record.contentType], [true, type]);
    }
  });

  it("an excerpt drops the long base64 of compressed bytes that decode to a short text", () => {
    const [first, rest] = [gzipSync("").subarray(0, 10), gzipSync("").subarray(10)];
    const emptyBlocks = Buffer.alloc(50_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const padded = Buffer.concat([first, emptyBlocks, rest]);
    const record = parseExcerpt(toRecordText(padded, "text/plain", ["Content-Encoding", "gzip"]));
    assert.deepEqual([record.body, record["bodyExcerpt"]], ["", true]);
    assert.ok(!("bodyBase64" in record));
  });

  it("an excerpt drops the base64 of a binary body", () => {
    const record = parseExcerpt(toRecordText(Buffer.alloc(50_000, 0xff), "image/png"));
    assert.ok(!("bodyBase64" in record));
    assert.match(record.body, /^\uFFFD+$/);
  });
});
