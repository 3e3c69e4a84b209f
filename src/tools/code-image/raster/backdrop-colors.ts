import type { CodeTheme } from "../highlight/themes.ts";
import type { Background } from "../renderer.ts";
import { mix, parseColor, TRANSPARENT, withAlpha, type Color } from "./color.ts";
import type { Geometry } from "../../../domain/code-image/geometry.ts";
import type { Shadow } from "./shadow.ts";

/** Gradient angle as in CSS: clockwise from "to top". */
export const GRADIENT_DEGREES = 140;
/** Colors along the gradient; adjacent ones differ by about 1/255, which is invisible. */
const GRADIENT_STEPS = 128;

/** Opacity of the shadow where it is darkest. */
export const SHADOW_OPACITY = 0.5;
/** Shadow levels on a flat backdrop, where each level uses a palette entry. */
const FLAT_SHADOW_STEPS = 32;
/** Shadow levels on a gradient, where fewer would show as contours. */
const GRADIENT_SHADOW_STEPS = SHADOW_OPACITY * 256;

/** Returns the theme with another backdrop. */
export function applyBackground(theme: CodeTheme, background: Background): CodeTheme {
  if (background === "theme") return theme;
  const isColor = background.startsWith("#");
  return { ...theme, backdrop: [isColor ? parseColor(background) : TRANSPARENT] };
}

/** Columns of pixels from `from` (inclusive) to `to` (exclusive). */
export type PixelRange = readonly [from: number, to: number];

/** Writes the backdrop's colors, shadow included, for a range of scanline `y`. */
type ScanlineWriter = (scanline: Int32Array, y: number, span: PixelRange) => void;

/** Creates the writer of a single-color backdrop. A transparent one has the shadow alone. */
export function createFlatWriter(shadow: Shadow, backdrop: Color): ScanlineWriter {
  const shades = Int32Array.from({ length: FLAT_SHADOW_STEPS + 1 }, (_, step) => {
    const opacity = (step / FLAT_SHADOW_STEPS) * SHADOW_OPACITY;
    return backdrop === TRANSPARENT ? withAlpha(0, opacity) : mix(backdrop, 0, opacity);
  });
  return (scanline, y, [from, to]) => {
    const level = (shadow.down[y] ?? 0) * FLAT_SHADOW_STEPS;
    for (let x = from; x < to; x++) {
      scanline[x] = shades[((shadow.across[x] as number) * level + 0.5) | 0] as number;
    }
  };
}

/**
 * Creates the writer of a linear gradient as CSS defines it: corners along its angle get the outer
 * stops.
 */
export function createGradientWriter(
  { width, height }: Geometry,
  shadow: Shadow,
  stops: readonly Color[],
): ScanlineWriter {
  const angle = (GRADIENT_DEGREES * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const length = Math.abs(width * right) + Math.abs(height * down);
  const colors = Int32Array.from({ length: GRADIENT_STEPS + 1 }, (_, step) => {
    const position = (step / GRADIENT_STEPS) * (stops.length - 1);
    const first = Math.min(Math.floor(position), stops.length - 2);
    return mix(stops[first] ?? 0, stops[first + 1] ?? 0, position - first);
  });
  const perColumn = (right / length) * GRADIENT_STEPS;
  const perRow = (down / length) * GRADIENT_STEPS;
  const middle = GRADIENT_STEPS / 2 + 0.5 - (width * perColumn + height * perRow) / 2;
  return (scanline, y, [from, to]) => {
    const level = (shadow.down[y] ?? 0) * GRADIENT_SHADOW_STEPS;
    let position = middle + y * perRow + from * perColumn;
    for (let x = from; x < to; x++, position += perColumn) {
      const light = 256 - (((shadow.across[x] as number) * level + 0.5) | 0);
      scanline[x] = darken(colors[position | 0] as number, light);
    }
  };
}

/** Multiplies a color by `light` / 256, red and blue in one multiplication. */
function darken(color: Color, light: number): Color {
  const redAndBlue = (((color & 0xff00ff) * light) >>> 8) & 0xff00ff;
  const green = (((color & 0x00ff00) * light) >>> 8) & 0x00ff00;
  return redAndBlue | green;
}
