import type { PathStep } from "../../../lib/graphics/shape.ts";
import type { Polygon } from "./fill-polygons.ts";

/** Scale and offset from path coordinates to pixels. */
export interface PathTransform {
  x: number;
  y: number;
  scale: number;
}

/** A subpath as lines: x and y of its points in turn, and whether it is closed. */
export interface Subpath {
  points: number[];
  isClosed: boolean;
}

/** Minimum and maximum number of lines that replace a curve. */
const MIN_LINES = 3;
const MAX_LINES = 24;

/** Returns the subpaths of a path as lines, in pixels. */
export function flattenPath(path: readonly PathStep[], { x, y, scale }: PathTransform): Subpath[] {
  const lines: Subpath[] = [];
  let points: number[] = [];
  const toPixels = (px: number, py: number) => [x + px * scale, y + py * scale] as const;
  const finishSubpath = (isClosed: boolean) => {
    if (points.length > 2) lines.push({ points, isClosed });
    points = [];
  };
  for (const step of path) {
    switch (step[0]) {
      case "M":
        finishSubpath(false);
        points.push(...toPixels(step[1], step[2]));
        break;
      case "L":
        points.push(...toPixels(step[1], step[2]));
        break;
      case "C":
        addCurve(points, [
          ...toPixels(step[1], step[2]),
          ...toPixels(step[3], step[4]),
          ...toPixels(step[5], step[6]),
        ]);
        break;
      case "R": {
        finishSubpath(false);
        const [left, top] = toPixels(step[1], step[2]);
        const [right, bottom] = toPixels(step[1] + step[3], step[2] + step[4]);
        points = [left, top, right, top, right, bottom, left, bottom];
        finishSubpath(true);
        break;
      }
      default: {
        const start = points.slice(0, 2);
        finishSubpath(true);
        points.push(...start);
      }
    }
  }
  finishSubpath(false);
  return lines;
}

/** Returns the polygons of a path, in pixels. */
export function toPolygons(path: readonly PathStep[], transform: PathTransform): Polygon[] {
  return flattenPath(path, transform).map(({ points }) => points);
}

function addCurve(points: number[], curve: readonly number[]): void {
  const [x0 = 0, y0 = 0] = points.slice(-2);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve;
  const length =
    Math.hypot(x1 - x0, y1 - y0) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2);
  const lines = Math.min(MAX_LINES, Math.max(MIN_LINES, Math.ceil(Math.sqrt(length) * 1.5)));
  for (let line = 1; line <= lines; line++) {
    const t = line / lines;
    const s = 1 - t;
    const [a, b, c, d] = [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3];
    points.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
}
