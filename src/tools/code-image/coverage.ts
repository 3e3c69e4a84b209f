import type { OutlineSink } from "./fonts.ts";

/** Steps of coverage above none: 16 levels are enough for the eye, and few enough for a palette. */
export const LEVELS = 15;

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

  moveTo(x: number, y: number): void {
    this.#close();
    this.#startX = this.#x = this.#mapX(x);
    this.#startY = this.#y = this.#mapY(y);
  }

  lineTo(x: number, y: number): void {
    this.#edge(this.#mapX(x), this.#mapY(y));
  }

  quadraticTo(controlX: number, controlY: number, x: number, y: number): void {
    const [startX, startY] = [this.#x, this.#y];
    const [viaX, viaY] = [this.#mapX(controlX), this.#mapY(controlY)];
    const [endX, endY] = [this.#mapX(x), this.#mapY(y)];
    const length = Math.hypot(viaX - startX, viaY - startY) + Math.hypot(endX - viaX, endY - viaY);
    const pieces = Math.min(24, Math.max(2, Math.ceil(length / PIXELS_A_PIECE)));
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      const [first, second, third] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      this.#edge(
        first * startX + second * viaX + third * endX,
        first * startY + second * viaY + third * endY,
      );
    }
  }

  /** A rectangle in pixels, for frames. Drawn the other way round (`hole`) it cuts out. */
  rectangle(left: number, top: number, right: number, bottom: number, hole = false): void {
    this.#close();
    this.#startX = this.#x = left;
    this.#startY = this.#y = top;
    this.#edge(hole ? left : right, hole ? bottom : top);
    this.#edge(right, bottom);
    this.#edge(hole ? right : left, hole ? top : bottom);
    this.#close();
  }

  /** What the outlines cover, in the smallest mask that holds it. */
  mask(): Mask {
    this.#close();
    const edges = this.#edges;
    if (edges.length === 0) return EMPTY;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < edges.length; at += 2) {
      const [x = 0, y = 0] = [edges[at], edges[at + 1]];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    [left, top] = [Math.floor(left), Math.floor(top)];
    const width = Math.ceil(right) - left;
    const height = Math.ceil(bottom) - top;
    const sums = accumulate(edges, { left, top, width, height });
    return { left, top, width, height, levels: toLevels(sums, width, height) };
  }

  #close(): void {
    if (this.#x !== this.#startX || this.#y !== this.#startY)
      this.#edge(this.#startX, this.#startY);
  }

  #edge(x: number, y: number): void {
    this.#edges.push(this.#x, this.#y, x, y);
    this.#x = x;
    this.#y = y;
  }

  #mapX(x: number): number {
    return x * this.transform.scaleX + this.transform.shiftX;
  }

  #mapY(y: number): number {
    return y * this.transform.scaleY + this.transform.shiftY;
  }
}

type Box = Omit<Mask, "levels">;

/**
 * Signed-area accumulation (as in font-rs): each edge adds to a pixel the change in coverage that it causes
 * there, so that a running sum along the scanline is the coverage. Exact for straight edges, and no sorting.
 */
function accumulate(edges: readonly number[], { left, top, width, height }: Box): Float32Array {
  // One column more than the mask: an edge on its right border spills there.
  const stride = width + 2;
  const sums = new Float32Array(stride * height + 2);
  for (let at = 0; at < edges.length; at += 4) {
    const [fromX = 0, fromY = 0] = [edges[at], edges[at + 1]];
    const [toX = 0, toY = 0] = [edges[at + 2], edges[at + 3]];
    if (fromY === toY) continue;
    const down = fromY < toY;
    const upper = { x: (down ? fromX : toX) - left, y: (down ? fromY : toY) - top };
    const lower = { x: (down ? toX : fromX) - left, y: (down ? toY : fromY) - top };
    const slope = (lower.x - upper.x) / (lower.y - upper.y);
    let x = upper.x;
    for (let y = Math.floor(upper.y); y < lower.y; y++) {
      const part = Math.min(y + 1, lower.y) - Math.max(y, upper.y);
      const nextX = x + slope * part;
      addSpan(sums, y * stride, {
        x0: Math.min(x, nextX),
        x1: Math.max(x, nextX),
        area: down ? part : -part,
      });
      x = nextX;
    }
  }
  return sums;
}

/** One edge within one scanline: from x0 to x1, `area` its signed height. */
function addSpan(
  sums: Float32Array,
  row: number,
  edge: { x0: number; x1: number; area: number },
): void {
  const { x0, x1, area } = edge;
  const first = Math.floor(x0);
  const last = Math.ceil(x1);
  const add = (column: number, share: number) => {
    sums[row + column] = (sums[row + column] ?? 0) + share * area;
  };
  if (last <= first + 1) {
    const middle = (x0 + x1) / 2 - first;
    add(first, 1 - middle);
    add(first + 1, middle);
    return;
  }
  // The edge crosses several pixels: what each column has gained by its right side, less what it had before.
  const width = x1 - x0;
  let before = 0;
  let slice = 0;
  for (let column = first; column < last; column++) {
    const from = Math.max(column, x0);
    const to = Math.min(column + 1, x1);
    const crossed = (to - from) / width;
    // Within this column the crossing part covers what lies right of it, on average half its own run.
    const here = before + crossed * (column + 1 - (from + to) / 2);
    add(column, here - slice);
    slice = here;
    before += crossed;
  }
  add(last, 1 - slice);
}

function toLevels(sums: Float32Array, width: number, height: number): Uint8Array {
  const levels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += sums[y * (width + 2) + x] ?? 0;
      levels[y * width + x] = Math.round(Math.min(1, Math.abs(sum)) * LEVELS);
    }
  }
  return levels;
}
