import {
  getLineThickness,
  type Scene,
  STRIKE_EMS,
  UNDERLINE_EMS,
  UPRIGHT,
} from "../raster/paint.ts";
import type { Color } from "../raster/color.ts";
import type { CellSize } from "../../../domain/code-image/geometry.ts";
import type { GlyphRun } from "../text/harfbuzz.ts";
import type { LayoutRow, PlacedCluster, RowTint } from "../text/layout.ts";
import { shape } from "../text/shape.ts";
import { formatRectangle, toHex } from "./elements.ts";
import { drawFrame } from "./frame.ts";
import { createGlyphShapes, type GlyphShapes } from "./glyph-shapes.ts";

/**
 * Draws a scene as SVG: glyphs as paths, each defined once and placed with `<use>`, so that no font
 * is needed. `prefix` begins every id, because several images may be in one document.
 */
export function drawSvg(scene: Scene, prefix: string): string {
  const { width, height, scale } = scene.geometry;
  const text = createTextLayer(prefix);
  drawTitle(scene, text);
  const tints = drawRows(scene, text);
  const size = `width="${width / scale}" height="${height / scale}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Code">`,
    drawFrame(scene.geometry, scene.theme, prefix),
    ...tints,
    ...text.elements(),
    "</svg>",
  ].join("");
}

/** Collects the elements of text. They are grouped by color, so that each color is written once. */
interface TextLayer {
  glyph(shaped: GlyphRun, at: GlyphPosition, color: Color): void;
  line(box: string, color: Color): void;
  elements(): string[];
}

/** Position of a cluster's first cell in pixels, and the size of its cells. */
interface GlyphPosition {
  x: number;
  y: number;
  cell: CellSize;
}

function createTextLayer(prefix: string): TextLayer {
  const definitions: string[] = [];
  const ids = new Map<CellSize, Map<GlyphRun, string>>();
  const groups = new Map<Color, string[]>();
  const add = (element: string, color: Color) => {
    const group = groups.get(color);
    if (group) group.push(element);
    else groups.set(color, [element]);
  };
  const define = (shaped: GlyphRun, cell: CellSize): string => {
    const shapes = getShapes(cell)(shaped);
    if (shapes === "") return "";
    const id = `${prefix}${definitions.length.toString(36)}`;
    definitions.push(
      shapes.startsWith("<path d=") && shapes.lastIndexOf("<path") === 0
        ? shapes.replace("<path", `<path id="${id}"`)
        : `<g id="${id}">${shapes}</g>`,
    );
    return id;
  };
  return {
    glyph(shaped, { x, y, cell }, color) {
      const idsInCell = ids.get(cell) ?? new Map<GlyphRun, string>();
      ids.set(cell, idsInCell);
      const id = idsInCell.get(shaped) ?? define(shaped, cell);
      idsInCell.set(shaped, id);
      if (id !== "") add(`<use href="#${id}" x="${x}" y="${y}"/>`, color);
    },
    line: add,
    elements: () => [
      `<defs>${definitions.join("")}</defs>`,
      ...Array.from(groups, ([color, group]) => `<g fill="${toHex(color)}">${group.join("")}</g>`),
    ],
  };
}

/**
 * Caches of shapes by size, least recently used first. Most images use the same two: of text and
 * title.
 */
const cachedShapes = new Map<number, GlyphShapes>();
const MAX_SHAPE_CACHES = 2;

function getShapes(cell: CellSize): GlyphShapes {
  const shapes = cachedShapes.get(cell.em) ?? createGlyphShapes(cell);
  cachedShapes.delete(cell.em);
  cachedShapes.set(cell.em, shapes);
  const [oldest = 0] = cachedShapes.keys();
  if (cachedShapes.size > MAX_SHAPE_CACHES) cachedShapes.delete(oldest);
  return shapes;
}

function drawTitle({ geometry, title = [] }: Scene, text: TextLayer): void {
  if (!geometry.title) return;
  const { cell, left, top } = geometry.title;
  for (const { column, shaped, style } of title) {
    text.glyph(shaped, { x: left + column * cell.width, y: top, cell }, style.color);
  }
}

/**
 * Draws every row to `text`, and returns the rectangles of tints, which are drawn before the text.
 */
function drawRows(scene: Scene, text: TextLayer): string[] {
  const { geometry, rows } = scene;
  const tinted: TintedRows[] = [];
  for (let index = 0; ; index++) {
    const row = rows.at(index);
    if (!row) break;
    const y = geometry.text.top + index * geometry.cell.height;
    const bottom = y + geometry.cell.height;
    const last = tinted.at(-1);
    // Adjacent rows of one tint share a rectangle, because a seam could be visible between two.
    const { tint } = row;
    if (tint && last?.bottom === y && isSameTint(last.tint, tint)) last.bottom = bottom;
    else if (tint) tinted.push({ tint, top: y, bottom });
    drawLineNumber(scene, { row, y }, text);
    for (const placed of row.placed) drawCluster(scene, { placed, y }, text);
  }
  return tinted.flatMap((rowsOfTint) => drawTint(scene, rowsOfTint));
}

/** Adjacent rows of one tint. */
interface TintedRows {
  tint: RowTint;
  top: number;
  bottom: number;
}

function isSameTint(a: RowTint, b: RowTint): boolean {
  return a.background === b.background && a.bar === b.bar;
}

function drawTint({ geometry }: Scene, { tint, top, bottom }: TintedRows): string[] {
  const { window, barWidth } = geometry;
  const barEnd = window.left + barWidth;
  return [
    formatRectangle({ left: window.left, top, right: barEnd, bottom }, `fill="${toHex(tint.bar)}"`),
    formatRectangle(
      { left: barEnd, top, right: window.right, bottom },
      `fill="${toHex(tint.background)}"`,
    ),
  ];
}

function drawCluster(
  { geometry }: Scene,
  { placed, y }: { placed: PlacedCluster; y: number },
  text: TextLayer,
): void {
  const { cell, text: origin } = geometry;
  const { shaped, style, column } = placed;
  const x = origin.left + column * cell.width;
  text.glyph(shaped, { x, y, cell }, style.color);
  const lines = [
    ...(style.underline ? [UNDERLINE_EMS] : []),
    ...(style.strike ? [STRIKE_EMS] : []),
  ];
  for (const ems of lines) {
    const top = Math.round(y + cell.baseline + cell.em * ems);
    const bottom = top + getLineThickness(cell);
    const box = { left: x, top, right: x + shaped.cells * cell.width, bottom };
    text.line(formatRectangle(box), style.color);
  }
}

function drawLineNumber(
  { geometry, theme }: Scene,
  { row, y }: { row: LayoutRow; y: number },
  text: TextLayer,
): void {
  const { numbersRight, cell } = geometry;
  const { lineNumber } = row;
  if (lineNumber === undefined || numbersRight === undefined) return;
  const digits = String(lineNumber);
  for (const [index, digit] of Array.from(digits).entries()) {
    const x = numbersRight - (digits.length - index) * cell.width;
    text.glyph(shape(digit, UPRIGHT), { x, y, cell }, theme.lineNumber);
  }
}
