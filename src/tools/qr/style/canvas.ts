import { fillPolygons, type FillRule, type Polygon } from "./fill-polygons.ts";

/** An image of 8-bit red, green, blue and alpha (not premultiplied), row by row. */
export interface RgbaCanvas {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

/** A color as 0xRRGGBB, and its opacity from 0 to 1. */
interface Paint {
  color: number;
  opacity: number;
}

/** Creates a transparent image. */
export function createCanvas(width: number, height: number): RgbaCanvas {
  return { width, height, pixels: new Uint8ClampedArray(width * height * 4) };
}

export function paintPolygons(
  canvas: RgbaCanvas,
  polygons: readonly Polygon[],
  { paint, rule }: { paint: Paint; rule: FillRule },
): void {
  const { width, height } = canvas;
  fillPolygons(polygons, {
    width,
    height,
    rule,
    paintPixel: (x, y, coverage) => blendPixel(canvas, (y * width + x) * 4, paint, coverage),
  });
}

/** Composites a color over one pixel. `coverage` is 0 to 1. */
export function blendPixel(
  { pixels }: RgbaCanvas,
  at: number,
  { color, opacity }: Paint,
  coverage: number,
): void {
  const alpha = opacity * coverage;
  if (alpha <= 0) return;
  const below = ((pixels[at + 3] ?? 0) / 255) * (1 - alpha);
  const sum = alpha + below;
  for (let channel = 0; channel < 3; channel++) {
    const level = (color >> (16 - channel * 8)) & 255;
    pixels[at + channel] = (level * alpha + (pixels[at + channel] ?? 0) * below) / sum;
  }
  pixels[at + 3] = sum * 255;
}
