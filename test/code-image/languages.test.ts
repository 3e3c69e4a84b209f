import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { guessEmbeddedLanguages } from "shiki/core";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import { bundledThemes } from "shiki/themes";
import { findEmbeddedLanguages } from "#src/tools/code-image/highlight/embedded.js";
import { prepareHighlight } from "#src/tools/code-image/highlight/highlight.js";
import type { StyledText } from "#src/tools/code-image/text/styled-text.js";
import { GRAMMARS } from "#src/tools/code-image/highlight/grammars.js";
import { LANGUAGES, resolveLanguage } from "#src/tools/code-image/highlight/languages.js";
import { readGrammars, readTheme } from "#src/tools/code-image/highlight/packs.js";
import { THEME_NAMES } from "#src/domain/code-image/theme-names.js";
import { loadTheme, type CodeTheme } from "#src/tools/code-image/highlight/themes.js";

async function highlight(
  code: string,
  language: string,
  theme: CodeTheme,
): Promise<StyledText[][]> {
  return [...(await prepareHighlight(code, language, theme))()];
}

test("language names and aliases are resolved in any case, and unknown ones to plain text", () => {
  const asked = {
    js: "javascript",
    TS: "typescript",
    " py ": "python",
    "c++": "cpp",
    "C#": "csharp",
  };
  const more = { sh: "shellscript", yml: "yaml", golang: "go", node: "javascript", rs: "rust" };
  const plain = {
    text: "plaintext",
    txt: "plaintext",
    nonsense: "plaintext",
    __proto__: "plaintext",
  };
  for (const [name, language] of Object.entries({ ...asked, ...more, ...plain })) {
    assert.equal(resolveLanguage(name), language, name);
  }
});

test("the committed list of languages equals the highlighter's", () => {
  const bundled = bundledLanguagesInfo.map(({ id, aliases = [] }) => [id, ...aliases].join(" "));
  assert.deepEqual(GRAMMARS.trim().split("\n"), bundled.sort());
});

test("the packed grammars and themes equal the published ones", async () => {
  for (const [id, load] of Object.entries(bundledLanguages)) {
    const { default: grammars } = await load();
    const own = grammars.at(-1);
    if (own?.name !== id) continue;
    const isCut = grammars.length > 64;
    const expected = isCut ? [Object.assign({}, own, { embeddedLangs: [] })] : grammars;
    assert.deepEqual(await readGrammars(id), expected, id);
  }
  for (const id of ["nord", "monokai", "github-light-default"] as const) {
    assert.deepEqual(await readTheme(id), (await bundledThemes[id]()).default, id);
  }
});

test("every language loads and keeps every character", async () => {
  assert.equal(LANGUAGES.length, 243);
  const theme = await loadTheme("Nord");
  const code = "if (a == 1) { return \"x\"; } // c\n# d\n<a href='b'>é</a>\n";
  for (const { name } of LANGUAGES) {
    const lines = await highlight(code, name, theme);
    assert.equal(
      lines.map((spans) => spans.map(({ text }) => text).join("")).join("\n"),
      code,
      name,
    );
  }
});

test("keywords, strings and comments have different colors in every theme", async () => {
  for (const name of THEME_NAMES) {
    const theme = await loadTheme(name);
    const lines = await highlight('return "text" // note', "typescript", theme);
    const colors = lines.flat().map(({ style }) => style.color);
    assert.ok(new Set(colors).size >= 3, name);
  }
});

test("embedded blocks are highlighted regardless of earlier requests", async () => {
  const theme = await loadTheme("Dracula");
  const text = "```python\nreturn None\n```";
  const alone = await highlight(text, "markdown", theme);
  await highlight("class A {}", "java", theme);
  assert.deepEqual(await highlight(text, "markdown", theme), alone);
  assert.ok(new Set(alone[1]?.map(({ style }) => style.color)).size > 1);
});

test("embedded languages are found as Shiki finds them, and in Org blocks", () => {
  const names = fc.constantFrom("python", "js", "text/ruby", "no/such", "sql", "C++");
  const around = fc.constantFrom(
    (name: string) => `<template lang="${name}">`,
    (name: string) => `\n\`\`\`${name}\n~~~${name}`,
    (name: string) => `\\begin{${name}}`,
    (name: string) => `<script type='${name}'></script>`,
    (name: string) => `---\n${name}\n---\n`,
  );
  const piece = fc.tuple(around, names).map(([write, name]) => write(name));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const code = pieces.join("");
      const theirs = new Set<string>(
        guessEmbeddedLanguages(code, "vue", undefined).map(resolveLanguage),
      );
      theirs.delete("plaintext");
      assert.deepEqual(findEmbeddedLanguages(code, "vue"), [...theirs].sort());
    }),
  );
  assert.deepEqual(findEmbeddedLanguages("#+BEGIN_SRC js -n", "org"), ["javascript"]);
  assert.deepEqual(findEmbeddedLanguages("```js\n```py", "javascript"), ["python"]);
});

test("two interleaved texts keep their own themes", async () => {
  const code = "/* a\nb */ return 1;\nlet c = 'd';";
  const [nord, candy] = [await loadTheme("Nord"), await loadTheme("Candy")];
  const alone = [await highlight(code, "css", nord), await highlight(code, "css", candy)];
  const one = (await prepareHighlight(code, "css", nord))()[Symbol.iterator]();
  const other = (await prepareHighlight(code, "css", candy))()[Symbol.iterator]();
  const inTurns = code.split("\n").map(() => [one.next().value, other.next().value]);
  assert.deepEqual([inTurns.map(([line]) => line), inTurns.map(([, line]) => line)], alone);
});

test("at most eight embedded languages are highlighted, independent of their order", async () => {
  const theme = await loadTheme("Dracula");
  const names = "json python rust go ruby lua sql java swift".split(" ");
  const listColored = async (order: readonly string[]) => {
    const blocks = order.map((name) => `\`\`\`${name}\n"a" 1\n\`\`\``).join("\n");
    const lines = await highlight(blocks, "markdown", theme);
    return order.filter((_, index) => (lines[3 * index + 1]?.length ?? 0) > 1).sort();
  };
  const colored = await listColored(names);
  assert.equal(colored.length, 8);
  assert.deepEqual(await listColored(names.toReversed()), colored);
});

test("lines over 1000 characters are not highlighted", async () => {
  const theme = await loadTheme("Dracula");
  const [first, second] = await highlight(
    `${"return 1;".repeat(200)}\nreturn`,
    "typescript",
    theme,
  );
  assert.deepEqual(
    first?.map(({ style }) => style.color),
    [theme.text],
  );
  assert.notEqual(second?.[0]?.style.color, theme.text);
});

test("highlighting line by line equals that of the whole text", async () => {
  const theme = await loadTheme("Dracula");
  // A comment and a template that span the positions where the text is split.
  const code = `const a = \`\n${"b\n".repeat(20)}\`;\n/*\n${"c\n".repeat(20)}*/\nlet d = 1;`;
  const [inParts, atOnce] = [await highlight(code, "typescript", theme), code.split("\n")];
  assert.equal(inParts.length, atOnce.length);
  const colors = inParts.map((spans) => new Set(spans.map(({ style }) => style.color)));
  const [string, comment] = [colors[5], colors[30]];
  assert.notDeepEqual(string, comment);
  for (let line = 1; line <= 20; line++) assert.deepEqual(colors[line], string);
  for (let line = 23; line <= 42; line++) assert.deepEqual(colors[line], comment);
  assert.ok((colors.at(-1)?.size ?? 0) > 1);
});
