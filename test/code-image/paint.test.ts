import assert from "node:assert/strict";
import { test } from "node:test";
import { measure } from "#src/domain/code-image/geometry.js";
import { layoutLines } from "#src/tools/code-image/text/layout.js";
import { paintBands } from "#src/tools/code-image/raster/paint.js";
import { createRows } from "#src/tools/code-image/text/rows.js";
import type { ThemeName } from "#src/domain/code-image/theme-names.js";
import { loadTheme } from "#src/tools/code-image/highlight/themes.js";
import { TrueColorSurface } from "#src/tools/code-image/raster/true-color-surface.js";

const MEASURES = { fontSize: 14, padding: 16, showLineNumbers: true, showWindowChrome: true };

function pile(marks: string): string {
  return `ب${marks.repeat(15)}`;
}

async function paintImage(theme: ThemeName, scale: number, rows?: number): Promise<Buffer> {
  const colors = await loadTheme(theme);
  const style = { color: 0xffffff, bold: false, italic: true, underline: true, strike: true };
  // Piled marks above a line and below another one, which reach into the next row.
  const lines = ["😀日", pile("\u064d\u0650"), "g█", "", pile("\u0651\u064e"), "x"];
  const laidOut = createRows(lines, layoutLines(lines.map((text) => [{ text, style }])));
  const geometry = measure(laidOut.extent, { ...MEASURES, scale });
  const { width, height } = geometry;
  const bandRows = rows ?? height;
  const surface = new TrueColorSurface({ width, rows: bandRows }, colors.window);
  const scene = { rows: laidOut, geometry, theme: colors };
  return Buffer.concat(Array.from(paintBands(scene, surface, bandRows), (band) => band.slice()));
}

test("an image is the same in any number of bands", async () => {
  for (const [theme, scale] of [
    ["Nord", 1],
    ["Candy", 2],
  ] as const) {
    const whole = await paintImage(theme, scale);
    for (const rows of [1, 2, 7, 20, 41]) {
      const inBands = await paintImage(theme, scale, rows);
      assert.ok(inBands.equals(whole), `${theme}, ${rows} rows a band`);
    }
  }
});
