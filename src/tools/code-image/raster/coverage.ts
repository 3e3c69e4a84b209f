/** Coverage levels above zero. More would make files larger and edges not visibly smoother. */
export const LEVELS = 5;

/** Coverage of each pixel, 0 to LEVELS; `left` and `top` are relative to the pen. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  levels: Uint8Array;
}

export const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, levels: new Uint8Array(0) };

/** Position and size of a mask. */
type MaskBox = Omit<Mask, "levels">;

/**
 * Flatter edges (height in pixels) are skipped, because they change no level and their slope may be
 * infinite.
 */
const MIN_EDGE_HEIGHT = 1e-6;

/** Changes of coverage by pixel. Reused by every glyph, so it is zero again after each. */
let accumulator = new Float32Array(1 << 14);

/**
 * Rasterizes edges by signed-area accumulation (as in font-rs). Each edge adds its change in
 * coverage to the pixels it crosses, so that a prefix sum along the scanline is the coverage. Exact
 * for straight edges, without sorting.
 */
export function rasterize(
  edges: readonly number[],
  { left, top, width, height }: MaskBox,
): Uint8Array {
  // Two extra columns, because an edge on the right border adds to the pixels after it.
  const stride = width + 2;
  if (accumulator.length < stride * height) accumulator = new Float32Array(stride * height * 2);
  for (let at = 0; at < edges.length; at += 4) {
    const fromY = (edges[at + 1] as number) - top;
    const toY = (edges[at + 3] as number) - top;
    if (Math.abs(fromY - toY) < MIN_EDGE_HEIGHT) continue;
    const fromX = (edges[at] as number) - left;
    const toX = (edges[at + 2] as number) - left;
    if (fromY < toY) addEdge(stride, 1, fromX, fromY, toX, toY);
    else addEdge(stride, -1, toX, toY, fromX, fromY);
  }
  return accumulateLevels(width, height);
}

/**
 * Adds an edge from its upper to its lower end, scanline by scanline. Takes numbers instead of
 * points to be fast.
 */
function addEdge(
  stride: number,
  winding: number,
  upperX: number,
  upperY: number,
  lowerX: number,
  lowerY: number,
): void {
  const slope = (lowerX - upperX) / (lowerY - upperY);
  const leftmost = Math.min(upperX, lowerX);
  const rightmost = Math.max(upperX, lowerX);
  let x = upperX;
  for (let y = Math.floor(upperY); y < lowerY; y++) {
    const height = Math.min(y + 1, lowerY) - Math.max(y, upperY);
    // Clamps x, because rounding could move it out of the mask.
    const nextX = Math.min(rightmost, Math.max(leftmost, x + slope * height));
    if (x < nextX) addSpan(y * stride, height * winding, x, nextX);
    else addSpan(y * stride, height * winding, nextX, x);
    x = nextX;
  }
}

/** Adds the part of an edge within one scanline, from x0 to x1; `area` is its signed height. */
function addSpan(row: number, area: number, x0: number, x1: number): void {
  const first = Math.floor(x0);
  if (x1 <= first + 1) {
    const middle = ((x0 + x1) / 2 - first) * area;
    (accumulator[row + first] as number) += area - middle;
    (accumulator[row + first + 1] as number) += middle;
    return;
  }
  // The edge crosses several pixels. A pixel's coverage is what the edge crossed before it plus the
  // part to the right of the edge within it. Each column stores the difference from the previous
  // one.
  const width = x1 - x0;
  let crossedBefore = 0;
  let coveredBefore = 0;
  let column = first;
  for (; column < x1; column++) {
    const from = Math.max(column, x0);
    const to = Math.min(column + 1, x1);
    const crossed = (to - from) / width;
    const covered = crossedBefore + crossed * (column + 1 - (from + to) / 2);
    (accumulator[row + column] as number) += (covered - coveredBefore) * area;
    coveredBefore = covered;
    crossedBefore += crossed;
  }
  (accumulator[row + column] as number) += (1 - coveredBefore) * area;
}

/** Adds up the changes of each scanline, quantizes them to levels, and clears the accumulator. */
function accumulateLevels(width: number, height: number): Uint8Array {
  const levels = new Uint8Array(width * height);
  const stride = width + 2;
  const changes = accumulator;
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let level = 0;
    for (let x = 0; x < width; x++) {
      const change = changes[y * stride + x] as number;
      if (change !== 0) {
        sum += change;
        level = (Math.min(1, Math.abs(sum)) * LEVELS + 0.5) | 0;
      }
      levels[y * width + x] = level;
    }
  }
  changes.fill(0, 0, stride * height);
  return levels;
}
