import { splitGraphemes } from "../../../lib/text/graphemes.ts";
import { breakLines, type ParagraphLine } from "../../../pdf/text/lines.ts";
import { prepareText, type PreparedText } from "../../../pdf/text/paragraph.ts";
import { DEFAULT_STYLE, mergeStyle, type TextStyle } from "../../../pdf/text/text-style.ts";
import type { SpanAttributes } from "../../../pdf/layout/draw-line.ts";
import type { Size } from "../../../domain/label-sheet/sheet.ts";
import type { LineDesign } from "../rows/templates.ts";

/** A line of a label, shaped at its size. */
interface FittedLine {
  line: ParagraphLine<SpanAttributes>;
  rightToLeft: boolean;
}

/** The text of a label at the size at which it fits. */
export interface FittedText {
  /** The common size in points. */
  fontSize: number;
  lines: readonly FittedLine[];
  /** Of all lines, in points. */
  height: number;
  isCut: boolean;
  hasMissingGlyph: boolean;
}

const MIN_SIZE = 4;
const SIZE_STEP = 0.25;
const LINE_HEIGHT = 1.2;
/** Tolerance for rounding errors, in points. */
const TOLERANCE = 0.001;
/** Characters of a line; the rest is cut whatever its room. */
const MAX_CHARACTERS = 200;
/** Size at which lines are measured: widths are in proportion to it. */
const MEASURED_SIZE = 10;

/**
 * Chooses the largest size up to `maxSize` at which all lines fit a room in points, and cuts what
 * does not fit at the smallest. Returns undefined where no line has text.
 */
export function fitText(
  lines: readonly LineDesign[],
  room: Size,
  maxSize: number,
): FittedText | undefined {
  const cleaned = trimLines(lines.map((line) => ({ ...line, text: toLine(line.text) })));
  if (cleaned.length === 0) return undefined;
  const shortened = cleaned.map((line) => ({ ...line, text: shorten(line.text) }));
  const fontSize = chooseSize(shortened, room, maxSize);
  const visible = takeLines(shortened, room.height, fontSize);
  const isCut = visible.length < cleaned.length;
  const fitted = visible.map((line, index) => {
    const isLast = isCut && index === visible.length - 1;
    return fitLine(isLast ? { ...line, text: `${line.text}…` } : line, fontSize, room.width);
  });
  return {
    fontSize,
    lines: fitted,
    height: fitted.reduce((sum, { line }) => sum + line.height, 0),
    isCut:
      isCut ||
      fitted.some(({ isShortened }) => isShortened) ||
      cleaned.some(({ text }, index) => text !== shortened[index]?.text),
    hasMissingGlyph: fitted.some(({ line }) => hasPlaceholder(line)),
  };
}

function toLine(text: string): string {
  return text.replace(/[\r\n\t\u2028\u2029]+/g, " ").trim();
}

/** Removes empty lines at both ends; those between others keep their height. */
function trimLines(lines: readonly LineDesign[]): LineDesign[] {
  const first = lines.findIndex(({ text }) => text !== "");
  const last = lines.findLastIndex(({ text }) => text !== "");
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const characters = Array.from(text.slice(0, 2 * MAX_CHARACTERS + 2));
  if (characters.length <= MAX_CHARACTERS && text.length <= 2 * MAX_CHARACTERS) return text;
  return cut(listGraphemes(characters.slice(0, MAX_CHARACTERS - 1).join("")));
}

function listGraphemes(text: string): string[] {
  return Array.from(splitGraphemes(text), ({ segment }) => segment);
}

function cut(kept: readonly string[]): string {
  return `${kept.join("").trimEnd()}…`;
}

function chooseSize(lines: readonly LineDesign[], room: Size, maxSize: number): number {
  const heights = lines.reduce((sum, { scale }) => sum + scale * LINE_HEIGHT, 0);
  const widths = lines.map((line) => (measure(line, MEASURED_SIZE) || TOLERANCE) / MEASURED_SIZE);
  const largest = Math.min(maxSize, room.height / heights, ...widths.map((em) => room.width / em));
  if (largest >= maxSize) return maxSize;
  return Math.max(MIN_SIZE, Math.floor((largest + TOLERANCE) / SIZE_STEP) * SIZE_STEP);
}

/** Returns the lines that a height has room for. */
function takeLines(lines: readonly LineDesign[], height: number, size: number): LineDesign[] {
  let used = 0;
  const count = lines.findIndex(({ scale }) => {
    used += scale * size * LINE_HEIGHT;
    return used > height + TOLERANCE;
  });
  return count === -1 ? [...lines] : lines.slice(0, count);
}

/** Shapes a line, and cuts it at a grapheme where it is wider than its room. */
function fitLine(
  line: LineDesign,
  size: number,
  width: number,
): FittedLine & { isShortened: boolean } {
  const style = toStyle(line, size);
  const fits = (text: string) => prepare(text, style).maxWidth <= width + TOLERANCE;
  const isShortened = !fits(line.text);
  const text = isShortened ? cutToFit(line.text, fits) : line.text;
  return { ...shapeLine(text, style), isShortened };
}

/** Returns as many graphemes as fit with an ellipsis, by bisection. */
function cutToFit(text: string, fits: (text: string) => boolean): string {
  const graphemes = listGraphemes(text.replace(/…$/, ""));
  let [kept, tooMany] = [0, graphemes.length];
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1;
    if (fits(cut(graphemes.slice(0, middle)))) kept = middle;
    else tooMany = middle;
  }
  return cut(graphemes.slice(0, kept));
}

function measure(line: LineDesign, size: number): number {
  return prepare(line.text, toStyle(line, size)).maxWidth;
}

function toStyle({ bold, scale }: LineDesign, size: number): TextStyle {
  return mergeStyle(DEFAULT_STYLE, {
    size: size * scale,
    weight: bold ? 700 : 400,
    color: 0,
    lineHeight: LINE_HEIGHT,
    noBreak: true,
  });
}

const NO_ATTRIBUTES: SpanAttributes = {
  link: undefined,
  tag: undefined,
  language: undefined,
  note: undefined,
  element: undefined,
};

/** Shapes a text as one line. */
export function shapeLine(text: string, style: TextStyle): FittedLine {
  const prepared = prepare(text, style);
  const [line] = breakLines(prepared, Infinity, style);
  if (!line) throw new Error("a text without a line");
  return { line, rightToLeft: prepared.rightToLeft };
}

function prepare(text: string, style: TextStyle): PreparedText<SpanAttributes> {
  return prepareText([{ text, style, source: NO_ATTRIBUTES }]);
}

function hasPlaceholder({ chunks }: ParagraphLine<unknown>): boolean {
  return chunks.some(({ kind }) => kind === "placeholder");
}
