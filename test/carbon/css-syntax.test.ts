import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { type CssNode, parseBlockContents } from "#src/tools/carbon-footprint/css/css-syntax.js";

/** Formats nodes on one line, with nested ones in braces. */
function formatNodes(items: CssNode[]): string {
  return items.map(formatNode).join(" | ");
}

function formatNode(item: CssNode): string {
  if (item.type === "declaration") {
    return `${item.name}=${item.value}${item.important ? " (important)" : ""}`;
  }
  const head = item.type === "rule" ? item.prelude : `@${item.name} ${item.prelude}`;
  return item.block === undefined
    ? head
    : `${head} {${formatNodes(parseBlockContents(item.block))}}`;
}

describe("parseBlockContents", () => {
  for (const [css, expected] of [
    ["a{b:c}d{}", "a {b=c} | d {}"],
    [
      "@charset 'x';@import url(a;b.css) print;p{q:r}",
      "@charset 'x' | @import url(a;b.css) print | p {q=r}",
    ],
    ["@media print{a{b:c}d{e:f}}g{}", "@media print {a {b=c} | d {e=f}} | g {}"],
    ["a{b:url(data:x;y={z}'/*)}c{}", "a {b=url(data:x;y={z}'/*)} | c {}"],
    [`a{b:url( "d)e" );c:f}`, `a {b=url( "d)e" ) | c=f}`],
    [`a{b:"}\\"}";c:d}`, `a {b="}\\"}" | c=d}`],
    ["a{b:'broken\nc:d}e{f:g}", "a {b='broken\nc:d} | e {f=g}"],
    ["a/*{*/b{/*;*/c/**/:/*:*/d}", "a b {c=d}"],
    [`a{b:"/*no*/"/*yes*/}`, `a {b="/*no*/"}`],
    ["a{--B:{c:d;e};F:g}", "a {--B={c:d;e} | f=g}"],
    ["a{b:c!important;d:e ! IMPORTANT}", "a {b=c (important) | d=e (important)}"],
    ["a{b:c;&:hover{d:e}f:g}", "a {b=c | &:hover {d=e} | f=g}"],
    ["a\\{b{c:d}", "a\\{b {c=d}"],
    ["<!-- a{b:c} --> d{}", "a {b=c} | d {}"],
    ["a{b:c", "a {b=c}"],
    ["a{b:rgb(1;2}c{d:e}", "a {b=rgb(1;2}c{d:e}}"],
    ["}a{b:c}d{}", "}a {b=c} | d {}"],
    ["a:not([b='{']){c:d}", "a:not([b='{']) {c=d}"],
    ["", ""],
  ] as const) {
    it(`parseBlockContents parses ${JSON.stringify(css)} into ${JSON.stringify(expected)}`, () =>
      assert.equal(formatNodes(parseBlockContents(css, true)), expected));
  }

  it("parseBlockContents parses any text without overlap", () => {
    const css = fc.string({ unit: fc.constantFrom(..."ab:;{}()[]@\"'\\/*- \n!url") });
    fc.assert(
      fc.property(css, fc.boolean(), (text, top) => {
        const blocks = parseBlockContents(text, top).map((item) =>
          "block" in item ? item.block : item.name,
        );
        assert.ok(blocks.join("").length <= text.length);
      }),
    );
  });

  it("parseBlockContents parses the rule behind any well-formed rule", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{0,9}$/), fc.string(), (name, text) => {
        const items = parseBlockContents(`x{${name}:${JSON.stringify(text)}}y{}`, true);
        assert.equal(items.at(-1)?.type === "rule" && items.at(-1), items[1]);
      }),
    );
  });
});
