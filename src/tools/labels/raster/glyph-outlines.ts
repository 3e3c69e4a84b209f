import type { OpenFont } from "../../../lib/graphics/fonts.ts";
import type { Polyline } from "../../../lib/graphics/scanline-fill.ts";

/** Lines of a curve: enough for the largest text at 600 dpi. */
const STEPS = 8;

const cached = new WeakMap<OpenFont, Map<number, readonly Polyline[]>>();

/** Returns the outline of a glyph as closed lines in ems, the y axis upwards. */
export function getOutline(font: OpenFont, glyph: number): readonly Polyline[] {
  const outlines = cached.get(font) ?? new Map<number, readonly Polyline[]>();
  cached.set(font, outlines);
  const outline = outlines.get(glyph) ?? flatten(font, glyph);
  outlines.set(glyph, outline);
  return outline;
}

function flatten(font: OpenFont, glyph: number): Polyline[] {
  const contours: number[][] = [];
  const em = font.unitsPerEm;
  const addPoint = (x: number, y: number) => contours.at(-1)?.push(x / em, y / em);
  let [penX, penY] = [0, 0];
  const lineTo = (x: number, y: number) => {
    addPoint(x, y);
    [penX, penY] = [x, y];
  };
  font.draw(glyph, {
    moveTo(x, y) {
      contours.push([]);
      lineTo(x, y);
    },
    lineTo,
    quadraticTo(controlX, controlY, x, y) {
      const [fromX, fromY] = [penX, penY];
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS;
        const [start, middle, end] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
        lineTo(
          start * fromX + middle * controlX + end * x,
          start * fromY + middle * controlY + end * y,
        );
      }
    },
  });
  return contours.map((points) => Float64Array.from([...points, ...points.slice(0, 2)]));
}
