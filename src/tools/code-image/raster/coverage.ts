/** Steps of coverage above none: with more, edges look no smoother even magnified, and files are larger. */
export const LEVELS = 5;

/** How much of each pixel a shape covers, 0 to LEVELS; `left` and `top` place it relative to the pen. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  levels: Uint8Array;
}

/** The mask of nothing. */
export const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, levels: new Uint8Array(0) };

/** Where a mask lies. */
export type Box = Omit<Mask, "levels">;

/** An edge less high than this, in pixels, changes no level, but its slope could be infinite. */
const FLATTEST = 1e-6;

/** Working memory, kept from glyph to glyph: always zero between two. */
let sums = new Float32Array(1 << 14);

/**
 * Signed-area accumulation (as in font-rs): each edge adds to a pixel the change in coverage that it causes
 * there, so that a running sum along the scanline is the coverage. Exact for straight edges, and no sorting.
 */
export function coverage(edges: readonly number[], { left, top, width, height }: Box): Uint8Array {
  // Two columns more than the mask: an edge on its right border spills there.
  const stride = width + 2;
  if (sums.length < stride * height) sums = new Float32Array(stride * height * 2);
  for (let at = 0; at < edges.length; at += 4) {
    const fromY = (edges[at + 1] as number) - top;
    const toY = (edges[at + 3] as number) - top;
    if (Math.abs(fromY - toY) < FLATTEST) continue;
    const fromX = (edges[at] as number) - left;
    const toX = (edges[at + 2] as number) - left;
    if (fromY < toY) addEdge(stride, 1, fromX, fromY, toX, toY);
    else addEdge(stride, -1, toX, toY, fromX, fromY);
  }
  return toLevels(width, height);
}

/** An edge from its upper end to its lower, one scanline after the other. Bare numbers: this is the hot loop. */
// oxlint-disable-next-line max-params
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
    const part = Math.min(y + 1, lowerY) - Math.max(y, upperY);
    // Rounding must not carry it out of the mask.
    const nextX = Math.min(rightmost, Math.max(leftmost, x + slope * part));
    if (x < nextX) addSpan(y * stride, part * winding, x, nextX);
    else addSpan(y * stride, part * winding, nextX, x);
    x = nextX;
  }
}

/** One edge within one scanline: from x0 to x1, `area` its signed height. */
function addSpan(row: number, area: number, x0: number, x1: number): void {
  const first = Math.floor(x0);
  if (x1 <= first + 1) {
    const middle = ((x0 + x1) / 2 - first) * area;
    (sums[row + first] as number) += area - middle;
    (sums[row + first + 1] as number) += middle;
    return;
  }
  // The edge crosses several pixels. What it covers of each: all that it crossed before, and of what it
  // crosses here the part to its right. Each column gets what it covers more than the one before.
  const width = x1 - x0;
  let crossedBefore = 0;
  let coveredBefore = 0;
  let column = first;
  for (; column < x1; column++) {
    const from = Math.max(column, x0);
    const to = Math.min(column + 1, x1);
    const crossed = (to - from) / width;
    const covered = crossedBefore + crossed * (column + 1 - (from + to) / 2);
    (sums[row + column] as number) += (covered - coveredBefore) * area;
    coveredBefore = covered;
    crossedBefore += crossed;
  }
  (sums[row + column] as number) += (1 - coveredBefore) * area;
}

function toLevels(width: number, height: number): Uint8Array {
  const levels = new Uint8Array(width * height);
  const stride = width + 2;
  const changes = sums;
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
