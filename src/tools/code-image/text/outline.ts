import { rasterize, EMPTY, type Mask } from "../raster/coverage.ts";
import type { Rectangle } from "../../../domain/code-image/geometry.ts";
import type { OutlineSink } from "../../../lib/graphics/fonts.ts";

/** Maps font units to pixels with y pointing down. */
export interface Transform {
  scaleX: number;
  scaleY: number;
  shiftX: number;
  shiftY: number;
}

/**
 * Length of a curve's control polygon, in pixels, for each line segment that it is flattened to.
 */
const PIXELS_PER_SEGMENT = 3;
const MAX_SEGMENTS = 24;

/**
 * Collects outlines as edges (x0, y0, x1, y1 in pixels) and rasterizes them to a mask with the
 * non-zero winding rule.
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
    const segments = Math.min(MAX_SEGMENTS, Math.ceil(length / PIXELS_PER_SEGMENT) + 1);
    for (let segment = 1; segment <= segments; segment++) {
      const t = segment / segments;
      const startWeight = (1 - t) * (1 - t);
      const controlWeight = 2 * t * (1 - t);
      this.#lineTo(
        startWeight * startX + controlWeight * viaX + t * t * endX,
        startWeight * startY + controlWeight * viaY + t * t * endY,
      );
    }
  }

  /** Adds a rectangle in pixels. The winding of a hole is reversed, so that it is cut out. */
  addRectangle({ left, top, right, bottom }: Rectangle, isHole = false): void {
    this.#moveTo(left, top);
    this.#lineTo(isHole ? left : right, isHole ? bottom : top);
    this.#lineTo(right, bottom);
    this.#lineTo(isHole ? right : left, isHole ? top : bottom);
  }

  /** Rasterizes the outlines to the smallest mask that contains them. */
  mask(): Mask {
    this.#lineTo(this.#startX, this.#startY);
    if (this.#right < this.#left) return EMPTY;
    const left = Math.floor(this.#left);
    const top = Math.floor(this.#top);
    const width = Math.ceil(this.#right) - left;
    const height = Math.ceil(this.#bottom) - top;
    const levels = rasterize(this.#edges, { left, top, width, height });
    return { left, top, width, height, levels };
  }

  /** Closes the current contour and starts another. */
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
    // Checking end points is enough, because contours are closed and every point ends an edge.
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
