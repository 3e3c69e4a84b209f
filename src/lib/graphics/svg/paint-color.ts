import { parseHexColor } from "../color.ts";

/** The color names of CSS 1 and orange; other names are drawn in black. */
const NAMES: Readonly<Record<string, number>> = {
  black: 0,
  silver: 0xc0_c0_c0,
  gray: 0x80_80_80,
  grey: 0x80_80_80,
  white: 0xff_ff_ff,
  maroon: 0x80_00_00,
  red: 0xff_00_00,
  purple: 0x80_00_80,
  fuchsia: 0xff_00_ff,
  green: 0x00_80_00,
  lime: 0x00_ff_00,
  olive: 0x80_80_00,
  yellow: 0xff_ff_00,
  navy: 0x00_00_80,
  blue: 0x00_00_ff,
  teal: 0x00_80_80,
  aqua: 0x00_ff_ff,
  orange: 0xff_a5_00,
};

/** Returns a color as 0xRRGGBB: undefined for none, black for an unknown name. */
export function parsePaintColor(text: string): number | undefined {
  const value = text.toLowerCase();
  if (value === "none" || value === "transparent") return undefined;
  const [hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(value) ?? [];
  if (hex !== undefined) return parseHexColor(hex).rgb;
  const channels = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(value)?.slice(1, 4);
  if (channels) {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
      Math.min(255, Math.round(Number(channel))),
    );
    return red * 0x1_00_00 + green * 0x1_00 + blue;
  }
  return Object.hasOwn(NAMES, value) ? NAMES[value] : 0;
}
