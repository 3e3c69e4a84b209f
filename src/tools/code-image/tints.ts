import { mix, parseColor, type Color } from "./raster/color.ts";
import type { CodeTheme } from "./highlight/themes.ts";
import type { LineRange } from "./renderer.ts";
import type { Style, StyledText } from "./text/style.ts";
import type { RowTint } from "./text/layout.ts";

/** The emphasized lines of a text. */
export interface Emphasis {
  firstLine?: number;
  highlightLines?: readonly LineRange[];
  diff?: boolean;
}

/** Colors of added and removed lines, on dark windows and on light ones. */
const SIGN_COLORS = {
  "+": { dark: parseColor("#3fb950"), light: parseColor("#1a7f37") },
  "-": { dark: parseColor("#f85149"), light: parseColor("#cf222e") },
};

type Sign = keyof typeof SIGN_COLORS;

/** Share of the sign's color in the ground of its line, and of the text's in that of a highlighted line. */
const SIGN_SHARE = 0.2;
const HIGHLIGHT_SHARE = 0.11;
const BAR_SHARE = 0.55;

/** Returns the colors of highlighted, added and removed lines, by index from 0. */
export function tintLines(
  lines: readonly string[],
  { firstLine = 1, highlightLines = [], diff = false }: Emphasis,
  theme: CodeTheme,
): Map<number, RowTint> {
  const { window, text } = theme;
  const tints = new Map<number, RowTint>();
  for (const [index, line] of lines.entries()) {
    const number = firstLine + index;
    const sign = diff ? getSign(line) : undefined;
    const isHighlighted = highlightLines.some(([from, to]) => from <= number && number <= to);
    if (!sign && !isHighlighted) continue;
    const color = sign && getSignColor(sign, theme);
    const ground = color === undefined ? window : mix(window, color, SIGN_SHARE);
    tints.set(index, {
      ground: isHighlighted ? mix(ground, text, HIGHLIGHT_SHARE) : ground,
      bar: color ?? mix(window, text, BAR_SHARE),
    });
  }
  return tints;
}

/** Replaces the signs that lines begin with by spaces, so that the rest can be highlighted in its language. */
export function hideSigns(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^[+-]/, " "));
}

/** Puts the signs back that `hideSigns` replaced. */
export function* restoreSigns(
  highlighted: Iterable<readonly StyledText[]>,
  lines: readonly string[],
  theme: CodeTheme,
): Generator<StyledText[]> {
  let index = 0;
  for (const spans of highlighted) {
    const sign = getSign(lines[index++] ?? "");
    const [first, ...others] = spans;
    if (!sign || !first) yield [...spans];
    else {
      const signed = { text: sign, style: { ...UPRIGHT, color: getSignColor(sign, theme) } };
      yield [signed, { ...first, text: first.text.slice(1) }, ...others];
    }
  }
}

const UPRIGHT: Omit<Style, "color"> = {
  bold: true,
  italic: false,
  underline: false,
  strike: false,
};

function getSign(line: string): Sign | undefined {
  return line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : undefined;
}

function getSignColor(sign: Sign, { appearance }: CodeTheme): Color {
  return SIGN_COLORS[sign][appearance];
}
