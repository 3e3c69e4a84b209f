import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { readChunks } from "../support/png-chunks.ts";
import type { CodeImageOptions } from "#src/tools/code-image/renderer.js";
import { drawCode } from "#src/tools/code-image/draw.js";
import { PICTURE } from "./samples.ts";

async function draw(change: Partial<CodeImageOptions> = {}) {
  const drawing = await drawCode({ ...PICTURE, ...change });
  assert.equal(drawing.kind, "drawn");
  if (drawing.kind !== "drawn") throw new Error("not drawn");
  return { ...drawing, chunks: readChunks(drawing.image) };
}

test("a flat backdrop has a palette and a gradient RGB, with sRGB and pHYs chunks", async () => {
  for (const [theme, colorType, pixelBytes] of [
    ["Dracula", 3, 1],
    ["Candy", 2, 3],
  ] as const) {
    const { chunks, width, height } = await draw({ theme });
    const head = chunks.get("IHDR");
    assert.deepEqual([head?.readUInt32BE(0), head?.readUInt32BE(4)], [width, height]);
    assert.deepEqual([head?.[8], head?.[9]], [8, colorType]);
    assert.equal(chunks.get("pHYs")?.readUInt32BE(0), 7559);
    const expected = ["IHDR", "sRGB", "pHYs", "PLTE", "IDAT", "IEND"];
    assert.deepEqual(
      [...chunks.keys()],
      expected.filter((name) => name !== "PLTE" || colorType === 3),
    );
    const scanlines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
    assert.equal(scanlines.length, height * (width * pixelBytes + 1));
  }
});

test("the same options return the same PNG bytes", async () => {
  assert.deepEqual((await draw()).image, (await draw()).image);
});

test("pixels do not leak into the next image of another width", async () => {
  const before = await draw();
  for (const code of ["x".repeat(100), "\u{1f600}".repeat(40)])
    await draw({ code, theme: "Candy" });
  assert.deepEqual((await draw()).image, before.image);
});

test("a very high image has a lower scale", async () => {
  const drawing = await draw({ code: "\n".repeat(1000), scale: 3 });
  assert.equal(drawing.scale, 1);
});

test("an image above 100 megapixels is rejected with the number of lines that fit", async () => {
  const code = `${"x".repeat(120)}\n`.padEnd(5000, "\n");
  const drawing = await drawCode({ ...PICTURE, code, fontSize: 24 });
  assert.equal(drawing.kind, "too-large");
  if (drawing.kind !== "too-large") return;
  const fitting = `${"x".repeat(120)}\n`.padEnd(120 + drawing.linesThatFit, "\n");
  const { width, height } = await draw({ code: fitting, fontSize: 24 });
  assert.ok(width * height <= 100_000_000 && width * (height + 36) > 100_000_000);
});
