import assert from "node:assert/strict";
import { it } from "node:test";
import { computeStyles } from "#src/tools/carbon-footprint/css/cascade.js";
import { parsePage } from "#src/tools/carbon-footprint/html/dom.js";

/** Returns the operations for nested elements that each set a variable. */
function countOps(depth: number): number {
  const { root } = parsePage(`<body>${'<div style="--a:1">'.repeat(depth)}`);
  const work = { opsLeft: 1_000_000 };
  computeStyles({ root, rules: [], base: "https://site.example/" }, work, () => {});
  return 1_000_000 - work.opsLeft;
}

/** Returns the operations for the prototype chains of all elements. */
function countChainOps(depth: number): number {
  return (depth * (depth - 1)) / 2;
}

it("computeStyles charges a nested style for the length of its prototype chain", () => {
  const [shallow, deep] = [countOps(200), countOps(400)];
  assert.equal(deep - countChainOps(400), 2 * (shallow - countChainOps(200)) - countOps(0));
});

it("computeStyles shares one style between equal elements", () => {
  const { root } = parsePage("<p>".repeat(1_000));
  const styles = new Set();
  let boxes = 0;
  computeStyles(
    { root, rules: [], base: "https://site.example/" },
    { opsLeft: 1_000 },
    (style, { tagName }) => {
      if (tagName !== "p") return;
      boxes += 1;
      styles.add(style);
    },
  );
  assert.deepEqual([boxes, styles.size], [1_000, 1]);
});
