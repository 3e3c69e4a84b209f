import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { decodeBody } from "#src/fetch/decode.js";

const MAX_BYTES = 2_000_000;
const text = "<p>first</p>";
const gzip = gzipSync(text);
const footer = gzip.length - 8;
const stray = Buffer.from("stray bytes");
const long = "long ".repeat(200_000);

function concatBytes(...parts: (Buffer | string | number[])[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** Returns a gzip body with these flags and the optional fields that they announce. */
function createFlagged(flags: number, ...parts: (string | number[])[]): Buffer {
  return concatBytes(
    gzip.subarray(0, 3),
    [flags],
    gzip.subarray(4, 10),
    ...parts,
    gzip.subarray(10),
  );
}

async function decodeToText(coding: string, body: Buffer): Promise<string> {
  return (await decodeBody(body, coding, MAX_BYTES)).toString();
}

describe("decodeBody of bodies that Chromium shows", () => {
  const bodies: [name: string, coding: string, body: Buffer, shown: string][] = [
    ["gzip", "gzip", gzip, text],
    ["gzip by its old name", "x-gzip", gzip, text],
    ["stray bytes", "gzip", concatBytes(gzip, stray), text],
    ["NUL bytes", "gzip", concatBytes(gzip, [0, 0, 0]), text],
    ["stray bytes behind a long text", "gzip", concatBytes(gzipSync(long), stray), long],
    ["a second member", "gzip", concatBytes(gzip, gzipSync("second")), text],
    ["what begins like a second member", "gzip", concatBytes(gzip, [0x1f, 0x8b, 7]), text],
    ["a wrong checksum", "gzip", concatBytes(gzip.subarray(0, footer), "checksum"), text],
    ["no checksum", "gzip", gzip.subarray(0, footer), text],
    ["a name", "gzip", createFlagged(8, "a.html\0"), text],
    [
      "all that a header may hold",
      "gzip",
      createFlagged(31, [3, 0, 1, 2, 3], "a.html\0", "comment\0", [9, 9]),
      text,
    ],
    ["a header that breaks off", "gzip", gzip.subarray(0, 2), ""],
    ["an extra field that breaks off", "gzip", createFlagged(4, [255, 255]), ""],
    ["a name without end", "gzip", createFlagged(8).subarray(0, 12), ""],
    ["brotli and stray bytes", "br", concatBytes(brotliCompressSync(text), stray), text],
    ["deflate and stray bytes", "deflate", concatBytes(deflateSync(text), stray), text],
    ["bare deflate", "deflate", deflateRawSync(text), text],
    ["one coding in another", "gzip, br", brotliCompressSync(gzip), text],
  ];
  for (const [name, coding, body, shown] of bodies) {
    it(`decodeBody decodes as much as Chromium of ${name}: ${coding}`, async () =>
      assert.equal(await decodeToText(coding, body), shown));
  }
});

describe("decodeBody of bodies that no browser shows", () => {
  for (const [name, coding, body] of [
    ["plain text", "gzip", Buffer.from(text)],
    ["zlib's format", "gzip", deflateSync(text)],
    ["another method", "gzip", concatBytes([0x1f, 0x8b, 7], gzip.subarray(3))],
    ["reserved flags", "gzip", createFlagged(32)],
    ["gzip", "deflate", gzip],
    ["an unknown coding", "zstd", gzip],
  ] as const) {
    it(`decodeBody rejects ${name} as ${coding} with undecodable`, async () => {
      await assert.rejects(decodeToText(coding, body), { code: "undecodable" });
    });
  }
});
