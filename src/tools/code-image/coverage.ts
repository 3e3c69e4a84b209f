import type { OutlineSink } from "./fonts.ts";

/** Steps of coverage above none: with more, edges look no smoother even magnified, and files are a fifth larger. */
export const LEVELS = 7;

/** How much of each pixel a shape covers, 0 to LEVELS; `left` and `top` place it relative to the pen. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  levels: Uint8Array;
}

/** From outline units to pixels: x right, y down. */
export interface Transform {
  scaleX: number;
  scaleY: number;
  shiftX: number;
  shiftY: number;
}

const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, levels: new Uint8Array(0) };

/** Straight pieces of a curve for each so many pixels of its control polygon. */
const PIXELS_A_PIECE = 3;

/**
 * Collects outlines, then says what they cover. Edges are kept as they come (x0, y0, x1, y1 in pixels);
 * overlapping contours count as one shape, as the non-zero rule has it.
 */
export class Outline implements OutlineSink {
  transform: Transform = { scaleX: 1, scaleY: -1, shiftX: 0, shiftY: 0 };
  readonly #edges: number[] = [];
  #startX = 0;
  #startY = 0;
  #x = 0;
  #y = 0;
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  moveTo(x: number, y: number): void {
    this.#moveTo(this.#mapX(x), this.#mapY(y));
  }

  lineTo(x: number, y: number): void {
    this.#lineTo(this.#mapX(x), this.#mapY(y));
  }

  quadraticTo(controlX: number, controlY: number, x: number, y: number): void {
    const startX = this.#x;
    const startY = this.#y;
    const viaX = this.#mapX(controlX);
    const viaY = this.#mapY(controlY);
    const endX = this.#mapX(x);
    const endY = this.#mapY(y);
    const length =
      Math.abs(viaX - startX) +
      Math.abs(viaY - startY) +
      Math.abs(endX - viaX) +
      Math.abs(endY - viaY);
    const pieces = Math.min(24, Math.ceil(length / PIXELS_A_PIECE) + 1);
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      const before = (1 - t) * (1 - t);
      const between = 2 * t * (1 - t);
      this.#lineTo(
        before * startX + between * viaX + t * t * endX,
        before * startY + between * viaY + t * t * endY,
      );
    }
  }

  /** A rectangle in pixels, for frames. Drawn the other way round (`hole`) it cuts out. */
  rectangle(left: number, top: number, right: number, bottom: number, hole = false): void {
    this.#moveTo(left, top);
    this.#lineTo(hole ? left : right, hole ? bottom : top);
    this.#lineTo(right, bottom);
    this.#lineTo(hole ? right : left, hole ? top : bottom);
  }

  /** What the outlines cover, in the smallest mask that holds it. */
  mask(): Mask {
    this.#lineTo(this.#startX, this.#startY);
    if (this.#right < this.#left) return EMPTY;
    const left = Math.floor(this.#left);
    const top = Math.floor(this.#top);
    const width = Math.ceil(this.#right) - left;
    const height = Math.ceil(this.#bottom) - top;
    const levels = coverage(this.#edges, { left, top, width, height });
    return { left, top, width, height, levels };
  }

  /** Contours are closed. */
  #moveTo(x: number, y: number): void {
    this.#lineTo(this.#startX, this.#startY);
    this.#startX = this.#x = x;
    this.#startY = this.#y = y;
  }

  #lineTo(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    this.#edges.push(this.#x, this.#y, x, y);
    this.#x = x;
    this.#y = y;
    // Contours are closed: every point of one is the end of an edge.
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
  }

  #mapX(x: number): number {
    return x * this.transform.scaleX + this.transform.shiftX;
  }

  #mapY(y: number): number {
    return y * this.transform.scaleY + this.transform.shiftY;
  }
}

type Box = Omit<Mask, "levels">;

/** An edge less high than this, in pixels, changes no level, but its slope could be infinite. */
const FLATTEST = 1e-6;

/** Working memory, kept from glyph to glyph: always zero between two. */
let sums = new Float32Array(1 << 14);

/**
 * Signed-area accumulation (as in font-rs): each edge adds to a pixel the change in coverage that it causes
 * there, so that a running sum along the scanline is the coverage. Exact for straight edges, and no sorting.
 */
function coverage(edges: readonly number[], { left, top, width, height }: Box): Uint8Array {
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
