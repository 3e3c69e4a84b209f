import { parsePath } from "../../../lib/graphics/svg/path-data.ts";
import { fillPolygons } from "./fill-polygons.ts";
import { toPolygons } from "./flatten.ts";
import type { ModuleOutline, Stamp } from "./module-paths.ts";

/** Coverage of each pixel, 0 to 255, row by row. */
export interface Coverage {
  width: number;
  height: number;
  levels: Uint8Array;
}

/** Pixels per module, and the x and y of the pixel where the symbol's first module begins. */
export interface Grid {
  scale: number;
  corner: number;
}

/**
 * Draws the parts of a symbol. Draws each outline once and copies it, because modules begin at
 * whole pixels.
 */
export function drawStamps(
  width: number,
  stamps: readonly Stamp[],
  { scale, corner }: Grid,
): Coverage {
  const image = { width, height: width, levels: new Uint8Array(width * width) };
  const masks = new Map<ModuleOutline, Coverage>();
  for (const { x, y, side, outline } of stamps) {
    let mask = masks.get(outline);
    if (!mask) masks.set(outline, (mask = drawMask(outline, side, scale)));
    copyMask(image, mask, { left: corner + x * scale, top: corner + y * scale });
  }
  return image;
}

function drawMask({ start, data }: ModuleOutline, side: number, scale: number): Coverage {
  const width = side * scale;
  const levels = new Uint8Array(width * width);
  const path = parsePath(`M${start[0]} ${start[1]}${data}`);
  fillPolygons(toPolygons(path, { x: 0, y: 0, scale }), {
    width,
    height: width,
    rule: "evenodd",
    paintPixel: (x, y, coverage) => {
      levels[y * width + x] = Math.round(coverage * 255);
    },
  });
  return { width, height: width, levels };
}

function copyMask(
  image: Coverage,
  { width, height, levels }: Coverage,
  { left, top }: { left: number; top: number },
): void {
  for (let y = 0; y < height; y++) {
    image.levels.set(levels.subarray(y * width, (y + 1) * width), (top + y) * image.width + left);
  }
}
