import { mix, type Color } from "./color.ts";
import { LEVELS, type Mask } from "./coverage.ts";
import type { CellSize, Rectangle } from "../../../domain/code-image/geometry.ts";
import { Outline } from "../text/outline.ts";
import type { GlyphRun } from "../text/harfbuzz.ts";
import { traceLayers, traceRun } from "./trace.ts";

/** A color glyph blended onto the window color; -1 marks transparent pixels. */
export interface ColorBitmap extends Omit<Mask, "levels"> {
  colors: Int32Array;
}

/** The glyph cache is cleared at this many pixels to bound memory. */
const MAX_CACHED_PIXELS = 8_000_000;

/** The bitmap of a cluster: a coverage mask, or colors for emoji. */
export type GlyphBitmap = Mask | ColorBitmap;

/**
 * Returns the bitmap of a cluster. Colors are blended onto `background`; default: that of the
 * cache.
 */
export type GlyphCache = (shaped: GlyphRun, background?: Color) => GlyphBitmap;

/** Creates a glyph cache for one cell size and window color. Each cluster is rasterized once. */
export function createGlyphCache(cell: CellSize, window: Color): GlyphCache {
  const cache = new Map<GlyphRun, GlyphBitmap>();
  let pixels = 0;
  return (shaped, background = window) => {
    const cached = cache.get(shaped);
    // Emoji on lines of another color are rare, so they are drawn each time.
    if (cached && ("levels" in cached || background === window)) return cached;
    const drawn = drawColorBitmap(shaped, cell, background) ?? drawMask(shaped, cell);
    if (background !== window && "colors" in drawn) return drawn;
    if (pixels > MAX_CACHED_PIXELS) {
      cache.clear();
      pixels = 0;
    }
    pixels += drawn.width * drawn.height;
    cache.set(shaped, drawn);
    return drawn;
  };
}

function drawMask(shaped: GlyphRun, cell: CellSize): Mask {
  const outline = new Outline();
  traceRun(outline, shaped, cell);
  const mask = outline.mask();
  const { width, height } = cell;
  // Box-drawing glyphs overlap their cells so that they join, but on a pixel grid this would blur
  // the next glyph's edge.
  if (shaped.fillsCell) return crop(mask, { left: 0, right: width, top: 0, bottom: height });
  // Stacked marks may reach the adjacent rows but not further, because a band is drawn with the
  // rows next to it.
  return crop(mask, { left: -Infinity, right: Infinity, top: -height, bottom: 2 * height });
}

/** Returns the part of a mask within a rectangle relative to the pen. */
function crop(mask: Mask, box: Rectangle): Mask {
  const left = Math.max(box.left, mask.left);
  const top = Math.max(box.top, mask.top);
  const width = Math.max(0, Math.min(box.right, mask.left + mask.width) - left);
  const height = Math.max(0, Math.min(box.bottom, mask.top + mask.height) - top);
  if (width === mask.width && height === mask.height) return mask;
  const levels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top - mask.top + y) * mask.width + left - mask.left;
    levels.set(mask.levels.subarray(from, from + width), y * width);
  }
  return { left, top, width, height, levels };
}

/** Returns undefined for a cluster without color layers. */
function drawColorBitmap(
  shaped: GlyphRun,
  cell: CellSize,
  background: Color,
): ColorBitmap | undefined {
  const layers = traceLayers(shaped, cell, () => new Outline()).map(({ layer, sink }) => ({
    layer,
    mask: sink.mask(),
  }));
  if (layers.length === 0) return undefined;
  const left = Math.min(...layers.map(({ mask }) => mask.left));
  const top = Math.min(...layers.map(({ mask }) => mask.top));
  const width = Math.max(...layers.map(({ mask }) => mask.left + mask.width)) - left;
  const height = Math.max(...layers.map(({ mask }) => mask.top + mask.height)) - top;
  const bitmap = { left, top, width, height, colors: new Int32Array(width * height).fill(-1) };
  for (const { mask, layer } of layers) {
    blend(bitmap, mask, { color: layer.color ?? 0xffffff, alpha: layer.alpha, background });
  }
  return bitmap;
}

interface BlendColors {
  color: Color;
  alpha: number;
  background: Color;
}

/** Blends a layer onto a bitmap. Pixels without a color yet are blended onto the background. */
function blend(bitmap: ColorBitmap, mask: Mask, { color, alpha, background }: BlendColors): void {
  for (let y = 0; y < mask.height; y++) {
    const row = (mask.top - bitmap.top + y) * bitmap.width + mask.left - bitmap.left;
    for (let x = 0; x < mask.width; x++) {
      const level = mask.levels[y * mask.width + x] ?? 0;
      if (level === 0) continue;
      const backdrop = bitmap.colors[row + x] ?? -1;
      bitmap.colors[row + x] = mix(
        backdrop < 0 ? background : backdrop,
        color,
        (level / LEVELS) * alpha,
      );
    }
  }
}
