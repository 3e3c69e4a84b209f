import { mix, type Color } from "./color.ts";
import type { Geometry } from "./geometry.ts";
import type { Shadow } from "./shadow.ts";

/** The direction of gradients, as in CSS: clockwise from upwards. */
const GRADIENT_DEGREES = 140;
/** Colors along the gradient: neighbors differ by about one in 255, which no eye tells apart. */
const GRADIENT_STEPS = 128;

const SHADOW_STRENGTH = 0.5;
/** Steps from no shadow to full: on a flat backdrop each takes a place in the palette. */
const FLAT_SHADOW_STEPS = 32;
/** On a bright gradient, coarser ones would show as contours. */
const GRADIENT_SHADOW_STEPS = SHADOW_STRENGTH * 256;

/** From a column up to, not including, another. */
export type Span = readonly [from: number, to: number];

/** Writes the colors that the backdrop, in the window's shadow, has on a span of scanline `y`. */
export type BackdropColors = (scanline: Int32Array, y: number, span: Span) => void;

/** A backdrop of one color. */
export function flatColors(shadow: Shadow, backdrop: Color): BackdropColors {
  const shades = Int32Array.from({ length: FLAT_SHADOW_STEPS + 1 }, (_, step) =>
    mix(backdrop, 0, (step / FLAT_SHADOW_STEPS) * SHADOW_STRENGTH),
  );
  return (scanline, y, [from, to]) => {
    const depth = (shadow.down[y] ?? 0) * FLAT_SHADOW_STEPS;
    for (let x = from; x < to; x++) {
      scanline[x] = shades[((shadow.across[x] as number) * depth + 0.5) | 0] as number;
    }
  };
}

/** The gradient as CSS draws it: the corners in its direction get the outer stops. */
export function gradientColors(
  { width, height }: Geometry,
  shadow: Shadow,
  stops: readonly Color[],
): BackdropColors {
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

/** All three channels at once; `share` is of 256. */
function darken(color: Color, share: number): Color {
  const redAndBlue = (((color & 0xff00ff) * share) >>> 8) & 0xff00ff;
  const green = (((color & 0x00ff00) * share) >>> 8) & 0x00ff00;
  return redAndBlue | green;
}
