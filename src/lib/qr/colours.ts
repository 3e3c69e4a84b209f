import { luminance } from "../colour.ts";

/** A colour as it is written into an image. */
export interface Colour {
  /** `#rrggbb`, lower case. */
  hex: string;
  /** 0 (nothing shows) to 255. */
  alpha: number;
}

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`; the schema has let nothing else through. */
export function parseColour(text: string): Colour {
  if (text === "transparent") return { hex: "#ffffff", alpha: 0 };
  const digits = text.slice(1).toLowerCase();
  if (digits.length === 3) return { hex: `#${digits.replace(/./g, "$&$&")}`, alpha: 255 };
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) : 255;
  return { hex: `#${digits.slice(0, 6)}`, alpha };
}

/** Whether no eye could tell the two apart. */
export function isSame(one: Colour, other: Colour): boolean {
  return one.alpha === other.alpha && (one.alpha === 0 || one.hex === other.hex);
}

/** The red, green and blue of a colour, 0 to 255 each. */
export function channels({ hex }: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** What is seen of a colour that lies over an opaque one. */
function over(top: Colour, ground: Colour): Colour {
  if (top.alpha === 255) return top;
  const below = channels(ground);
  const mixed = channels(top).map((channel, index) => {
    const under = below[index] ?? 0;
    return Math.round(under + ((channel - under) * top.alpha) / 255);
  });
  return { hex: `#${Buffer.from(mixed).toString("hex")}`, alpha: 255 };
}

const PAPER: Colour = { hex: "#ffffff", alpha: 255 };

/**
 * How the modules stand out from their ground, by WCAG 2.2: `contrast` 1 to 21, and whether the dark
 * modules are the brighter ones. What is transparent is taken to lie on white.
 */
export function legibility(dark: Colour, light: Colour): { contrast: number; inverted: boolean } {
  const ground = over(light, PAPER);
  const below = luminance(ground.hex);
  const above = luminance(over(dark, ground).hex);
  const contrast = (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05);
  return { contrast, inverted: above > below };
}
