import assert from "node:assert/strict";
import { test } from "node:test";
import { LEVELS } from "#src/tools/code-image/raster/coverage.js";
import { PaletteFullError, PaletteSurface } from "#src/tools/code-image/raster/palette-surface.js";
import { TrueColorSurface } from "#src/tools/code-image/raster/true-color-surface.js";

test("a palette surface throws PaletteFullError at the 257th color", () => {
  const surface = new PaletteSurface({ width: 1, rows: 1 }, 0);
  surface.startBand({ top: 0, bottom: 1 });
  for (let color = 0; color < 256; color++) surface.put(0, 0, color);
  surface.put(0, 0, 255);
  assert.deepEqual([...surface.bytes], [0, 255]);
  assert.throws(() => surface.put(0, 0, 256), PaletteFullError);
});

test("both surfaces draw the same and clip to band and image", () => {
  const size = { width: 4, rows: 2 };
  const palette = new PaletteSurface(size, 0x000000);
  const trueColor = new TrueColorSurface(size, 0x000000);
  const mask = { left: -1, top: -1, width: 6, height: 4, levels: new Uint8Array(24).fill(LEVELS) };
  mask.levels[7] = 0;
  for (const surface of [palette, trueColor]) {
    surface.startBand({ top: 10, bottom: 12 });
    surface.fill(10, 0, 4, 0x010203);
    surface.repeat(10, 12);
    surface.copy(11, Int32Array.of(0, 0x040506, 0x070809, 0), [1, 3]);
    surface.blit(mask, 2, 11, 0xffffff);
    surface.blit({ left: 0, top: 0, width: 2, height: 1, colors: Int32Array.of(9, -1) }, 0, 10, 0);
  }
  const colors = [...palette.bytes].map((number, at) =>
    at % 5 === 0 ? [number] : [number].flatMap((it) => getBytes(palette.palette[it] ?? -1)),
  );
  assert.deepEqual(colors.flat(), [...trueColor.bytes]);
  const white = [255, 255, 255];
  assert.deepEqual(
    [...trueColor.bytes],
    [0, 0, 0, 9, ...white, ...white, ...white, 0, 1, 2, 3, ...white, 7, 8, 9, ...white],
  );
});

/** Returns the buffers on which a surface paints its bands in turn. */
function getBuffers(width: number, leave: boolean): ArrayBufferLike[] {
  const surface = new PaletteSurface({ width, rows: 2 }, 0);
  const buffers = [0, 1].map(() => {
    surface.startBand({ top: 0, bottom: 1 });
    return surface.bytes.buffer;
  });
  if (leave) surface.release();
  return buffers;
}

test("a surface reuses the previous image's buffers if they are large enough", () => {
  const left = getBuffers(4, true);
  assert.notEqual(left[0], left[1]);
  const taken = getBuffers(3, false);
  assert.ok(taken.every((buffer) => left.includes(buffer)));
  assert.ok(!getBuffers(4, true).some((buffer) => left.includes(buffer)));
  const larger = getBuffers(5, true);
  assert.ok(!getBuffers(6, true).some((buffer) => larger.includes(buffer)));
});

function getBytes(color: number): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}
