import assert from "node:assert/strict";
import { test } from "node:test";
import { encodePngFile } from "#src/lib/graphics/png.js";

test("a PNG has its chunks in order with length and checksum", () => {
  const file = encodePngFile(
    { width: 258, height: 1, depth: 1, palette: [0, 1, 2, 253, 254, 255], alphas: [0] },
    [Uint8Array.of(7), Uint8Array.of(8, 9)],
    [{ type: "sRGB", data: [Uint8Array.of(0)] }],
  );
  assert.equal(file.toString("hex", 0, 8), "89504e470d0a1a0a");
  assert.equal(file.toString("hex", 8, 29), "0000000d4948445200000102000000010103000000");
  // Both chunks are constant, so their checksums are known.
  assert.ok(file.includes(Buffer.from("000000017352474200aece1ce9", "hex")), "sRGB");
  assert.equal(file.subarray(-12).toString("hex"), "0000000049454e44ae426082");
  const types = ["IHDR", "sRGB", "PLTE", "tRNS", "IDAT", "IEND"].map((type) => file.indexOf(type));
  assert.deepEqual(
    types,
    [...types].sort((a, b) => a - b),
  );
  const pixels = file.indexOf("IDAT");
  assert.equal(file.readUInt32BE(pixels - 4), 3);
  assert.deepEqual([...file.subarray(pixels + 4, pixels + 7)], [7, 8, 9]);
});

test("a true-color PNG has no palette", () => {
  const file = encodePngFile({ width: 1, height: 1, depth: 8 }, []);
  assert.deepEqual([...file.subarray(24, 26)], [8, 2]);
  assert.ok(!file.includes("PLTE"));
});
