import { parseHexColor } from "../../../lib/graphics/color.ts";

/**
 * A color, 0xRRGGBB. Bits 24 to 31 hold its transparency (255 minus alpha), so that opaque colors
 * are plain indices.
 */
export type Color = number;

/** Transparent black. */
export const TRANSPARENT: Color = withAlpha(0, 0);

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; alpha is composited onto `background`. */
export function parseColor(hex: string, background: Color = 0): Color {
  const { rgb, alpha } = parseHexColor(hex);
  return mix(background, rgb, alpha / 255);
}

/** Interpolates between two opaque colors in sRGB, as browsers do: `from` at share 0, `to` at 1. */
export function mix(from: Color, to: Color, share: number): Color {
  const mixChannel = (shift: number) => {
    const start = (from >> shift) & 255;
    return Math.round(start + (((to >> shift) & 255) - start) * share) << shift;
  };
  return mixChannel(16) | mixChannel(8) | mixChannel(0);
}

/** Returns an opaque color with an alpha from 0 to 1. */
export function withAlpha(color: Color, alpha: number): Color {
  return color | ((255 - Math.round(alpha * 255)) << 24);
}

/** Returns the alpha of a color, 0 to 255. */
export function getAlpha(color: Color): number {
  return 255 - (color >>> 24);
}

/**
 * Composites an opaque color with an opacity of `alpha` (0 to 1) over any color (W3C Compositing,
 * source over).
 */
export function compositeOver(backdrop: Color, color: Color, alpha: number): Color {
  if (getAlpha(backdrop) === 255) return mix(backdrop, color, alpha);
  const sum = alpha + (getAlpha(backdrop) / 255) * (1 - alpha);
  return sum === 0 ? TRANSPARENT : withAlpha(mix(backdrop & 0xffffff, color, alpha / sum), sum);
}

/** Returns red, green and blue, 0 to 255 each. */
export function toChannels(color: Color): number[] {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}
