import type { CellSize } from "../../../domain/code-image/geometry.ts";
import { traceLayers, traceRun } from "../raster/trace.ts";
import type { GlyphRun } from "../text/harfbuzz.ts";
import { PathData } from "./path-data.ts";
import { toHex } from "./elements.ts";

/** Returns a cluster as SVG: one path, or one for each color layer. Empty for white space. */
export type GlyphShapes = (shaped: GlyphRun) => string;

/** The cache is cleared at this many characters of markup to bound memory. */
const MAX_CACHED_LENGTH = 8_000_000;

/** Color of a layer that uses the color of text, as in color bitmaps. */
const DEFAULT_LAYER_COLOR = 0xffffff;

/** Creates a cache of shapes for one cell size. Shapes do not depend on the color of text. */
export function createGlyphShapes(cell: CellSize): GlyphShapes {
  const cache = new Map<GlyphRun, string>();
  let length = 0;
  return (shaped) => {
    const cached = cache.get(shaped);
    if (cached !== undefined) return cached;
    const drawn = drawLayers(shaped, cell) || drawOutline(shaped, cell);
    if (length > MAX_CACHED_LENGTH) {
      cache.clear();
      length = 0;
    }
    length += drawn.length;
    cache.set(shaped, drawn);
    return drawn;
  };
}

function drawOutline(shaped: GlyphRun, cell: CellSize): string {
  const data = new PathData();
  traceRun(data, shaped, cell);
  const text = String(data);
  return text === "" ? "" : `<path d="${text}"/>`;
}

function drawLayers(shaped: GlyphRun, cell: CellSize): string {
  return traceLayers(shaped, cell, () => new PathData())
    .map(({ layer, sink }) => {
      const opacity = layer.alpha < 1 ? ` fill-opacity="${layer.alpha.toFixed(3)}"` : "";
      return `<path fill="${toHex(layer.color ?? DEFAULT_LAYER_COLOR)}"${opacity} d="${String(sink)}"/>`;
    })
    .join("");
}
