import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inflateSync } from "node:zlib";
import { compileInput } from "#src/lib/input/input.js";
import { drawCode } from "#src/tools/code-image/draw.js";
import { chooseLanguage, toCodeImageOptions } from "#src/tools/code-image/input.js";
import type { CodeImageOptions } from "#src/tools/code-image/renderer.js";
import { CodeImageInput } from "#src/tools/code-image/schema.js";
import { readChunks } from "../support/png-chunks.ts";
import { PICTURE } from "./samples.ts";

const parse = compileInput(CodeImageInput);

/** Returns the pixels of an image, each as red, green, blue and alpha. */
async function draw(change: Partial<CodeImageOptions>) {
  const drawing = await drawCode({ ...PICTURE, scale: 1, ...change });
  if (drawing.kind !== "drawn") throw new Error("not drawn");
  const { width, height } = drawing;
  const chunks = readChunks(drawing.image);
  const colorType = chunks.get("IHDR")?.[9];
  const bytes = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
  const alphas = chunks.get("tRNS") ?? Buffer.alloc(0);
  const size = { 3: 1, 2: 3, 6: 4 }[colorType ?? 0] ?? 0;
  const at = (x: number, y: number): number[] => {
    const offset =
      (y < 0 ? height + y : y) * (width * size + 1) + 1 + (x < 0 ? width + x : x) * size;
    const index = bytes[offset] ?? 0;
    if (colorType === 3) {
      return [...palette.subarray(index * 3, index * 3 + 3), alphas[index] ?? 255];
    }
    return [...bytes.subarray(offset, offset + size), ...(size === 3 ? [255] : [])];
  };
  return { width, height, colorType, at };
}

const DRACULA = [0x28, 0x2a, 0x36, 255];

describe("background", () => {
  it("a background color surrounds the window", async () => {
    const { at } = await draw({ background: "#0ea5e9" });
    assert.deepEqual(at(0, 0), [0x0e, 0xa5, 0xe9, 255]);
    assert.deepEqual(at(36, 60), DRACULA);
  });

  it("a transparent background leaves the shadow alone, in a palette or with alpha per pixel", async () => {
    const emoji = "😀👩‍👩‍👧‍👦🏳️‍🌈🇩🇪🎉🍎🍌🍇🥑🚀🌈🦄🐙🐳🐸🦊";
    for (const [code, colorType] of [
      ["x", 3],
      [emoji, 6],
    ] as const) {
      const image = await draw({ background: "transparent", code });
      assert.equal(image.colorType, colorType);
      assert.deepEqual(image.at(0, 0), [0, 0, 0, 0]);
      const [red, green, blue, alpha = 0] = image.at(80, 30);
      assert.deepEqual([red, green, blue], [0, 0, 0]);
      assert.ok(alpha > 20 && alpha < 128, `${alpha}`);
      assert.deepEqual(image.at(36, 60), DRACULA);
    }
  });

  it("no background leaves the window alone, with transparent corners", async () => {
    const framed = await draw({});
    const image = await draw({ background: "none" });
    assert.deepEqual([image.width, image.height], [framed.width - 64, framed.height - 64]);
    for (const [x, y] of [
      [0, 0],
      [-1, 0],
      [0, -1],
      [-1, -1],
    ] as const) {
      assert.deepEqual(image.at(x, y), [0, 0, 0, 0]);
    }
    assert.deepEqual(image.at(0, 40), DRACULA);
    assert.deepEqual(image.at(20, 0), DRACULA);
  });
});

describe("title", () => {
  it("the title is drawn in the title bar, also in a window without buttons", async () => {
    const plain = await draw({ showWindowChrome: false });
    const titled = await draw({ showWindowChrome: false, title: "a" });
    assert.equal(titled.height, plain.height + 26);
    const row = Array.from({ length: titled.width }, (_, x) => titled.at(x, 56));
    assert.ok(row.some(([red = 0]) => red > 0x60));
  });

  it("a long title widens the window, and is cut where code could not be wider", async () => {
    const narrow = await draw({ title: "a".repeat(10) });
    const wide = await draw({ title: "a".repeat(90) });
    const widest = await draw({ title: "日".repeat(100), fontSize: 12 });
    assert.ok(wide.width > narrow.width + 300);
    assert.ok(widest.width < 1000);
  });
});

/** Returns the middle of a row at 14 pixels. */
function getRowY(row: number): number {
  return 32 + 46 + row * 21 + 10;
}

describe("lines", () => {
  const code = " a\n-b\n+c\n d\n";

  it("highlightLines counts from firstLine", async () => {
    const image = await draw({ code, firstLine: 10, highlightLines: [[11, 12]] });
    const grounds = [0, 1, 2, 3].map((row) => image.at(40, getRowY(row)).join());
    assert.deepEqual(
      grounds.map((ground) => ground === DRACULA.join()),
      [true, false, false, true],
    );
  });

  it("diff tints added lines green and removed lines red, from edge to edge", async () => {
    const image = await draw({ code, diff: true, language: "plaintext" });
    const [, removed, added, other] = [0, 1, 2, 3].map((row) => image.at(-40, getRowY(row)));
    assert.ok((removed?.[0] ?? 0) > (removed?.[1] ?? 0));
    assert.ok((added?.[1] ?? 0) > (added?.[0] ?? 0));
    assert.deepEqual(other, DRACULA);
    const marked = await draw({ code, diff: true, language: "plaintext", theme: "GitHub Light" });
    assert.notDeepEqual(marked.at(-40, getRowY(1)), [255, 255, 255, 255]);
  });

  it("line numbers from firstLine need as much room as their digits", async () => {
    const short = await draw({ code });
    const long = await draw({ code, firstLine: 99_999 });
    assert.equal(long.width - short.width, 4 * 8);
  });
});

function assertSentence(input: object, message: string): void {
  const read = () => {
    const parsed = parse({ code: "x", language: "js", ...input });
    toCodeImageOptions(parsed, chooseLanguage(parsed).language);
  };
  assert.throws(read, { name: "ValidationError", message });
}

function choose(input: object) {
  return chooseLanguage(parse({ code: "#!/bin/sh\n", ...input }));
}

describe("input", () => {
  it("ranges are read with spaces, and background in any case", () => {
    const input = { code: "x", language: "js", highlightLines: " 3 - 5, 9 ", background: "NONE" };
    const options = toCodeImageOptions(parse(input), "javascript");
    assert.deepEqual(options.highlightLines, [
      [3, 5],
      [9, 9],
    ]);
    assert.equal(options.background, "none");
  });

  it("one sentence names each broken rule", () => {
    const lines = "highlightLines must be line numbers and ranges like 3-5,9";
    for (const text of ["a", "3-", "-3", "3-5-7", ",", "1,,2", "1.5"]) {
      assertSentence({ highlightLines: text }, lines);
    }
    assertSentence(
      { highlightLines: "1,5-3" },
      "highlightLines must not have ranges like 5-3, which end before they begin",
    );
    const background = "background must be theme, transparent, none or a color like #1e293b";
    for (const text of ["blue", "#fff", "#12345g", "#1234567"])
      assertSentence({ background: text }, background);
    assertSentence({ firstLine: -1 }, "firstLine must be at least 0");
    assertSentence({ firstLine: 1.5 }, "firstLine must be a whole number");
    assertSentence({ title: "a".repeat(101) }, "title must have at most 100 characters");
    assertSentence({ diff: "yes" }, "diff must be true or false");
    assertSentence({ filename: " " }, "filename must not be blank");
    assertSentence({ language: undefined }, "language is required where filename is not set");
  });

  it("language takes precedence over filename", () => {
    assert.equal(choose({ language: "js", filename: "a.py" }).language, "javascript");
    assert.equal(choose({ filename: "a.py" }).language, "python");
    assert.equal(choose({ filename: "a" }).language, "shellscript");
    assert.equal(choose({ language: " AUTO ", filename: "a.py" }).language, "shellscript");
    assert.deepEqual(choose({ language: "pyhton" }), {
      language: "plaintext",
      suggestion: "python",
    });
  });
});
