import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import {
  findFirstBetween,
  type RationalLine,
} from "#src/tools/profit-calculator/solve/floor-sum-search.js";

const createLines = (rise: fc.Arbitrary<bigint>, denominator: fc.Arbitrary<bigint>) =>
  fc.record({ rise, start: fc.bigInt({ min: -400n, max: 400n }), denominator });
const coarse = createLines(fc.bigInt({ min: 0n, max: 30n }), fc.bigInt({ min: 1n, max: 12n }));
const fine = createLines(fc.bigInt({ min: 0n, max: 400n }), fc.bigInt({ min: 1n, max: 300n }));
/** Lines with nearly the same slope, like those of a fee, so that the solution is far away. */
const close = fine.chain((lower) =>
  fc.record({
    lower: fc.constant(lower),
    upper: fc.record({
      rise: fc.bigInt({ min: 0n, max: 3n }).map((more) => lower.rise * 7n + more),
      start: fc.bigInt({ min: -3000n, max: 3000n }),
      denominator: fc.constant(lower.denominator * 7n),
    }),
  }),
);

const FAR = 20_000n;

function searchByTrying(lower: RationalLine, upper: RationalLine): bigint | null {
  for (let x = 0n; x <= FAR; x++) {
    const top = upper.rise * x + upper.start;
    let y = top / upper.denominator;
    if (y * upper.denominator > top) y -= 1n;
    if (y * lower.denominator >= lower.rise * x + lower.start) return x;
  }
  return null;
}

function assertAgrees(lower: RationalLine, upper: RationalLine): void {
  const found = findFirstBetween(lower, upper);
  const near = found !== null && found <= FAR ? found : null;
  assert.equal(near, searchByTrying(lower, upper));
}

it("findFirstBetween agrees with trying every x", () => {
  fc.assert(fc.property(coarse, coarse, assertAgrees), { numRuns: 400 });
  fc.assert(fc.property(fine, fine, assertAgrees), { numRuns: 200 });
  fc.assert(
    fc.property(close, ({ lower, upper }) => assertAgrees(lower, upper)),
    { numRuns: 200 },
  );
});

it("findFirstBetween finds a solution of forty digits", () => {
  const denominator = 10n ** 40n;
  const both = { rise: 3n, start: -1n, denominator };
  assert.equal(findFirstBetween(both, both), (2n * denominator + 1n) / 3n);
});
