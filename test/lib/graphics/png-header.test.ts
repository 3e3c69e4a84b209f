import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { measureDecompressed } from "#src/lib/graphics/png-header.js";

/** Returns the beginning of an RGBA PNG with 16 bits a sample. */
function createPngHead(width: number, height: number, depth = 16): Buffer {
  const head = Buffer.alloc(33);
  head.write("89504e470d0a1a0a0000000d49484452", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([depth, 6], 24);
  return head;
}

describe("measureDecompressed", () => {
  it("adds the rows of PNG files by their headers, with one byte of filter each", () => {
    const files = [createPngHead(100, 10), createPngHead(1, 1)];
    assert.equal(measureDecompressed(files), 10 * 801 + 9);
  });

  it("counts nothing for other files and damaged headers", () => {
    const files = [
      Buffer.from("ffd8ff", "hex"),
      createPngHead(9, 9, 3),
      createPngHead(9, 9).subarray(0, 20),
    ];
    assert.equal(measureDecompressed(files), 0);
  });
});
