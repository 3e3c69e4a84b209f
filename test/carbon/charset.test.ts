import assert from "node:assert/strict";
import { it } from "node:test";
import { decodeText } from "#src/tools/carbon-footprint/html/charset.js";

const encodeLatin1 = (text: string) => Buffer.from(text, "latin1");

for (const [name, body, type, expected] of [
  ["text without a charset is decoded as UTF-8", Buffer.from("é"), "text/html", "é"],
  [
    "the charset of the Content-Type applies",
    encodeLatin1("é"),
    "text/html; charset=iso-8859-1",
    "é",
  ],
  ["an unknown charset is ignored", Buffer.from("é"), "text/html; charset=nope", "é"],
  [
    "a byte order mark overrides the Content-Type",
    Buffer.from("\ufeffé"),
    "text/html; charset=utf-16",
    "é",
  ],
  [
    "UTF-16 is recognized by its byte order mark",
    Buffer.from("\ufeffé", "utf16le"),
    "text/html; charset=utf-8",
    "é",
  ],
  [
    "the charset in a document applies",
    encodeLatin1('<meta charset="latin1">é'),
    "",
    '<meta charset="latin1">é',
  ],
  [
    "a charset of UTF-16 that is written in ASCII is ignored",
    Buffer.from("<meta charset=utf-16>é"),
    "",
    "<meta charset=utf-16>é",
  ],
  [
    "the charset in a style sheet applies",
    encodeLatin1('@charset "latin1";é'),
    "text/css",
    '@charset "latin1";é',
  ],
] as const) {
  it(name, () => assert.equal(decodeText(body, type), expected));
}
