// Writes the outlines of human-readable text below barcodes from the committed Inter: `node
// scripts/fonts/barcode-outlines.mjs`. Run again only when that font changes.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { Blob, DrawFuncs, Face, Font } from "harfbuzzjs";

/**
 * The contours of a glyph so far, and the point of the pen.
 * @typedef {{ pen: [number, number], contours: { start: [number, number], data: string }[] }}
 * Outline
 */

const root = new URL("../../", import.meta.url);
const packed = readFileSync(new URL("fonts/inter-medium.ttf.br", root));
const face = new Face(new Blob(brotliDecompressSync(packed)));
const font = new Font(face);
const UNITS = 1000;
const scaled = (/** @type {number} */ value) => Math.round((value * UNITS) / face.upem);

/**
 * Path data with a relative command for each curve, so that a glyph can be drawn anywhere by its
 * start points alone.
 */
const drawing = new DrawFuncs();
drawing.setMoveToFunc((x, y, data) => {
  const out = /** @type {Outline} */ (data);
  out.pen = [scaled(x), -scaled(y)];
  out.contours.push({ start: out.pen, data: "" });
});
drawing.setLineToFunc((x, y, out) => append(out, "l", [x, y]));
drawing.setQuadraticToFunc((cx, cy, x, y, out) => append(out, "q", [cx, cy, x, y]));

/**
 * @param {unknown} data
 * @param {string} command
 * @param {number[]} numbers
 */
function append(data, command, numbers) {
  const out = /** @type {Outline} */ (data);
  const [penX, penY] = out.pen;
  const points = numbers.map((value, index) =>
    index % 2 === 0 ? scaled(value) - penX : -scaled(value) - penY,
  );
  out.pen = [penX + (points.at(-2) ?? 0), penY + (points.at(-1) ?? 0)];
  const contour = out.contours.at(-1);
  if (contour === undefined) throw new Error("a glyph begins without a point");
  contour.data += command + points.join(" ").replaceAll(" -", "-");
}

const lines = [];
for (let code = 0x20; code < 0x7f; code++) {
  const glyph = font.nominalGlyph(code) ?? 0;
  /** @type {Outline} */
  const out = { pen: [0, 0], contours: [] };
  font.drawGlyph(glyph, drawing, out);
  const contours = out.contours.map(({ start, data }) => [...start, data].join(" "));
  lines.push(`${scaled(font.glyphHAdvance(glyph))};${contours.join(";")}`);
}
const text = `/**
 * Outlines of the characters from space to ~, one a line, in thousandths of an em with the y axis
 * downwards: the advance, then each contour's start point and its path data. Made by
 * scripts/fonts/barcode-outlines.mjs from Inter Medium (SIL Open Font License 1.1,
 * fonts/LICENSE-inter.txt).
 */
export const OUTLINES = \`
${lines.map((line) => line.replaceAll("\\", "")).join("\n")}
\`;
`;
writeFileSync(new URL("src/domain/barcode/text/outlines.ts", root), text);
