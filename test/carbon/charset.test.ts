import assert from "node:assert/strict";
import { it } from "node:test";
import { decodeText } from "#src/tools/carbon-footprint/html/charset.js";

const latin = (text: string) => Buffer.from(text, "latin1");

for (const [name, body, type, expected] of [
  ["nothing said is UTF-8", Buffer.from("é"), "text/html", "é"],
  ["the type's charset", latin("é"), "text/html; charset=iso-8859-1", "é"],
  ["a charset that nobody knows is not said", Buffer.from("é"), "text/html; charset=nope", "é"],
  ["a mark wins over the type", Buffer.from("\ufeffé"), "text/html; charset=utf-16", "é"],
  ["UTF-16 by its mark", Buffer.from("\ufeffé", "utf16le"), "text/html; charset=utf-8", "é"],
  ["the document's own", latin('<meta charset="latin1">é'), "", '<meta charset="latin1">é'],
  [
    "UTF-16 that says so in ASCII is none",
    Buffer.from("<meta charset=utf-16>é"),
    "",
    "<meta charset=utf-16>é",
  ],
  ["a style sheet's own", latin('@charset "latin1";é'), "text/css", '@charset "latin1";é'],
] as const) {
  it(name, () => assert.equal(decodeText(body, type), expected));
}
