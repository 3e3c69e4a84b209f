import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { readChunks } from "../support/png-chunks.ts";
import type { CodeImageOptions } from "#src/tools/code-image/renderer.js";
import { drawCode } from "#src/tools/code-image/draw.js";
import { PICTURE as AS_ASKED, SAMPLES, UNICODE } from "./samples.ts";
import { THEME_NAMES } from "#src/domain/code-image/theme-names.js";

/**
 * Hashes of the pixels of reviewed sheets. After an intended change, review the new pictures and
 * run once with SUNDRY_GOLDEN=write.
 */
const GOLDEN = new URL("../../../test/golden/code-image.json", import.meta.url);

const golden = existsSync(GOLDEN)
  ? (JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, string>)
  : {};

const PICTURE: CodeImageOptions = { ...AS_ASKED, scale: 1 };

/** Hashes the pixels instead of the file, because the file changes with the version of zlib. */
async function hashPixels(picture: CodeImageOptions): Promise<string> {
  const drawing = await drawCode(picture);
  if (drawing.kind !== "drawn") throw new Error("not drawn");
  const hash = createHash("sha256");
  for (const [type, data] of readChunks(drawing.image)) {
    hash.update(type === "IDAT" ? inflateSync(data) : data);
  }
  return hash.digest("base64url").slice(0, 16);
}

function listPictures(): [string, CodeImageOptions][] {
  const themes = THEME_NAMES.flatMap((theme) =>
    Object.entries(SAMPLES).map(([language, code]): [string, CodeImageOptions] => [
      `${theme}, ${language}`,
      { ...PICTURE, theme, language, code },
    ]),
  );
  const shapes = [
    { scale: 1 },
    { scale: 2 },
    { scale: 3, fontSize: 12.5, padding: 16 },
    { showLineNumbers: false },
    { showWindowChrome: false, padding: 64 },
    { showLineNumbers: false, showWindowChrome: false, theme: "Candy", fontSize: 24 },
  ];
  const options: Partial<CodeImageOptions>[] = [
    { title: "count-words.ts", highlightLines: [[4, 5]], firstLine: 98 },
    { diff: true, code: " a()\n-b(1)\n+b(2) // 😀\n", highlightLines: [[3, 3]] },
    { diff: true, code: " a()\n-b(1)\n+b(2) // 😀\n", theme: "GitHub Light" },
    { background: "#0ea5e9", theme: "One Light" },
    { background: "transparent", theme: "Nord" },
    { canvas: "1200x630", theme: "Candy", title: "words.ts", highlightLines: [[4, 4]] },
    { canvas: "1080x1080", background: "transparent", showLineNumbers: false },
    { canvas: "1920x1080", theme: "GitHub Light", diff: true, code: " a()\n-b(1)\n+b(2) // 😀\n" },
    { background: "none", theme: "Candy", title: "日本語.ts" },
    { code: `\tconst long = ${"wrapped(at, spaces) + ".repeat(8)}${"x".repeat(130)};\n` },
  ];
  return [
    ...themes,
    ...options.map((option): [string, CodeImageOptions] => [
      `Options, ${JSON.stringify(option)}`,
      { ...PICTURE, code: SAMPLES["typescript"] ?? "", ...option },
    ]),
    ...shapes.map((shape): [string, CodeImageOptions] => [
      `Unicode, ${JSON.stringify(shape)}`,
      { ...PICTURE, ...shape, language: "plaintext", code: UNICODE },
    ]),
  ];
}

test("the sheets are rendered pixel by pixel as reviewed", async () => {
  const found: Record<string, string> = {};
  for (const [name, picture] of listPictures()) found[name] = await hashPixels(picture);
  if (process.env["SUNDRY_GOLDEN"] === "write") {
    writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  assert.deepEqual(found, golden);
});
