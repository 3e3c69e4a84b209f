import type { CodeTheme } from "../highlight/themes.ts";
import type { Background } from "../renderer.ts";
import { mix, parseColor, TRANSPARENT, withAlpha, type Color } from "./color.ts";
import type { Geometry } from "./geometry.ts";
import type { Shadow } from "./shadow.ts";

/** Gradient angle as in CSS: clockwise from "to top". */
export const GRADIENT_DEGREES = 140;
/** Colors along the gradient; adjacent ones differ by about 1/255, which is invisible. */
const GRADIENT_STEPS = 128;

/** Opacity of the shadow where it is deepest. */
export const SHADOW_STRENGTH = 0.5;
/** Shadow levels on a flat backdrop, where each level uses a palette entry. */
const FLAT_SHADOW_STEPS = 32;
/** Shadow levels on a gradient, where fewer would show as contours. */
const GRADIENT_SHADOW_STEPS = SHADOW_STRENGTH * 256;

/** Returns the theme with another backdrop. */
export function applyBackground(theme: CodeTheme, background: Background): CodeTheme {
  if (background === "theme") return theme;
  const isColor = background.startsWith("#");
  return { ...theme, backdrop: [isColor ? parseColor(background) : TRANSPARENT] };
}

/** Columns from `from` (inclusive) to `to` (exclusive). */
export type PixelRange = readonly [from: number, to: number];

/** Writes the backdrop's colors, shadow included, for a range of scanline `y`. */
export type ScanlineWriter = (scanline: Int32Array, y: number, span: PixelRange) => void;

/** Creates the writer of a single-color backdrop. A transparent one has the shadow alone. */
export function createFlatWriter(shadow: Shadow, backdrop: Color): ScanlineWriter {
  const shades = Int32Array.from({ length: FLAT_SHADOW_STEPS + 1 }, (_, step) => {
    const depth = (step / FLAT_SHADOW_STEPS) * SHADOW_STRENGTH;
    return backdrop === TRANSPARENT ? withAlpha(0, depth) : mix(backdrop, 0, depth);
  });
  return (scanline, y, [from, to]) => {
    const depth = (shadow.down[y] ?? 0) * FLAT_SHADOW_STEPS;
    for (let x = from; x < to; x++) {
      scanline[x] = shades[((shadow.across[x] as number) * depth + 0.5) | 0] as number;
    }
  };
}

/** Creates the writer of a linear gradient as CSS defines it: corners along its angle get the outer stops. */
export function createGradientWriter(
  { width, height }: Geometry,
  shadow: Shadow,
  stops: readonly Color[],
): ScanlineWriter {
  const angle = (GRADIENT_DEGREES * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const length = Math.abs(width * right) + Math.abs(height * down);
  const colors = Int32Array.from({ length: GRADIENT_STEPS + 1 }, (_, step) => {
    const place = (step / GRADIENT_STEPS) * (stops.length - 1);
    const first = Math.min(Math.floor(place), stops.length - 2);
    return mix(stops[first] ?? 0, stops[first + 1] ?? 0, place - first);
  });
  const perColumn = (right / length) * GRADIENT_STEPS;
  const perRow = (down / length) * GRADIENT_STEPS;
  const middle = GRADIENT_STEPS / 2 + 0.5 - (width * perColumn + height * perRow) / 2;
  return (scanline, y, [from, to]) => {
    const depth = (shadow.down[y] ?? 0) * GRADIENT_SHADOW_STEPS;
    let place = middle + y * perRow + from * perColumn;
    for (let x = from; x < to; x++, place += perColumn) {
      const light = 256 - (((shadow.across[x] as number) * depth + 0.5) | 0);
      scanline[x] = darken(colors[place | 0] as number, light);
    }
  };
}

/** Multiplies a color by `share` / 256, red and blue in one multiplication. */
function darken(color: Color, share: number): Color {
  const redAndBlue = (((color & 0xff00ff) * share) >>> 8) & 0xff00ff;
  const green = (((color & 0x00ff00) * share) >>> 8) & 0x00ff00;
  return redAndBlue | green;
}
