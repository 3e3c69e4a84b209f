/** An opaque color as one number, 0xRRGGBB. */
export type Color = number;

/** Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; what is transparent is laid over `ground`. */
export function parseColor(hex: string, ground: Color = 0): Color {
  const digits = hex.length < 6 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  const color = Number.parseInt(digits.slice(0, 6), 16);
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1;
  return mix(ground, color, alpha);
}

/** `from` at 0, `to` at 1, in between in sRGB: what browsers do, and what eyes are used to. */
export function mix(from: Color, to: Color, share: number): Color {
  const channel = (shift: number) => {
    const start = (from >> shift) & 255;
    return Math.round(start + (((to >> shift) & 255) - start) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Red, green and blue, 0 to 255 each. */
export function channels(color: Color): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}
