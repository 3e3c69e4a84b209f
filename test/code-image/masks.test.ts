import assert from "node:assert/strict";
import { test } from "node:test";
import { createGlyphCache } from "#src/tools/code-image/raster/glyph-cache.js";
import { shape } from "#src/tools/code-image/text/shape.js";

const FACE = { bold: false, italic: false };

test("a glyph is rasterized once until the cache is cleared", () => {
  const glyphs = createGlyphCache({ em: 500, width: 300, height: 750, baseline: 560 }, 0);
  const first = glyphs(shape("@", FACE));
  assert.equal(glyphs(shape("@", FACE)), first);
  for (let code = 0x4e00; code < 0x4e60; code++) {
    glyphs(shape(String.fromCodePoint(code), FACE));
  }
  const again = glyphs(shape("@", FACE));
  assert.notEqual(again, first);
  assert.deepEqual(again, first);
});

test("up to 5000 glyph runs are cached", () => {
  const first = shape("@", FACE);
  assert.equal(shape("@", FACE), first);
  for (let code = 0; code < 5000; code++) shape(String.fromCodePoint(0xe000 + code), FACE);
  const again = shape("@", FACE);
  assert.notEqual(again, first);
  assert.deepEqual(again, first);
});

test("an emoji has colors, and a letter has a mask", () => {
  const glyphs = createGlyphCache({ em: 28, width: 17, height: 42, baseline: 30 }, 0x123456);
  const heart = glyphs(shape("❤\ufe0f", FACE));
  assert.ok("colors" in heart && heart.colors.includes(0xdd2e44));
  assert.ok("levels" in glyphs(shape("a", FACE)));
});
