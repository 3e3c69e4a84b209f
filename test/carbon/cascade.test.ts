import assert from "node:assert/strict";
import { it } from "node:test";
import { computeStyles } from "#src/tools/carbon-footprint/css/cascade.js";
import { parsePage } from "#src/tools/carbon-footprint/html/dom.js";

/** The work of styling so many elements, one in another, each with a variable of its own. */
function workOfNest(depth: number): number {
  const { root } = parsePage(`<body>${'<div style="--a:1">'.repeat(depth)}`);
  const work = { opsLeft: 1_000_000 };
  computeStyles({ root, rules: [], base: "https://site.example/" }, work, () => {});
  return 1_000_000 - work.opsLeft;
}

/** Each element looks through as many records as are above it. */
function extra(depth: number): number {
  return (depth * (depth - 1)) / 2;
}

it("a style counts for more the deeper it is: a look at a variable goes through all above", () => {
  const [shallow, deep] = [workOfNest(200), workOfNest(400)];
  assert.equal(deep - extra(400), 2 * (shallow - extra(200)) - workOfNest(0));
});

it("elements that are alike are styled once", () => {
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
