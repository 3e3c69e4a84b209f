import type { Rectangle } from "../../../domain/code-image/geometry.ts";
import type { PixelSink } from "../raster/trace.ts";
import type { Transform } from "../text/outline.ts";

/** Collects outlines as the data of an SVG path, in pixels to two decimals. */
export class PathData implements PixelSink {
  transform: Transform = { scaleX: 1, scaleY: -1, shiftX: 0, shiftY: 0 };
  #data = "";

  moveTo(x: number, y: number): void {
    this.#data += `M${this.#point(x, y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#data += `L${this.#point(x, y)}`;
  }

  quadraticTo(controlX: number, controlY: number, x: number, y: number): void {
    this.#data += `Q${this.#point(controlX, controlY)} ${this.#point(x, y)}`;
  }

  addRectangle({ left, top, right, bottom }: Rectangle, isHole = false): void {
    this.#data += isHole
      ? `M${left} ${top}V${bottom}H${right}V${top}`
      : `M${left} ${top}H${right}V${bottom}H${left}`;
  }

  toString(): string {
    return this.#data;
  }

  #point(x: number, y: number): string {
    const { scaleX, scaleY, shiftX, shiftY } = this.transform;
    return `${toHundredths(x * scaleX + shiftX)} ${toHundredths(y * scaleY + shiftY)}`;
  }
}

function toHundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
