import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { drawCode } from "#src/tools/code-image/draw.js";
import type { CodeImageOptions } from "#src/tools/code-image/renderer.js";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { PICTURE, SAMPLES, UNICODE } from "./samples.ts";

type Options = Partial<CodeImageOptions>;

async function draw(options: Options) {
  const code = SAMPLES["typescript"] ?? "";
  const drawing = await drawCode({ ...PICTURE, code, ...options });
  if (drawing.kind !== "drawn") throw new Error("not drawn");
  return drawing;
}

async function drawSvg(options: Options): Promise<string> {
  return Buffer.from((await draw({ ...options, format: "svg" })).image).toString();
}

const SIGNED = " function add(a, b) {\n-  return a - b;\n+  return a + b; // 😀\n }\n";

const PICTURES: Record<string, Options> = {
  "a flat backdrop": {},
  "a gradient": { theme: "Candy", scale: 1 },
  "lines along text": {
    theme: "GitHub Light",
    language: "markdown",
    code: SAMPLES["markdown"] ?? "",
  },
  "every script": { language: "plaintext", code: UNICODE },
  "emphasis and a title": {
    code: SIGNED,
    diff: true,
    title: "日本語 add.js",
    firstLine: 98,
    highlightLines: [[100, 101]],
  },
  "a canvas": { canvas: "1080x1080", title: "add.ts", highlightLines: [[2, 3]] },
  "no margin": { background: "none", theme: "Nord" },
  transparency: { background: "transparent", theme: "One Light" },
  "wrapped lines": { code: `    ${"wrap(at, spaces) + ".repeat(20)}`, scale: 3, fontSize: 12.5 },
};

/**
 * Returns the mean difference of colors, and the share of pixels that differ by a quarter of the
 * range, in percent.
 */
interface Difference {
  mean: number;
  far: number;
}

/**
 * Runs in a page: draws both images over gray and compares them. Text, because tests have no types
 * of the DOM.
 */
const COMPARE = `async (one, other, width, height) => {
  const pixelsOf = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.fillStyle = "#808080";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [first, second] = [await pixelsOf(one), await pixelsOf(other)];
  let sum = 0;
  let far = 0;
  for (let at = 0; at < first.length; at += 4) {
    const differences = [0, 1, 2].map((channel) => Math.abs(first[at + channel] - second[at + channel]));
    for (const difference of differences) sum += difference;
    if (Math.max(...differences) > 64) far++;
  }
  const pixels = width * height;
  return { mean: (sum / (pixels * 3 * 255)) * 100, far: (far / pixels) * 100 };
}`;

function toUrl({ type, image }: { type: string; image: Uint8Array }): string {
  return `data:${type};base64,${Buffer.from(image).toString("base64")}`;
}

describe("SVG in a browser", { skip: noBrowser }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await startBrowser();
    page = await browser.newPage();
  });
  after(() => browser.close());

  for (const [name, options] of Object.entries(PICTURES)) {
    it(`an SVG looks like the PNG: ${name}`, async () => {
      const [png, svg] = [await draw(options), await draw({ ...options, format: "svg" })];
      const { width, height } = png;
      assert.deepEqual([svg.width, svg.height, svg.scale], [width, height, png.scale]);
      const words = [toUrl(png), toUrl(svg), width, height].map((word) => JSON.stringify(word));
      const found: Difference = await page.evaluate(`(${COMPARE})(${words.join()})`);
      assert.ok(found.mean < 0.5, `mean ${found.mean}`);
      assert.ok(found.far < 0.01, `far ${found.far}`);
    });
  }
});

function listIds(svg: string): string[] {
  return Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id);
}

describe("SVG", () => {
  it("an SVG places each glyph with one <use>, defines it once, and needs no font", async () => {
    const svg = await drawSvg({ code: "abba ab\n", language: "plaintext", showLineNumbers: false });
    assert.equal(svg.match(/<use /g)?.length, 6);
    assert.equal(svg.match(/<path /g)?.length, 2);
    assert.doesNotMatch(svg, /<text|font/);
  });

  it("an SVG has unique ids that another image does not have", async () => {
    const [one, other] = [await drawSvg({ theme: "Candy" }), await drawSvg({ theme: "Sunrise" })];
    const ids = [...listIds(one), ...listIds(other)];
    assert.ok(ids.length > 60);
    assert.equal(new Set(ids).size, ids.length);
    const used = Array.from(one.matchAll(/(?:href="#|url\(#)([^")]+)/g), ([, id = ""]) => id);
    assert.deepEqual(
      used.filter((id) => !ids.includes(id)),
      [],
    );
  });

  it("an SVG contains nothing of the caller's text", async () => {
    const hostile = `"><script>alert(1)</script>&amp;]]>`;
    const svg = await drawSvg({ code: hostile, title: hostile, language: "html" });
    assert.doesNotMatch(svg, /script|alert|&/);
  });

  it("the same options return the same SVG bytes", async () => {
    assert.equal(await drawSvg({}), await drawSvg({}));
  });

  it("an SVG is measured in CSS pixels with device pixels as its units", async () => {
    const { width, height } = await draw({ scale: 3 });
    const svg = await drawSvg({ scale: 3 });
    assert.ok(svg.includes(`width="${width / 3}" height="${height / 3}"`));
    assert.ok(svg.includes(`viewBox="0 0 ${width} ${height}"`));
  });
});
