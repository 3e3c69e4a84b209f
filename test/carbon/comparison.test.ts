import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compareWeight } from "#src/tools/carbon-footprint/comparison.js";

const KB = 1024;

describe("compareWeight", () => {
  for (const [kilobytes, heavierShare] of [
    [0, 1],
    [303.5, 0.95],
    [607, 0.9],
    [1275, 0.75],
    [2412, 0.5],
    [4570, 0.25],
    [9179, 0.1],
    [60_000, 0.1],
  ] as const) {
    it(`compareWeight returns ${heavierShare} for ${kilobytes} KB`, () => {
      assert.equal(compareWeight(kilobytes * KB).heavierShare, heavierShare);
    });
  }

  it("compareWeight names a source and the month of its data", () => {
    const { source, date } = compareWeight(1);
    assert.match(source, /^HTTP Archive, Web Almanac \d{4}/);
    assert.match(date, /^\d{4}-\d{2}$/);
  });

  it("compareWeight never returns a larger share for a heavier page", () => {
    const bytes = fc.nat(60_000_000);
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [light, heavy] = [Math.min(one, other), Math.max(one, other)];
        assert.ok(compareWeight(light).heavierShare >= compareWeight(heavy).heavierShare);
      }),
    );
  });
});
