/** A closed line: x and y of each point in turn, the first point again at the end. */
export type Polyline = Float64Array;

/**
 * Crossings of outlines with the centers of pixel rows. Each row alternates x and direction (1
 * down, -1 up), sorted by x.
 */
export type Crossings = (number[] | undefined)[];

/** Converts points of a drawing to pixels: x′ = a·x + c·y + e and y′ = b·x + d·y + f, as in SVG. */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/** Adds the edges of an outline to `crossings`. */
export function traceContour(points: Polyline, matrix: Affine, crossings: Crossings): void {
  const { a, b, c, d, e, f } = matrix;
  let fromX = 0;
  let fromY = 0;
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const toX = a * x + c * y + e;
    const toY = b * x + d * y + f;
    if (at > 0 && fromY < toY) traceEdge({ x: fromX, y: fromY }, { x: toX, y: toY }, 1, crossings);
    if (at > 0 && fromY > toY) traceEdge({ x: toX, y: toY }, { x: fromX, y: fromY }, -1, crossings);
    fromX = toX;
    fromY = toY;
  }
}

interface EdgePoint {
  x: number;
  y: number;
}

function traceEdge(
  top: EdgePoint,
  bottom: EdgePoint,
  direction: 1 | -1,
  crossings: Crossings,
): void {
  const slope = (bottom.x - top.x) / (bottom.y - top.y);
  const last = Math.ceil(bottom.y - 0.5);
  for (let row = Math.max(0, Math.ceil(top.y - 0.5)); row < last; row++) {
    insertCrossing((crossings[row] ??= []), top.x + (row + 0.5 - top.y) * slope, direction);
  }
}

/** Inserts a crossing by its x. Searches from the end, because letters come from left to right. */
function insertCrossing(row: number[], x: number, direction: 1 | -1): void {
  let at = row.length;
  row.push(x, direction);
  for (; at > 0 && (row[at - 2] ?? 0) > x; at -= 2) {
    row[at] = row[at - 2] ?? 0;
    row[at + 1] = row[at - 1] ?? 0;
  }
  row[at] = x;
  row[at + 1] = direction;
}

/**
 * Calls `fill` with the runs of pixels whose centers are inside the outlines, by the nonzero rule.
 */
export function fillRow(row: readonly number[], fill: (x: number, length: number) => void): void {
  let winding = 0;
  let start = 0;
  for (let at = 0; at < row.length; at += 2) {
    const x = Math.ceil((row[at] ?? 0) - 0.5);
    if (winding === 0) start = Math.max(0, x);
    winding += row[at + 1] ?? 0;
    if (winding === 0 && x > start) fill(start, x - start);
  }
}
