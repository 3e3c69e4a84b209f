import assert from "node:assert/strict";
import { test } from "node:test";
import { CANVAS_NAMES, CANVASES, type CanvasName } from "#src/domain/code-image/canvases.js";
import { ASCENT_EMS, DESCENT_EMS, measure } from "#src/domain/code-image/geometry.js";
import { openFont } from "#src/lib/graphics/fonts.js";
import { drawCode } from "#src/tools/code-image/draw.js";
import type { RenderResult } from "#src/tools/code-image/renderer.js";
import { PICTURE } from "./samples.ts";

const OPTIONS = { ...PICTURE, titleColumns: 12 };

test("the metrics of the code font are those of its file", () => {
  const { ascent, descent } = openFont("jetbrains-mono-regular");
  assert.deepEqual([ascent, descent], [ASCENT_EMS, DESCENT_EMS]);
});

test("on each canvas, code of any width and padding is centered within the margin", () => {
  for (const canvas of CANVAS_NAMES)
    for (const columns of [1, 40, 120])
      for (const padding of [0, 16, 64]) {
        const extent = { rows: 12, columns, lines: 999_999 };
        const { window, margin, width, height, text, cell } = measure(extent, {
          ...OPTIONS,
          padding,
          canvas,
        });
        const name = `${canvas}, ${columns} columns, padding ${padding}`;
        assert.deepEqual({ width, height }, CANVASES[canvas], name);
        assert.ok(window.left >= margin && window.top >= margin, name);
        assert.ok(Math.abs(window.left + window.right - width) <= 1, name);
        assert.ok(Math.abs(window.top + window.bottom - height) <= 1, name);
        assert.ok(text.left + columns * cell.width < window.right, name);
      }
});

function measureFont(rows: number, columns: number): number {
  return measure({ rows, columns, lines: rows }, { ...OPTIONS, canvas: "1920x1080" }).cell.em;
}

test("the font on a canvas is the largest that fits, up to a fourteenth of its height", () => {
  assert.equal(measureFont(1, 1), 77);
  const sizes = [10, 20, 30, 40].map((rows) => measureFont(rows, 40));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.ok(new Set(sizes).size === 4, String(sizes));
});

function draw(options: object): Promise<RenderResult> {
  return drawCode({ ...PICTURE, canvas: "1080x1080", ...options });
}

test("the size on a canvas depends on neither font size nor scale", async () => {
  const first = await draw({});
  assert.ok(first.kind === "drawn" && first.scale === 1);
  assert.deepEqual(await draw({ scale: 3 }), first);
  assert.deepEqual(await draw({ fontSize: 24 }), first);
});

function drawLines(lines: number, canvas: CanvasName): Promise<RenderResult> {
  return drawCode({ ...PICTURE, code: "x\n".repeat(lines), scale: 1, canvas });
}

test("code with more lines than a canvas holds is rejected with the number of lines that fit", async () => {
  for (const canvas of CANVAS_NAMES) {
    const refused = await drawLines(100, canvas);
    assert.ok(refused.kind === "too-large", canvas);
    assert.equal((await drawLines(refused.linesThatFit, canvas)).kind, "drawn", canvas);
    const oneMore = await drawLines(refused.linesThatFit + 1, canvas);
    assert.deepEqual(oneMore, refused, canvas);
  }
});
