import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listElements, getAttribute, parsePage } from "#src/tools/carbon-footprint/html/dom.js";
import { buildRuleSet } from "#src/tools/carbon-footprint/css/rule-set.js";

const { root } = parsePage(`<body id="body"><main id="m" class="a b">
  <p id="one" class="a"><i id="i" class="c">x</i></p><p id="two" class="b" title="t">y</p></main>`);

/** Returns the ids of the elements that a selector matches, each followed by its pseudo-element. */
function listMatches(selector: string): string {
  const declared = { name: "background-image", value: "none", important: false };
  const rule = { selector, declarations: () => [declared], layer: undefined };
  const blocksOf = buildRuleSet(
    { root, rules: [rule], base: "https://site.example/" },
    { opsLeft: 10_000 },
  );
  return [...listElements(root)]
    .flatMap((element) =>
      [...blocksOf(element)]
        .filter(([, block]) => block.includes(declared))
        .map(([pseudo]) => `${getAttribute(element, "id") ?? element.tagName}${pseudo}`),
    )
    .join(" ");
}

describe("buildRuleSet matches a selector", () => {
  for (const [selector, expected] of [
    ["p", "one two"],
    ["P", "one two"],
    [".a", "m one"],
    ["p.a", "one"],
    [".a.b", "m"],
    ["#i", "i"],
    ["i#i.c", "i"],
    ["b#i", ""],
    ["p, .c", "one i two"],
    ["main .c", "i"],
    ["main > .c", ""],
    ["p > i", "i"],
    [".a .c", "i"],
    [".b > .c", ""],
    ["p + p", "two"],
    ["p ~ .b", "two"],
    ["main > *", "one two"],
    ["[class~=b]", "m two"],
    ["p[title=t]", "two"],
    ["p:not(.a)", "two"],
    [":is(p, main).a", "m one"],
    ["p:has(i)", "one"],
    ["p:first-child", "one"],
    ["p:hover", ""],
    ["svg|p", ""],
    ["p::before", "onebefore twobefore"],
    ["main > ::after", "oneafter twoafter"],
    ["p::selection", ""],
    ["p(", ""],
  ] as const) {
    it(`the rule of ${selector} applies to: ${expected || "none"}`, () =>
      assert.equal(listMatches(selector), expected));
  }
});

function createDisplayRule(selector: string, value: string, layer?: string, important = false) {
  return { selector, declarations: () => [{ name: "display", value, important }], layer };
}

it("buildRuleSet orders declarations by layer, specificity, order, inline style and importance", () => {
  const rules = [
    createDisplayRule("p", "important", undefined, true),
    createDisplayRule(".a", "class"),
    createDisplayRule("p", "tag"),
    createDisplayRule("p", "later tag"),
    createDisplayRule("#one", "layered", "base"),
  ];
  const page = parsePage(`<p id="one" class="a" style="display:inline">`);
  const blocksOf = buildRuleSet(
    { root: page.root, rules, base: "https://site.example/" },
    { opsLeft: 10_000 },
  );
  const values = [...listElements(page.root)]
    .filter(({ tagName }) => tagName === "p")
    .map((element) =>
      blocksOf(element)
        .get("")
        ?.map(({ value }) => value),
    );
  assert.deepEqual(values, [["layered", "tag", "later tag", "class", "inline", "important"]]);
});
