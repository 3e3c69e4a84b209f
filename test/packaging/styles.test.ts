import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { joinStyles, shortenStyles } from "#scripts/build/styles.mjs";

describe("shortenStyles", () => {
  const cases: [name: string, text: string, short: string][] = [
    ["removes comments and space", "a {\n  b: c; /* d */\n  e: f g;\n}\n", "a{b:c;e:f g}"],
    [
      "keeps strings",
      `a::after { content: "/* \\" { */  b"; c: 'd  e'; }`,
      `a::after{content:"/* \\" { */  b";c:'d  e'}`,
    ],
    ["keeps a descendant before a pseudo-class", "a :hover , b > c {}", "a :hover,b>c{}"],
    ["keeps space in calculations", "a { b: calc(1px + 2 * 3px) }", "a{b:calc(1px + 2 * 3px)}"],
    [
      "keeps space in conditions",
      "@media (width > 1px) and (hover) { }",
      "@media (width>1px) and (hover){}",
    ],
  ];
  for (const [name, text, short] of cases) {
    it(`shortenStyles ${name}`, () => assert.equal(shortenStyles(text), short));
  }
});

describe("joinStyles", () => {
  it("joinStyles puts imported style sheets first, each once", async (test) => {
    const folder = await mkdtemp(join(tmpdir(), "sundry-styles-"));
    test.after(() => rm(folder, { recursive: true }));
    const sheets = { base: "", tool: '@import "./base.css";\n', other: '@import "./base.css";\n' };
    for (const [name, imports] of Object.entries(sheets)) {
      await writeFile(join(folder, `${name}.css`), `${imports}${name} {}\n`);
    }
    const joined = new Set<string>();
    const [tool, other] = ["tool", "other"].map((name) =>
      joinStyles(join(folder, `${name}.css`), joined),
    );
    assert.deepEqual([tool, other], ["base {}\ntool {}\n", "other {}\n"]);
  });
});
