import { type Contour, getGlyph } from "../../../domain/barcode/text/glyphs.ts";
import type { Polyline } from "../../../lib/graphics/scanline-fill.ts";

const flattened = new Map<string, readonly Polyline[]>();

/**
 * Returns the outline of a character, in thousandths of an em, with each curve divided into `steps`
 * lines. Cached, because there are few.
 */
export function flattenGlyph(character: string, steps: number): readonly Polyline[] {
  const key = `${steps}${character}`;
  const cached = flattened.get(key);
  if (cached) return cached;
  const lines = getGlyph(character).contours.map((contour) => flattenContour(contour, steps));
  flattened.set(key, lines);
  return lines;
}

function flattenContour({ x, y, data }: Contour, steps: number): Polyline {
  const points = [x, y];
  let [penX, penY] = [x, y];
  for (const [, command = "", text = ""] of data.matchAll(/([lq])([^lq]+)/g)) {
    const numbers = Array.from(text.matchAll(/-?\d+/g), ([number]) => Number(number));
    const [endX = 0, endY = 0] = numbers.slice(-2);
    if (command === "q") {
      const [controlX = 0, controlY = 0] = numbers;
      for (let step = 1; step < steps; step++) {
        const t = step / steps;
        const ofControl = 2 * t * (1 - t);
        points.push(penX + controlX * ofControl + endX * t * t);
        points.push(penY + controlY * ofControl + endY * t * t);
      }
    }
    penX += endX;
    penY += endY;
    points.push(penX, penY);
  }
  return Float64Array.from([...points, x, y]);
}
