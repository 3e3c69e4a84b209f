interface HexColor {
  /** 0xRRGGBB. */
  rgb: number;
  /** 0 (transparent) to 255. */
  alpha: number;
}

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; the caller has checked the text. */
export function parseHexColor(text: string): HexColor {
  const digits = text.length < 6 ? text.slice(1).replace(/./g, "$&$&") : text.slice(1);
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) : 255;
  return { rgb: Number.parseInt(digits.slice(0, 6), 16), alpha };
}

/** Formats 0xRRGGBB as `#rrggbb`. */
export function formatHexColor(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}

/** Returns black or white, whichever has the higher contrast on a `#rrggbb` background. */
export function chooseTextColor(background: string): "#000000" | "#ffffff" {
  // WCAG 2.2: contrast is (L1 + 0.05) / (L2 + 0.05); black and white tie at L = sqrt(1.05 × 0.05) −
  // 0.05.
  return getLuminance(background) > Math.sqrt(1.05 * 0.05) - 0.05 ? "#000000" : "#ffffff";
}

/**
 * Returns the relative luminance of a `#rrggbb` color as WCAG 2.2 defines it, 0 (black) to 1
 * (white).
 */
export function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
