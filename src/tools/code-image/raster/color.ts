/** An opaque color, 0xRRGGBB. */
export type Color = number;

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; alpha is composited onto `ground`. */
export function parseColor(hex: string, ground: Color = 0): Color {
  const digits = hex.length < 6 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  const color = Number.parseInt(digits.slice(0, 6), 16);
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1;
  return mix(ground, color, alpha);
}

/** Interpolates in sRGB, as browsers do: `from` at 0, `to` at 1. */
export function mix(from: Color, to: Color, share: number): Color {
  const channel = (shift: number) => {
    const start = (from >> shift) & 255;
    return Math.round(start + (((to >> shift) & 255) - start) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Returns red, green and blue, 0 to 255 each. */
export function toChannels(color: Color): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}
