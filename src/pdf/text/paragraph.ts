import type { OpenFont } from "../../lib/fonts.ts";
import { type BaseDirection, type Levels, resolveLevels } from "./bidi.ts";
import type { FontRun } from "./fallback.ts";
import { findLineBreaks } from "./line-breaks.ts";
import { createShaper, type ShapeRuns } from "./shaped-runs.ts";
import { type ShapedGlyph, type ShapedText, shapeText } from "./shape.ts";
import { type Face, faceOf, type TextStyle } from "./style.ts";

/** A text in one style. `S` is what the caller knows it by (the span with its link). */
export interface StyledText<S> {
  text: string;
  style: TextStyle;
  source: S;
}

/** The smallest part of a line: one shaped text, space, emoji or frame. Widths in points. */
export interface Chunk<S> {
  kind: FontRun["kind"];
  text: string;
  style: TextStyle;
  source: S;
  font: OpenFont;
  shaped: ShapedText;
  width: number;
  isSpace: boolean;
  /** Embedding level: odd for right to left. */
  level: number;
  /** Drawn slanted or bolder, because the font itself is neither. */
  slanted: boolean;
  emboldened: boolean;
  /** Whether a line may or must end after it. */
  breakAfter: "no" | "may" | "must";
}

/** A paragraph whose text is shaped, ready to be set at any width. */
export interface PreparedText<S> {
  chunks: Chunk<S>[];
  rightToLeft: boolean;
  /** The widest part that does not break, and the widest line without breaks, in points. */
  minWidth: number;
  maxWidth: number;
}

/** Longer texts are shaped in parts, which bounds the work for one and allows lines to break in them. */
const MAX_CHUNK = 200;

/** Control characters have no glyph; the line feed ends a line. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The second half of a character, or a mark on one. */
const CONTINUES = /[\udc00-\udfff]|\p{M}/u;

/** Shapes a paragraph. Its text may contain line feeds. */
export function prepareText<S>(
  parts: readonly StyledText<S>[],
  direction: BaseDirection = "auto",
): PreparedText<S> {
  const texts = parts.map((part) => cleanText(part.text));
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("");
  const levels = resolveLevels(text, direction);
  const cutter = createCutter(text, levels);
  const chunks: Chunk<S>[] = [];
  let end = 0;
  parts.forEach((part, index) => {
    end += texts[index]?.length ?? 0;
    const append = chunkAppender(chunks, part);
    for (let piece = cutter(end); piece; piece = cutter(end)) append(piece);
  });
  return { chunks, rightToLeft: levels.base === 1, ...extent(chunks) };
}

/** Nothing in these texts needs cleaning. */
const CLEAN = /^[\n\x20-\x7e\xa0-\u024f]*$/;

function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " ");
  return lines.replaceAll(CONTROLS, "").toWellFormed();
}

interface Piece {
  text: string;
  level: number;
  isSpace: boolean;
  breakAfter: Chunk<unknown>["breakAfter"];
}

const SPACE = 0x20;

/**
 * Returns the function that cuts off the text's next piece before `end`: pieces end where lines may end, where spaces
 * begin and end, and where the direction changes.
 */
function createCutter(text: string, { levels }: Levels): (end: number) => Piece | undefined {
  const breaks = findLineBreaks(text);
  let next = 0;
  let start = 0;
  return (end) => {
    if (start >= end) return undefined;
    while (next < breaks.length && (breaks[next]?.at ?? 0) <= start) next++;
    const lineBreak = breaks[next];
    const isSpace = text.charCodeAt(start) === SPACE;
    const level = levels?.[start] ?? 0;
    const limit = Math.min(end, lineBreak?.at ?? end);
    let at = start + 1;
    while (
      at < limit &&
      (text.charCodeAt(at) === SPACE) === isSpace &&
      (levels?.[at] ?? 0) === level &&
      (at - start < MAX_CHUNK || CONTINUES.test(text[at] ?? ""))
    ) {
      at++;
    }
    const piece = text.slice(start, at);
    start = at;
    const isBreak = lineBreak?.at === at;
    return {
      text: piece,
      level,
      isSpace,
      breakAfter: !isBreak ? "no" : lineBreak.mandatory ? "must" : "may",
    };
  };
}

interface Shapers {
  face: Face;
  leftToRight: ShapeRuns;
  rightToLeft: ShapeRuns;
}

const shapers = new WeakMap<TextStyle, Shapers>();

/** Cells of a table and items of a list share a style. */
function shapersOf(style: TextStyle): Shapers {
  const known = shapers.get(style);
  if (known) return known;
  const face = faceOf(style);
  const { tabular } = style;
  const made = {
    face,
    leftToRight: createShaper(face.name, { rightToLeft: false, tabular }),
    rightToLeft: createShaper(face.name, { rightToLeft: true, tabular }),
  };
  shapers.set(style, made);
  return made;
}

/** Returns the function that adds a piece of one part to the chunks. */
function chunkAppender<S>(
  chunks: Chunk<S>[],
  { style, source }: StyledText<S>,
): (piece: Piece) => void {
  const { face, leftToRight, rightToLeft } = shapersOf(style);
  return ({ text, level, isSpace, breakAfter }) => {
    const shape = level % 2 === 1 ? rightToLeft : leftToRight;
    const runs = shape(breakAfter === "must" ? text.replace("\n", "") : text);
    runs.forEach(({ kind, font, shaped, isOwnFace }, index) => {
      chunks.push({
        kind,
        text: shaped.text,
        style,
        source,
        font,
        shaped,
        width: chunkWidth(kind, shaped, style),
        isSpace,
        level,
        slanted: kind === "text" && (isOwnFace ? face.slanted : style.italic),
        emboldened: kind === "text" && !isOwnFace && style.weight >= 600,
        breakAfter: index === runs.length - 1 ? breakAfter : "no",
      });
    });
  };
}

/** An emoji and a frame are as wide as their drawings, in ems. */
export const EMOJI_EMS = 1.2;
export const FRAME_EMS = 0.75;

function chunkWidth(kind: FontRun["kind"], shaped: ShapedText, style: TextStyle): number {
  if (kind === "emoji") return EMOJI_EMS * style.size;
  if (kind === "frame") return FRAME_EMS * style.size;
  return shaped.width * style.size + shaped.glyphs.length * style.letterSpacing;
}

function extent(chunks: readonly Chunk<unknown>[]): { minWidth: number; maxWidth: number } {
  let [minWidth, maxWidth, part, line, trailing] = [0, 0, 0, 0, 0];
  for (const { width, isSpace, breakAfter } of chunks) {
    line += width;
    trailing = isSpace ? trailing + width : 0;
    part = isSpace ? part : part + width;
    minWidth = Math.max(minWidth, part);
    maxWidth = Math.max(maxWidth, line - trailing);
    if (breakAfter !== "no") part = 0;
    if (breakAfter === "must") line = 0;
  }
  return { minWidth, maxWidth };
}

/** One line of a paragraph, its chunks in logical order. Lengths in points. */
export interface Line<S> {
  chunks: Chunk<S>[];
  /** Without the spaces at its end. */
  width: number;
  height: number;
  /** From the line's top to its baseline. */
  baseline: number;
}

/** Ascent and descent of Inter in ems: one baseline for all fonts keeps lines at equal distances. */
const ASCENT = 0.969;
const DESCENT = 0.242;

/** Sets a paragraph into lines no wider than `width` where it can be broken. `base` is the style of an empty line. */
export function breakLines<S>(
  { chunks, rightToLeft }: PreparedText<S>,
  width: number,
  base: TextStyle,
): Line<S>[] {
  const lines: Line<S>[] = [];
  let line: Chunk<S>[] = [];
  let used = 0;
  const endLine = () => {
    lines.push(measureLine(line, base, rightToLeft ? 1 : 0));
    line = [];
    used = 0;
  };
  const put = (chunk: Chunk<S>) => {
    line.push(chunk);
    used += chunk.width;
  };
  for (const group of unbreakable(chunks)) {
    const needed = visibleWidth(group);
    if (line.length > 0 && used + needed > width + TOLERANCE) endLine();
    if (needed > width + TOLERANCE) {
      for (const chunk of group) {
        for (const part of splitToFit(chunk, () => width - used, width)) {
          if (used > 0 && !part.isSpace && used + part.width > width + TOLERANCE) endLine();
          put(part);
        }
      }
    } else for (const chunk of group) put(chunk);
    if (group.at(-1)?.breakAfter === "must") endLine();
  }
  if (line.length > 0 || lines.length === 0) endLine();
  return lines.map((one, index) => (index < lines.length - 1 ? withHyphen(one) : one));
}

/** Sums of widths are not exact; what misses by this little fits. */
const TOLERANCE = 0.001;

/** Chunks up to the next place where a line may end. */
function* unbreakable<S>(chunks: readonly Chunk<S>[]): Generator<Chunk<S>[]> {
  let group: Chunk<S>[] = [];
  for (const chunk of chunks) {
    group.push(chunk);
    if (chunk.breakAfter === "no") continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The width without the spaces at the end, which may reach into the margin. */
function visibleWidth(chunks: readonly Chunk<unknown>[]): number {
  let end = chunks.length;
  while (end > 0 && chunks[end - 1]?.isSpace) end--;
  let width = 0;
  for (let index = 0; index < end; index++) width += chunks[index]?.width ?? 0;
  return width;
}

/** Cuts a chunk that is wider than a line into parts that are not: the first as wide as `room()`, if that is any. */
function* splitToFit<S>(chunk: Chunk<S>, room: () => number, width: number): Generator<Chunk<S>> {
  let rest = chunk;
  while (rest.width > width + TOLERANCE) {
    const wide = room() > width / 4 ? room() : width;
    const at = clusterThatFits(rest, wide);
    if (at === undefined) break;
    yield partOf(rest, 0, at);
    rest = partOf(rest, at, rest.text.length);
  }
  yield rest;
}

/** Returns where the first cluster begins that no longer fits; undefined when there is just one cluster. */
function clusterThatFits({ shaped, style }: Chunk<unknown>, width: number): number | undefined {
  const ordered = inLogicalOrder(shaped);
  let used = 0;
  for (const { cluster, advance } of ordered) {
    used += advance * style.size + style.letterSpacing;
    if (used > width && cluster > 0) return cluster;
  }
  return ordered.findLast(({ cluster }) => cluster > 0)?.cluster;
}

function inLogicalOrder({ glyphs, rightToLeft }: ShapedText): readonly ShapedGlyph[] {
  return rightToLeft ? glyphs.toReversed() : glyphs;
}

function partOf<S>(chunk: Chunk<S>, start: number, end: number): Chunk<S> {
  const { shaped, style } = chunk;
  const text = shaped.text.slice(start, end);
  const glyphs = shaped.glyphs
    .filter(({ cluster }) => cluster >= start && cluster < end)
    .map(({ glyph, cluster, advance, x, y }) => ({
      glyph,
      cluster: cluster - start,
      advance,
      x,
      y,
    }));
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  const part = { ...shaped, text, glyphs, width };
  const isLast = end === shaped.text.length;
  return {
    ...chunk,
    text,
    shaped: part,
    width: chunkWidth(chunk.kind, part, style),
    breakAfter: isLast ? chunk.breakAfter : "may",
  };
}

function measureLine<S>(chunks: Chunk<S>[], base: TextStyle, level: number): Line<S> {
  const styles = chunks.length > 0 ? chunks.map(({ style }) => style) : [base];
  let height = 0;
  let size = 0;
  for (const style of styles) {
    height = Math.max(height, style.size * style.lineHeight);
    if (style.rise === 0) size = Math.max(size, style.size);
  }
  const baseline = (height - (ASCENT + DESCENT) * size) / 2 + ASCENT * size;
  let end = chunks.length;
  while (end > 0 && chunks[end - 1]?.isSpace) end--;
  const settled = [
    ...chunks.slice(0, end),
    ...chunks.slice(end).map((chunk) => atLevel(chunk, level)),
  ];
  return { chunks: settled, width: visibleWidth(chunks), height, baseline };
}

function atLevel<S>(chunk: Chunk<S>, level: number): Chunk<S> {
  return chunk.level === level ? chunk : { ...chunk, level };
}

/** Shows the hyphen of a soft hyphen at which the line ends. */
function withHyphen<S>(line: Line<S>): Line<S> {
  const last = line.chunks.at(-1);
  if (!last?.text.endsWith("\u00ad") || last.kind !== "text") return line;
  const { rightToLeft } = last.shaped;
  const shaped = shapeText("-", last.font, { rightToLeft, tabular: false });
  const hyphen = {
    ...last,
    text: "\u00ad",
    // The text of the visible hyphen is the soft one, so that copied words have none.
    shaped: { ...shaped, text: "\u00ad" },
    width: shaped.width * last.style.size,
  };
  return { ...line, chunks: [...line.chunks, hyphen], width: line.width + hyphen.width };
}
