/** The appearance of a text. Lengths are points. */
export interface TextStyle {
  /** Inter, or JetBrains Mono for code. */
  font: "sans" | "mono";
  weight: 400 | 500 | 600 | 700;
  /** Fonts without italics are slanted. */
  italic: boolean;
  size: number;
  /** 0xRRGGBB. */
  color: number;
  /** Distance of baselines as a multiple of `size`. */
  lineHeight: number;
  underline: boolean;
  strike: boolean;
  /** Figures of one width, for columns of amounts. */
  tabular: boolean;
  /** Added after every character, such as for labels in capitals. */
  letterSpacing: number;
  /** Keeps the text on one line, as dates and numbers are. */
  noBreak: boolean;
  /** Raises the baseline; negative lowers it. */
  rise: number;
  /** 0xRRGGBB behind the text, as for inline code. */
  background?: number | undefined;
}

export const DEFAULT_STYLE: TextStyle = {
  font: "sans",
  weight: 400,
  italic: false,
  size: 10,
  color: 0x1a_1a_1a,
  lineHeight: 1.5,
  underline: false,
  strike: false,
  tabular: false,
  letterSpacing: 0,
  noBreak: false,
  rise: 0,
};

/**
 * Returns a style with some of its members changed; the same object when none is, so that it can be
 * a key.
 */
export function mergeStyle(base: TextStyle, changes: Partial<TextStyle> | undefined): TextStyle {
  if (!changes) return base;
  // Member by member, because spreading two objects into one is several times slower.
  return {
    font: changes.font ?? base.font,
    weight: changes.weight ?? base.weight,
    italic: changes.italic ?? base.italic,
    size: changes.size ?? base.size,
    color: changes.color ?? base.color,
    lineHeight: changes.lineHeight ?? base.lineHeight,
    underline: changes.underline ?? base.underline,
    strike: changes.strike ?? base.strike,
    tabular: changes.tabular ?? base.tabular,
    letterSpacing: changes.letterSpacing ?? base.letterSpacing,
    noBreak: changes.noBreak ?? base.noBreak,
    rise: changes.rise ?? base.rise,
    background: changes.background ?? base.background,
  };
}

const SANS = {
  400: "inter-regular",
  500: "inter-medium",
  600: "inter-semibold",
  700: "inter-bold",
} as const;

interface ResolvedFont {
  name: string;
  /** True for synthetic italics, because the font has none. */
  slanted: boolean;
}

export function getFace({ font, weight, italic }: TextStyle): ResolvedFont {
  if (font === "sans") return { name: SANS[weight], slanted: italic };
  const style = `${weight >= 600 ? "-bold" : ""}${italic ? "-italic" : ""}`;
  return { name: `jetbrains-mono${style || "-regular"}`, slanted: false };
}
