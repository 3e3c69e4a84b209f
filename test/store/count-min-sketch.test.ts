import assert from "node:assert/strict";
import { it } from "node:test";
import { CountMinSketch } from "#src/store/count-min-sketch.js";

const NAMES = 300_000;

it("counts of a crowd are seldom too high, because only the least cells grow", () => {
  const sketch = new CountMinSketch();
  for (let name = 0; name < NAMES; name++) sketch.add(`name ${name}`, 1);
  let high = 0;
  for (let name = 0; name < NAMES; name += 10) if (sketch.add(`name ${name}`, 0) > 1) high += 1;
  // 6 % here; 21 % where every cell grows.
  assert.ok(high < (NAMES / 10) * 0.1, `${high} of ${NAMES / 10} counts were too high`);
});

it("a look changes nothing, and what is added counts whole", () => {
  const sketch = new CountMinSketch();
  assert.equal(sketch.add("a", 0), 0);
  assert.equal(sketch.add("a", 3), 3);
  assert.equal(sketch.add("a", 0), 3);
  assert.equal(sketch.add("b", 0), 0);
});

/** How another sketch counts names that it never saw. */
function mistaken(): string {
  const sketch = new CountMinSketch();
  for (let name = 0; name < NAMES; name++) sketch.add(`name ${name}`, 1);
  return Array.from({ length: 1000 }, (_, name) => sketch.add(`other ${name}`, 0)).join("");
}

it("names collide otherwise in every process", () => {
  assert.notEqual(mistaken(), mistaken());
});
