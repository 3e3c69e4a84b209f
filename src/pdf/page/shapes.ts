import { type Box, CIRCLE_KAPPA, type PathStep, type Shape } from "../../lib/graphics/shape.ts";
import { formatNumber, formatColor } from "../writer/syntax.ts";

const CAPS = { butt: 0, round: 1, square: 2 };
const JOINS = { miter: 0, round: 1, bevel: 2 };

/** Maps shapes to a page: moves them by `x` and `y` (downwards), and scales them. */
interface ShapeTransform {
  x: number;
  y: number;
  scale?: number | undefined;
  /** The page's height, because PDF counts upwards from its foot. */
  pageHeight: number;
}

/** Returns the operators that paint a shape. `state` sets its opacity. */
export function formatShape(shape: Shape, transform: ShapeTransform, state: string): string {
  const { fill, stroke, evenOdd, strokeWidth = 1 } = shape;
  if (fill === undefined && stroke === undefined) return "";
  const { scale = 1 } = transform;
  const paint = fill === undefined ? "S" : stroke === undefined ? "f" : "B";
  const operator = evenOdd && paint !== "S" ? `${paint}*` : paint;
  const filled = fill === undefined ? "" : `${formatColor(fill)} rg `;
  const stroked =
    stroke === undefined
      ? ""
      : `${formatColor(stroke)} RG ${formatNumber(strokeWidth * scale)} w ${formatStrokeStyle(shape, scale)}`;
  return `q ${state}${filled}${stroked}${formatPath(shape.path, transform)}${operator} Q`;
}

/** Returns the operators that fill a rectangle. */
export function formatBox({ x, y, width, height }: Box, color: number, pageHeight: number) {
  return `q ${formatColor(color)} rg ${formatNumber(x)} ${formatNumber(pageHeight - y - height)} ${formatNumber(width)} ${formatNumber(height)} re f Q`;
}

/** Rectangles in cells of a grid, as x, y, width and height in turn; `y` downwards. */
export type GridRects = readonly number[];

/** A grid on a page: its top left corner and the width of a cell, in points. */
export interface GridPlacement {
  x: number;
  y: number;
  cell: number;
}

/**
 * Returns the operators that fill rectangles as one path, so that no seams are between them. Their
 * numbers stay those of the grid, which are short, and all cells have one size.
 */
export function formatGrid(
  rects: GridRects,
  { x, y, cell }: GridPlacement,
  { color, pageHeight, state }: { color: number; pageHeight: number; state: string },
): string {
  const size = cell.toFixed(6);
  const corner = `${formatNumber(x)} ${formatNumber(pageHeight - y)}`;
  let path = "";
  for (let at = 0; at < rects.length; at += 4) {
    const [left = 0, top = 0] = [rects[at], rects[at + 1]];
    const [width = 0, height = 0] = [rects[at + 2], rects[at + 3]];
    path += `${formatNumber(left)} ${formatNumber(top)} ${formatNumber(width)} ${formatNumber(height)} re\n`;
  }
  return `q ${state}${formatColor(color)} rg ${size} 0 0 -${size} ${corner} cm\n${path}f Q`;
}

function formatPath(path: readonly PathStep[], transform: ShapeTransform): string {
  const { x, y, scale = 1, pageHeight } = transform;
  const formatPoint = (px: number, py: number) =>
    `${formatNumber(x + px * scale)} ${formatNumber(pageHeight - y - py * scale)} `;
  let operators = "";
  for (const step of path) {
    switch (step[0]) {
      case "M":
        operators += `${formatPoint(step[1], step[2])}m `;
        break;
      case "L":
        operators += `${formatPoint(step[1], step[2])}l `;
        break;
      case "C":
        operators += `${formatPoint(step[1], step[2])}${formatPoint(step[3], step[4])}${formatPoint(step[5], step[6])}c `;
        break;
      case "R":
        operators += `${formatPoint(step[1], step[2] + step[4])}${formatNumber(step[3] * scale)} ${formatNumber(step[4] * scale)} re `;
        break;
      default:
        operators += "h ";
    }
  }
  return operators;
}

function formatStrokeStyle({ lineCap, lineJoin, dash }: Shape, scale: number): string {
  const cap = lineCap === undefined ? "" : `${CAPS[lineCap]} J `;
  const join = lineJoin === undefined ? "" : `${JOINS[lineJoin]} j `;
  const dashes =
    dash === undefined
      ? ""
      : `[${dash.map((length) => formatNumber(length * scale)).join(" ")}] 0 d `;
  return `${cap}${join}${dashes}`;
}

/** Returns the path of a rectangle with round corners. */
export function createRoundedBox({ x, y, width, height }: Box, radius: number): PathStep[] {
  const r = Math.min(radius, width / 2, height / 2);
  const k = r * (1 - CIRCLE_KAPPA);
  const [right, bottom] = [x + width, y + height];
  return [
    ["M", x + r, y],
    ["L", right - r, y],
    ["C", right - k, y, right, y + k, right, y + r],
    ["L", right, bottom - r],
    ["C", right, bottom - k, right - k, bottom, right - r, bottom],
    ["L", x + r, bottom],
    ["C", x + k, bottom, x, bottom - k, x, bottom - r],
    ["L", x, y + r],
    ["C", x, y + k, x + k, y, x + r, y],
    ["Z"],
  ];
}
