import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { LEVELS, type Mask } from "#src/tools/code-image/raster/coverage.js";
import { Outline } from "#src/tools/code-image/text/outline.js";

function listRows({ width, height, levels }: Mask): number[][] {
  return Array.from({ length: height }, (_, y) => [...levels.subarray(y * width, (y + 1) * width)]);
}

test("inner pixels are covered fully and edge pixels partially", () => {
  const outline = new Outline();
  outline.addRectangle({ left: 1, top: 2, right: 3.4, bottom: 4 });
  const mask = outline.mask();
  assert.deepEqual([mask.left, mask.top, mask.width, mask.height], [1, 2, 3, 2]);
  assert.deepEqual(listRows(mask), [
    [LEVELS, LEVELS, 2],
    [LEVELS, LEVELS, 2],
  ]);
});

test("half of each pixel that a diagonal crosses is covered", () => {
  const outline = new Outline();
  outline.transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };
  outline.moveTo(0, 0);
  outline.lineTo(2, 2);
  outline.lineTo(0, 2);
  assert.deepEqual(listRows(outline.mask()), [
    [3, 0],
    [LEVELS, 3],
  ]);
});

test("overlapping contours are united, and contours of opposite winding are cut out", () => {
  const union = new Outline();
  union.addRectangle({ left: 0, top: 0, right: 2, bottom: 1 });
  union.addRectangle({ left: 1, top: 0, right: 3, bottom: 1 });
  assert.deepEqual(listRows(union.mask()), [[LEVELS, LEVELS, LEVELS]]);
  const ring = new Outline();
  ring.addRectangle({ left: 0, top: 0, right: 3, bottom: 3 });
  ring.addRectangle({ left: 1, top: 1, right: 2, bottom: 2 }, true);
  assert.deepEqual(listRows(ring.mask())[1], [LEVELS, 0, LEVELS]);
});

test("an empty outline has an empty mask", () => {
  assert.equal(new Outline().mask().width, 0);
});

test("nearly horizontal edges end the rasterization", () => {
  const outline = new Outline();
  outline.transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };
  outline.moveTo(0, 0);
  outline.lineTo(30, 5e-324);
  outline.lineTo(30, 1);
  outline.lineTo(0, 1);
  assert.deepEqual(
    listRows(outline.mask())[0],
    Array.from({ length: 30 }, () => LEVELS),
  );
});

test("a triangle's coverage sums to its area", () => {
  const coordinate = fc.double({ min: -40, max: 40, noNaN: true });
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 6, maxLength: 6 }), (points) => {
      const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = points;
      const outline = new Outline();
      outline.transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };
      outline.moveTo(ax, ay);
      outline.lineTo(bx, by);
      outline.lineTo(cx, cy);
      const { levels, width, height } = outline.mask();
      const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
      const covered = levels.reduce((sum, level) => sum + level, 0) / LEVELS;
      // Each pixel on the border is rounded by half a level at most.
      const rounding = (4 * (width + height) + 4) / (2 * LEVELS);
      assert.ok(Math.abs(covered - area) <= rounding, `${covered} for ${area}`);
    }),
  );
});
