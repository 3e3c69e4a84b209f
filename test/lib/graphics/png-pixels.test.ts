import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { convertPngToPgm, readPngPixels } from "#src/lib/graphics/png-pixels.js";
import { createSamplePng, HEIGHT, KINDS, toRgba, WIDTH } from "../../support/png-samples.ts";

describe("PNG decoder", () => {
  for (const kind of KINDS) {
    const { color, depth, interlaced } = kind;
    const look = interlaced ? "interlaced" : "plain";
    it(`decodes color type ${color} with ${depth} bits, ${look}, in every filter`, async () => {
      const { samples, palette, file } = createSamplePng(kind);
      const channels = samples.length / (WIDTH * HEIGHT);
      const expected = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) =>
        toRgba(kind, samples.slice(pixel * channels, (pixel + 1) * channels), palette),
      );
      assert.deepEqual(Array.from(readPngPixels(file).pixels), expected.flat());
      const gray = expected.map(([r = 0, g = 0, b = 0]) => (77 * r + 150 * g + 29 * b) >> 8);
      const pgm = await convertPngToPgm(file);
      assert.deepEqual(Array.from(pgm.subarray(-WIDTH * HEIGHT)), gray);
    });
  }
});
