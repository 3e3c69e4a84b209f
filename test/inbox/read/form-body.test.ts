import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { hasForms } from "#src/inbox/read/page-records.js";
import type { FormBody } from "#src/domain/record/inbox-record.js";
import { isFile, parseFormBody } from "#src/inbox/record/form-body.js";
import { parseMultipart } from "#src/inbox/record/multipart.js";
import { buildRecord } from "#src/inbox/record/record.js";
import { parseRecord, toBodyBytes } from "#src/domain/record/record-text.js";

/** Returns the stored text of a request with this body and these headers. */
function toText(body: string | Buffer, ...rawHeaders: string[]): string {
  const request = { method: "POST", path: "", query: "", ip: "::1", preflight: false };
  const made = buildRecord({ ...request, rawHeaders, body: Buffer.from(body) }, 5_000_000);
  return `{"id":"x",${made.members.toString()}}`;
}

/** Returns the form that readers get for this body and these headers. */
function parse(body: string | Buffer, ...rawHeaders: string[]): FormBody | undefined {
  const record = parseRecord(Buffer.from(toText(body, ...rawHeaders)));
  return parseFormBody(record, () => toBodyBytes(record));
}

const URLENCODED = ["Content-Type", "application/x-www-form-urlencoded"];
const MULTIPART = ["Content-Type", 'multipart/form-data; boundary="a b"'];

/** Returns a multipart body with the boundary "a b". */
function formatMultipart(...parts: [header: string, content: string | Buffer][]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--a b\r\nContent-Disposition: form-data${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from("--a b--\r\n"),
  ]);
}

describe("parseFormBody", () => {
  it("parseFormBody decodes URL-encoded pairs in order, with repeats and empty ones", () => {
    assert.deepEqual(parse("a=1&a=2&b=%C3%A9+x&&c&=d&e=%zz&?=1", ...URLENCODED), [
      ["a", "1"],
      ["a", "2"],
      ["b", "é x"],
      ["c", ""],
      ["", "d"],
      ["e", "%zz"],
      ["?", "1"],
    ]);
    assert.deepEqual(parse("", ...URLENCODED), []);
  });

  it("parseFormBody returns at most 1000 fields", () => {
    assert.equal(parse("a=1&".repeat(3_000), ...URLENCODED)?.length, 1_000);
    const parts = Array.from({ length: 1_500 }, (): [string, string] => ['; name="a"', "1"]);
    assert.equal(parse(formatMultipart(...parts), ...MULTIPART)?.length, 1_000);
  });

  it("parseFormBody locates the bytes of files and decodes plain fields", () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const body = formatMultipart(
      ['; name="note"', "é"],
      ['; name="file"; filename="a \\"b\\" %22c%22.bin"\r\nContent-Type: image/png', bytes],
      ["; name=empty; filename=x", ""],
    );
    const [note, file, empty] = parse(body, ...MULTIPART) ?? [];
    assert.deepEqual(note, {
      name: "note",
      filename: null,
      contentType: null,
      size: 2,
      value: "é",
    });
    assert.ok(isFile(file) && isFile(empty));
    assert.deepEqual([file.name, file.filename], ["file", 'a "b" "c".bin']);
    assert.deepEqual([file.contentType, file.size], ["image/png", 256]);
    assert.ok(body.subarray(file.offset, file.offset + file.size).equals(bytes));
    assert.deepEqual([empty.name, empty.filename, empty.size], ["empty", "x", 0]);
  });

  it("parseFormBody returns nothing for other types, truncated bodies and compressed multipart bodies", () => {
    assert.equal(parse("a=1", "Content-Type", "text/plain"), undefined);
    assert.equal(parse("a=1"), undefined);
    const gzip = ["Content-Encoding", "gzip"];
    assert.equal(
      parse(gzipSync(formatMultipart(['; name="a"', "1"])), ...MULTIPART, ...gzip),
      undefined,
    );
    assert.equal(parse("not gzip", ...URLENCODED, ...gzip), undefined);
    assert.deepEqual(parse(gzipSync("a=1"), ...URLENCODED, ...gzip), [["a", "1"]]);
  });
});

/** Returns a page with records of these types. */
function toPage(...types: string[]) {
  const records = types.map((type) =>
    toText("a=1", ...(type === "" ? [] : ["content-type", type])),
  );
  return {
    texts: Buffer.from(records.join(",")),
    seqs: Float64Array.from(records, (_, index) => index + 1),
    sizes: Float64Array.from(records, ({ length }) => length),
  };
}

describe("hasForms", () => {
  it("hasForms finds a form among other types, in any case", () => {
    for (const form of [
      "application/x-www-form-urlencoded",
      "Application/X-WWW-Form-Urlencoded ; charset=utf-8",
      'multipart/form-data; boundary="b"',
      "MULTIPART/FORM-DATA",
    ]) {
      assert.ok(hasForms(toPage("", "text/plain", form)), form);
    }
  });

  it("hasForms finds none among types that look alike", () => {
    const alike = [
      "application/xml",
      "application/x-www-form-urlencoded2",
      "multipart/mixed",
      "a",
      "",
    ];
    assert.ok(!hasForms(toPage(...alike, "text/plain; x=multipart/form-data")));
  });
});

describe("parseMultipart", () => {
  it("parseMultipart keeps the complete parts of a malformed body and never throws", () => {
    const whole = formatMultipart(['; name="a"', "1"], ['; name="b"', "2"]);
    for (let length = 0; length <= whole.length; length++) {
      const parts = parseMultipart(whole.subarray(0, length), "a b", 10);
      assert.ok(parts.length <= 2);
      if (length === whole.length) assert.equal(parts.length, 2);
    }
    for (const body of ["", "--a b", "--a b\r\n\r\nx\r\n--a b--", "--a bc\r\n\r\nx\r\n--a b"]) {
      assert.ok(parseMultipart(Buffer.from(body), "a b", 10).length <= 1, body);
    }
    assert.deepEqual(parseMultipart(whole, "", 10), []);
  });
});
