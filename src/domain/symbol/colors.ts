import { getLuminance, formatHexColor, parseHexColor } from "../../lib/graphics/color.ts";
import { ValidationError } from "../../lib/errors.ts";

export interface ParsedColor {
  /** `#rrggbb` in lower case. */
  hex: string;
  /** 0 (transparent) to 255. */
  alpha: number;
}

/** Parses `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`; the schema rejects everything else. */
export function parseColor(text: string): ParsedColor {
  if (text === "transparent") return { hex: "#ffffff", alpha: 0 };
  const { rgb, alpha } = parseHexColor(text);
  return { hex: formatHexColor(rgb), alpha };
}

/** Returns true when both colors look the same: equal, or both fully transparent. */
export function isSame(first: ParsedColor, second: ParsedColor): boolean {
  return first.alpha === second.alpha && (first.alpha === 0 || first.hex === second.hex);
}

/** Returns red, green and blue of a color, 0 to 255 each. */
export function parseChannels({ hex }: ParsedColor): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Composites a color over an opaque backdrop (W3C Compositing, source over). */
function compositeOver(source: ParsedColor, backdrop: ParsedColor): ParsedColor {
  if (source.alpha === 255) return source;
  const below = parseChannels(backdrop);
  const mixed = parseChannels(source).map((channel, index) => {
    const under = below[index] ?? 0;
    return Math.round(under + ((channel - under) * source.alpha) / 255);
  });
  return { hex: `#${Buffer.from(mixed).toString("hex")}`, alpha: 255 };
}

const WHITE: ParsedColor = { hex: "#ffffff", alpha: 255 };

export interface SymbolColors {
  /** Color of bars and modules. */
  dark: ParsedColor;
  light: ParsedColor;
}

/** Parses both colors of a request. Throws ValidationError when they look the same. */
export function parseSymbolColors({ darkColor, lightColor }: PaletteInput): SymbolColors {
  const dark = parseColor(darkColor);
  const light = parseColor(lightColor);
  if (isSame(dark, light)) throw ValidationError.at(["lightColor"], "must differ from darkColor");
  return { dark, light };
}

interface PaletteInput {
  darkColor: string;
  lightColor: string;
}

/** Below this contrast many scanners fail. */
export const MIN_CONTRAST = 4;

/**
 * Computes the contrast of modules and background by WCAG 2.2, 1 to 21. `inverted` is true when the
 * dark modules are the lighter ones. Transparent backgrounds count as white.
 */
export function describeContrast({ dark, light }: SymbolColors): {
  contrast: number;
  inverted: boolean;
} {
  const background = compositeOver(light, WHITE);
  const below = getLuminance(background.hex);
  const above = getLuminance(compositeOver(dark, background).hex);
  const contrast = (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05);
  return { contrast, inverted: above > below };
}
