import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { LEVELS, type Mask } from "#src/tools/code-image/raster/coverage.js";
import { Outline } from "#src/tools/code-image/text/outline.js";

function rows({ width, height, levels }: Mask): number[][] {
  return Array.from({ length: height }, (_, y) => [...levels.subarray(y * width, (y + 1) * width)]);
}

test("a rectangle covers whole pixels wholly and edge pixels by their share", () => {
  const outline = new Outline();
  outline.rectangle(1, 2, 3.4, 4);
  const mask = outline.mask();
  assert.deepEqual([mask.left, mask.top, mask.width, mask.height], [1, 2, 3, 2]);
  assert.deepEqual(rows(mask), [
    [LEVELS, LEVELS, 2],
    [LEVELS, LEVELS, 2],
  ]);
});

test("a diagonal covers half of the pixels it crosses", () => {
  const outline = new Outline();
  outline.transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };
  outline.moveTo(0, 0);
  outline.lineTo(2, 2);
  outline.lineTo(0, 2);
  assert.deepEqual(rows(outline.mask()), [
    [3, 0],
    [LEVELS, 3],
  ]);
});

test("contours that overlap in one direction are one shape, a contour the other way round is a hole", () => {
  const union = new Outline();
  union.rectangle(0, 0, 2, 1);
  union.rectangle(1, 0, 3, 1);
  assert.deepEqual(rows(union.mask()), [[LEVELS, LEVELS, LEVELS]]);
  const ring = new Outline();
  ring.rectangle(0, 0, 3, 3);
  ring.rectangle(1, 1, 2, 2, true);
  assert.deepEqual(rows(ring.mask())[1], [LEVELS, 0, LEVELS]);
});

test("nothing drawn covers nothing", () => {
  assert.equal(new Outline().mask().width, 0);
});

test("an edge that is all but flat ends", () => {
  const outline = new Outline();
  outline.transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };
  outline.moveTo(0, 0);
  outline.lineTo(30, 5e-324);
  outline.lineTo(30, 1);
  outline.lineTo(0, 1);
  assert.deepEqual(
    rows(outline.mask())[0],
    Array.from({ length: 30 }, () => LEVELS),
  );
});

test("any triangle's coverage sums to its area", () => {
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
