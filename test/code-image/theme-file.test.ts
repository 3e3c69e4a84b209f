import assert from "node:assert/strict";
import { test } from "node:test";
import { parseThemeFile } from "#src/domain/code-image/theme-file.js";
import { drawCode } from "#src/tools/code-image/draw.js";
import { readTheme } from "#src/tools/code-image/highlight/packs.js";
import { PICTURE, SAMPLES } from "./samples.ts";

/** Draws a picture in the theme of a file; without one, in a theme of the API. */
async function draw(file: string | undefined, theme = "Dracula"): Promise<Uint8Array> {
  const editorTheme = file === undefined ? {} : { editorTheme: parseThemeFile(file) };
  const code = SAMPLES["typescript"] ?? "";
  const drawing = await drawCode({ ...PICTURE, code, scale: 1, theme, ...editorTheme });
  if (drawing.kind !== "drawn") throw new Error("not drawn");
  return drawing.image;
}

/** Writes JSON as people do: with comments, trailing commas and a byte order mark. */
function toHandwritten(value: object): string {
  const json = JSON.stringify(value, null, 2)
    .replaceAll(/(?<=[}\]"])\n(?=\s*[}\]])/g, ", // the last\n")
    .replace("{", '{ /* "a": { */ // "b": [');
  return `\ufeff${json}`;
}

/** Returns a theme file with these members instead of an ordinary theme's. */
function toFile(members: object): string {
  return JSON.stringify({ colors: {}, tokenColors: [], ...members });
}

/** Published themes that the API does not adjust. */
const PUBLISHED = {
  Dracula: "dracula",
  "GitHub Light": "github-light-default",
  "One Dark": "one-dark-pro",
  "Catppuccin Latte": "catppuccin-latte",
};

test("the file of a published theme draws the picture that the theme draws", async () => {
  for (const [name, id] of Object.entries(PUBLISHED)) {
    const file = toHandwritten(await readTheme(id));
    assert.throws(() => JSON.parse(file));
    assert.deepEqual(await draw(file), await draw(undefined, name), name);
  }
});

test("pictures in turn in two themes each have their own colors", async () => {
  const files = await Promise.all(
    ["dracula", "nord"].map(async (id) => JSON.stringify(await readTheme(id))),
  );
  const [dracula, nord] = files;
  const first = await draw(dracula);
  assert.notDeepEqual(await draw(nord), first);
  assert.deepEqual(await draw(dracula), first);
});

test("colors that are not hexadecimal are ignored, and missing ones are those of VS Code", () => {
  const theme = parseThemeFile(
    toFile({
      type: "light",
      colors: { "editor.background": "white", "editorLineNumber.foreground": "#ABC8" },
      tokenColors: [
        { settings: { foreground: "#123456", background: "#000" } },
        { scope: "a, b", settings: { foreground: "", fontStyle: "italic blink" } },
        { scope: ["c"], settings: { foreground: "url(//x)" } },
        { scope: 7, settings: null },
        "x",
      ],
    }),
  );
  assert.deepEqual(theme, {
    name: "",
    type: "light",
    colors: {
      "editor.background": "#ffffff",
      "editor.foreground": "#123456",
      "editorLineNumber.foreground": "#aabbcc88",
    },
    tokenColors: [
      { scope: [], settings: { foreground: "#123456" } },
      { scope: ["a", "b"], settings: { fontStyle: "italic" } },
    ],
  });
});

function toFileOn(background: string, type: string): string {
  return toFile({ type, colors: { "editor.background": background } });
}

test("a background decides whether a theme is dark, whatever its type says", () => {
  assert.equal(parseThemeFile(toFileOn("#fff", "dark")).type, "light");
  assert.equal(parseThemeFile(toFileOn("#1e1e2e", "light")).type, "dark");
});

/** Returns a theme file with `count` rules, each in another color where `isColorful` is set. */
function toFileOfRules(count: number, scope: string, isColorful = false): string {
  const tokenColors = Array.from({ length: count }, (_, index) => {
    const foreground = `#${(isColorful ? index : 0).toString(16).padStart(6, "0")}`;
    return { scope, settings: { foreground } };
  });
  return toFile({ tokenColors });
}

test("a text that is not a theme is rejected with the reason", () => {
  for (const [file, reason] of [
    ["", /must be the JSON of a VS Code color theme/],
    ["<plist/>", /must be the JSON/],
    ["[]", /must be the JSON/],
    ["null", /must be the JSON/],
    ['{"tokenColors": [}', /must be the JSON/],
    ["{}", /must be a VS Code color theme with a list of tokenColors/],
    [toFile({ tokenColors: "./dark.tmTheme" }), /with a list of tokenColors/],
    [toFile({ include: "./dark_vs.json" }), /must not include another theme/],
    [`{"tokenColors": []}${" ".repeat(150_000)}`, /must have at most 150000 characters/],
    [toFileOfRules(2001, "a"), /must have at most 2000 rules/],
    [toFileOfRules(1001, "a,b,c,d,e"), /must have at most 5000 scopes/],
    [toFileOfRules(1, "a".repeat(251)), /must have scopes of at most 250 characters/],
    [toFileOfRules(251, "a", true), /must have at most 250 colors/],
  ] as const) {
    assert.throws(() => parseThemeFile(file), reason, file.slice(0, 40));
  }
});

test("hostile texts of the maximum length are parsed within their budget", () => {
  for (const part of ['\\"', '"', "/*", "//", ", ", ",\n", "[", '{"a":', "\\"]) {
    const text = part.repeat(Math.floor(149_000 / part.length));
    const start = process.cpuUsage();
    assert.throws(() => parseThemeFile(`"${text}`), /must be/, part);
    assert.throws(() => parseThemeFile(text), /must be/, part);
    // A quadratic pattern takes over a minute.
    assert.ok(process.cpuUsage(start).user < 5_000_000, part);
  }
});

test("names of object members such as __proto__ are only names", () => {
  const theme = parseThemeFile(
    '{"__proto__": {"include": "x"}, "tokenColors": [{"__proto__": {"scope": "a"}, "settings": {"foreground": "#fff"}}]}',
  );
  assert.deepEqual(theme.tokenColors, [{ scope: [], settings: { foreground: "#fff" } }]);
});
