import type { Chunk } from "./chunk.ts";
import type { PreparedText } from "./paragraph.ts";
import { shapeText } from "./shape.ts";
import { splitToFit, TOLERANCE } from "./split-chunk.ts";
import type { TextStyle } from "./text-style.ts";

/** One line of a paragraph, its chunks in logical order. Lengths in points. */
export interface ParagraphLine<S> {
  chunks: Chunk<S>[];
  /** Without the spaces at its end. */
  width: number;
  height: number;
  /** From the line's top to its baseline. */
  baseline: number;
}

/**
 * Ascent and descent of Inter in ems: one baseline for all fonts keeps lines at equal distances.
 */
const ASCENT = 0.969;
const DESCENT = 0.242;

/**
 * Breaks a paragraph into lines of at most `width`, except where a single character is wider.
 * `base` is the style of an empty line.
 */
export function breakLines<S>(
  prepared: PreparedText<S>,
  width: number,
  base: TextStyle,
): ParagraphLine<S>[] {
  const { chunks, hasLineFeeds, maxWidth } = prepared;
  const level = prepared.rightToLeft ? 1 : 0;
  if (!hasLineFeeds && maxWidth <= width + TOLERANCE) return [measureLine(chunks, base, level)];
  const lines = fillLines(chunks, width).map((line) => measureLine(line, base, level));
  return lines.map((line, index) => (index < lines.length - 1 ? addHyphen(line) : line));
}

/** Fills each line with as many chunks as fit (greedy line breaking). */
function fillLines<S>(chunks: readonly Chunk<S>[], width: number): Chunk<S>[][] {
  const lines: Chunk<S>[][] = [];
  let line: Chunk<S>[] = [];
  let used = 0;
  const endLine = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  const append = (chunk: Chunk<S>) => {
    line.push(chunk);
    used += chunk.width;
  };
  for (let start = 0; start < chunks.length;) {
    const { end, width: needed } = measureUnbreakable(chunks, start);
    if (line.length > 0 && used + needed > width + TOLERANCE) endLine();
    for (let at = start; at < end; at++) {
      const chunk = chunks[at];
      if (!chunk) continue;
      if (needed <= width + TOLERANCE) {
        append(chunk);
        continue;
      }
      for (const part of splitToFit(chunk, () => width - used, width)) {
        if (used > 0 && !part.isSpace && used + part.width > width + TOLERANCE) endLine();
        append(part);
      }
    }
    if (chunks[end - 1]?.breakAfter === "must") endLine();
    start = end;
  }
  if (line.length > 0 || lines.length === 0) endLine();
  return lines;
}

/**
 * Returns where the chunks end that belong on one line with the one at `start`, and their width.
 * Spaces at their end do not count, because they may reach into the margin.
 */
function measureUnbreakable(
  chunks: readonly Chunk<unknown>[],
  start: number,
): { end: number; width: number } {
  let [width, sum] = [0, 0];
  for (let at = start; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (!chunk) break;
    sum += chunk.width;
    if (!chunk.isSpace) width = sum;
    if (chunk.breakAfter !== "no") return { end: at + 1, width };
  }
  return { end: chunks.length, width };
}

function measureLine<S>(chunks: Chunk<S>[], base: TextStyle, level: number): ParagraphLine<S> {
  let [height, size, width, sum, end] = [0, 0, 0, 0, 0];
  let last: TextStyle | undefined;
  const measureStyle = (style: TextStyle) => {
    height = Math.max(height, style.size * style.lineHeight);
    if (style.rise === 0) size = Math.max(size, style.size);
    last = style;
  };
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (!chunk) break;
    if (chunk.style !== last) measureStyle(chunk.style);
    sum += chunk.width;
    if (chunk.isSpace) continue;
    width = sum;
    end = at + 1;
  }
  if (chunks.length === 0) measureStyle(base);
  const baseline = (height - (ASCENT + DESCENT) * size) / 2 + ASCENT * size;
  return { chunks: resetTrailingLevels(chunks, end, level), width, height, baseline };
}

/**
 * Resets the levels of the spaces at a line's end, from `end`, to that of their paragraph (UAX 9,
 * L1).
 */
function resetTrailingLevels<S>(chunks: Chunk<S>[], end: number, level: number): Chunk<S>[] {
  if (end === chunks.length || chunks.every((chunk) => chunk.level === level)) return chunks;
  return chunks.map((chunk, index) =>
    index < end || chunk.level === level ? chunk : setLevel(chunk, level),
  );
}

function setLevel<S>(chunk: Chunk<S>, level: number): Chunk<S> {
  return { ...chunk, level };
}

/** Shows the hyphen of a soft hyphen at which the line ends. */
function addHyphen<S>(line: ParagraphLine<S>): ParagraphLine<S> {
  const last = line.chunks.at(-1);
  if (!last?.text.endsWith("\u00ad") || last.kind !== "text") return line;
  const { rightToLeft } = last.shaped;
  const shaped = shapeText("-", last.font, { rightToLeft, tabular: false });
  const hyphen = {
    ...last,
    text: "\u00ad",
    // The visible hyphen has the text of the soft one, so that copied words have no hyphen.
    shaped: { ...shaped, text: "\u00ad" },
    width: shaped.width * last.style.size,
  };
  return { ...line, chunks: [...line.chunks, hyphen], width: line.width + hyphen.width };
}
