import { parseHexColor } from "../../../lib/graphics/color.ts";

/** A color, 0xRRGGBB. Bits 24 to 31 hold its transparency (255 minus alpha), so that opaque colors are plain indices. */
export type Color = number;

/** Black that is not there. */
export const TRANSPARENT: Color = withAlpha(0, 0);

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; alpha is composited onto `background`. */
export function parseColor(hex: string, background: Color = 0): Color {
  const { rgb, alpha } = parseHexColor(hex);
  return mix(background, rgb, alpha / 255);
}

/** Interpolates in sRGB, as browsers do: `from` at 0, `to` at 1. Both are opaque. */
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

/** Draws `share` of an opaque color over any color. */
export function compositeOver(below: Color, color: Color, share: number): Color {
  if (getAlpha(below) === 255) return mix(below, color, share);
  const alpha = share + (getAlpha(below) / 255) * (1 - share);
  return alpha === 0 ? TRANSPARENT : withAlpha(mix(below & 0xffffff, color, share / alpha), alpha);
}

/** Returns red, green and blue, 0 to 255 each. */
export function toChannels(color: Color): number[] {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}
