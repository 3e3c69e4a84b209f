import { mix, parseColor, type Color } from "./raster/color.ts";
import type { CodeTheme } from "./highlight/themes.ts";
import type { LineRange } from "./renderer.ts";
import type { Style, StyledText } from "./text/styled-text.ts";
import type { RowTint } from "./text/layout.ts";

/** The emphasized lines of a text. */
interface Emphasis {
  firstLine?: number;
  highlightLines?: readonly LineRange[];
  diff?: boolean;
}

/** Colors of added and removed lines, on dark windows and on light ones. */
const MARKER_COLORS = {
  "+": { dark: parseColor("#3fb950"), light: parseColor("#1a7f37") },
  "-": { dark: parseColor("#f85149"), light: parseColor("#cf222e") },
};

type DiffMarker = keyof typeof MARKER_COLORS;

/**
 * Fraction of the marker's color in the background of its line, and of the text's in a highlighted
 * line and its bar.
 */
const MARKER_TINT = 0.2;
const HIGHLIGHT_TINT = 0.11;
const BAR_TINT = 0.55;

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
    const marker = diff ? getMarker(line) : undefined;
    const isHighlighted = highlightLines.some(([from, to]) => from <= number && number <= to);
    if (!marker && !isHighlighted) continue;
    const color = marker && getMarkerColor(marker, theme);
    const background = color === undefined ? window : mix(window, color, MARKER_TINT);
    tints.set(index, {
      background: isHighlighted ? mix(background, text, HIGHLIGHT_TINT) : background,
      bar: color ?? mix(window, text, BAR_TINT),
    });
  }
  return tints;
}

/**
 * Replaces the markers that lines begin with by spaces, so that the rest can be highlighted in its
 * language.
 */
export function maskDiffMarkers(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^[+-]/, " "));
}

/** Puts the markers back that `maskDiffMarkers` replaced. */
export function* restoreDiffMarkers(
  highlighted: Iterable<readonly StyledText[]>,
  lines: readonly string[],
  theme: CodeTheme,
): Generator<StyledText[]> {
  let index = 0;
  for (const spans of highlighted) {
    const marker = getMarker(lines[index++] ?? "");
    const [first, ...others] = spans;
    if (!marker || !first) yield [...spans];
    else {
      const marked = {
        text: marker,
        style: { ...MARKER_STYLE, color: getMarkerColor(marker, theme) },
      };
      yield [marked, { ...first, text: first.text.slice(1) }, ...others];
    }
  }
}

const MARKER_STYLE: Omit<Style, "color"> = {
  bold: true,
  italic: false,
  underline: false,
  strike: false,
};

function getMarker(line: string): DiffMarker | undefined {
  return line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : undefined;
}

function getMarkerColor(marker: DiffMarker, { appearance }: CodeTheme): Color {
  return MARKER_COLORS[marker][appearance];
}
