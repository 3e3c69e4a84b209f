import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CountMinSketch } from "#src/store/count-min-sketch.js";

const NAMES = 300_000;

/** Returns the counts of names that a full sketch has never seen. */
function countUnseenNames(): string {
  const sketch = new CountMinSketch();
  for (let name = 0; name < NAMES; name++) sketch.add(`name ${name}`, 1);
  return Array.from({ length: 1000 }, (_, name) => sketch.add(`other ${name}`, 0)).join("");
}

describe("CountMinSketch", () => {
  it("a CountMinSketch overestimates fewer than 10 % of 300,000 names, because only the lowest cells grow", () => {
    const sketch = new CountMinSketch();
    for (let name = 0; name < NAMES; name++) sketch.add(`name ${name}`, 1);
    let high = 0;
    for (let name = 0; name < NAMES; name += 10) if (sketch.add(`name ${name}`, 0) > 1) high += 1;
    // Measured 6 %; 21 % when every cell grows.
    assert.ok(high < (NAMES / 10) * 0.1, `${high} of ${NAMES / 10} counts were too high`);
  });

  it("a CountMinSketch reads a count without changing it and adds amounts above 1", () => {
    const sketch = new CountMinSketch();
    assert.equal(sketch.add("a", 0), 0);
    assert.equal(sketch.add("a", 3), 3);
    assert.equal(sketch.add("a", 0), 3);
    assert.equal(sketch.add("b", 0), 0);
  });

  it("other names collide in every CountMinSketch", () => {
    assert.notEqual(countUnseenNames(), countUnseenNames());
  });
});
