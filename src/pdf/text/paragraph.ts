import { type BaseDirection, type Levels, resolveLevels } from "./bidi.ts";
import { type Chunk, measureChunk } from "./chunk.ts";
import { findLineBreaks } from "./line-breaks.ts";
import { getShapers } from "./shaped-runs.ts";
import type { TextStyle } from "./text-style.ts";

/** A text in one style. `S` is the caller's type for it (the span with its link). */
export interface StyledRun<S> {
  text: string;
  style: TextStyle;
  source: S;
}

/** A paragraph whose text is shaped, ready to be set at any width. */
export interface PreparedText<S> {
  chunks: Chunk<S>[];
  rightToLeft: boolean;
  /** True when a line ends before the text does, however wide its column is. */
  hasLineFeeds: boolean;
  /** The widest part that does not break, and the widest line without breaks, in points. */
  minWidth: number;
  maxWidth: number;
}

/**
 * Longer texts without breaks are shaped in parts of this many UTF-16 units, which bounds the work
 * for each.
 */
const MAX_CHUNK_LENGTH = 200;

/** Matches control characters except the line feed, because they have no glyph. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Matches a low surrogate or a combining mark, which belong to the character before. */
const CONTINUES = /[\udc00-\udfff]|\p{M}/u;

/** Shapes a paragraph. Its text may contain line feeds. */
export function prepareText<S>(
  parts: readonly StyledRun<S>[],
  direction: BaseDirection = "auto",
): PreparedText<S> {
  const texts = parts.map((part) => cleanText(part.text));
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("");
  const levels = resolveLevels(text, direction);
  const readPiece = createPieceReader(text, levels);
  const chunks: Chunk<S>[] = [];
  let end = 0;
  parts.forEach((part, index) => {
    end += texts[index]?.length ?? 0;
    for (let piece = readPiece(end); piece; piece = readPiece(end))
      appendPiece(chunks, part, piece);
  });
  return { chunks, rightToLeft: levels.base === 1, ...measureExtent(chunks) };
}

/** Matches texts without characters to remove. */
const CLEAN = /^[\n\x20-\x7e\xa0-\u024f]*$/;

function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " ");
  return lines.replaceAll(CONTROLS, "").toWellFormed();
}

/** A part of a text that is shaped as a whole. */
interface Piece {
  text: string;
  level: number;
  isSpace: boolean;
  breakAfter: Chunk<unknown>["breakAfter"];
}

/** Matches the characters that only change directions (UAX 9, 2). */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const SPACE = 0x20;

/**
 * Creates a function that returns the next piece of the text up to `end`. Pieces end where lines
 * may end, where spaces begin and end, and where the direction changes.
 */
function createPieceReader(text: string, { levels }: Levels): (end: number) => Piece | undefined {
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
      (at - start < MAX_CHUNK_LENGTH || CONTINUES.test(text[at] ?? ""))
    ) {
      at++;
    }
    const characters = text.slice(start, at);
    // Their effect is in the levels, and some readers drop a glyph whose text ends with one.
    const piece = levels ? characters.replaceAll(DIRECTION_MARKS, "") : characters;
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

/**
 * Shapes a piece of a part and adds it to the chunks: as one, or one for each font that it needs.
 */
function appendPiece<S>(
  chunks: Chunk<S>[],
  { style, source }: StyledRun<S>,
  { text, level, isSpace, breakAfter: unstyledBreak }: Piece,
): void {
  const breakAfter = style.noBreak && unstyledBreak === "may" ? "no" : unstyledBreak;
  const shapers = getShapers(style);
  const shape = level % 2 === 1 ? shapers.rightToLeft : shapers.leftToRight;
  const runs = shape(breakAfter === "must" ? text.replace("\n", "") : text);
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (!run) continue;
    const { kind, font, shaped, isOwnFace } = run;
    const isText = kind === "text";
    chunks.push({
      kind,
      text: shaped.text,
      style,
      source,
      font,
      shaped,
      width: measureChunk(kind, shaped, style),
      isSpace,
      level,
      slanted: isText && (isOwnFace ? shapers.isSlanted : style.italic),
      emboldened: isText && !isOwnFace && style.weight >= 600,
      breakAfter: index === runs.length - 1 ? breakAfter : "no",
    });
  }
}

function measureExtent(
  chunks: readonly Chunk<unknown>[],
): Pick<PreparedText<unknown>, "minWidth" | "maxWidth" | "hasLineFeeds"> {
  let [minWidth, maxWidth, part, line, trailing] = [0, 0, 0, 0, 0];
  let hasLineFeeds = false;
  for (const { width, isSpace, breakAfter } of chunks) {
    line += width;
    trailing = isSpace ? trailing + width : 0;
    part = isSpace && breakAfter !== "no" ? part : part + width;
    if (part > minWidth && !isSpace) minWidth = part;
    if (line - trailing > maxWidth) maxWidth = line - trailing;
    if (breakAfter === "no") continue;
    part = 0;
    if (breakAfter === "must") {
      line = 0;
      hasLineFeeds = true;
    }
  }
  return { minWidth, maxWidth, hasLineFeeds };
}
