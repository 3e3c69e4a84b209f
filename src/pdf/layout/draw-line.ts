import type { Link } from "../blocks.ts";
import type { Box } from "../../lib/graphics/shape.ts";
import type { StructureElement, StructureTree, Tag } from "../page/structure.ts";
import { toVisualOrder } from "../text/bidi.ts";
import type { Chunk } from "../text/chunk.ts";
import type { ParagraphLine } from "../text/lines.ts";
import type { TextStyle } from "../text/text-style.ts";
import type { PageView, FragmentPosition } from "./fragment.ts";

/** Attributes of an inline part of a paragraph. */
export interface SpanAttributes {
  link: Link | undefined;
  tag: Tag | undefined;
  /** BCP 47 tag if it differs from the paragraph's. */
  language: string | undefined;
  note: string | undefined;
  /** Set when its first character is drawn, because elements must be in the order of drawing. */
  element: StructureElement | undefined;
}

interface LineColumn {
  /** In points. */
  width: number;
  align: "left" | "center" | "right";
  rightToLeft: boolean;
}

/** Properties of the paragraph that a line belongs to. */
export interface LineOptions extends LineColumn {
  paragraph: StructureElement;
  tree: StructureTree;
}

/** A chunk and the position of its left edge, in points. */
interface PlacedChunk {
  chunk: Chunk<SpanAttributes>;
  x: number;
}

/**
 * Draws a line: its chunks in logical order, because a tagged PDF is read in the order in which it
 * is drawn.
 */
export function drawLine(
  line: ParagraphLine<SpanAttributes>,
  options: LineOptions,
  { page, position }: { page: PageView; position: FragmentPosition },
): void {
  if (line.chunks.every(isPlain)) drawPlainLine(line, options, { page, position });
  else drawRichLine(line, options, { page, position });
}

/** Returns true for chunks from left to right without their own style element, which most are. */
function isPlain({ level, source, style }: Chunk<SpanAttributes>): boolean {
  return level === 0 && getSpanTag(source) === undefined && !isDecorated(style);
}

function isDecorated({ background, underline, strike }: TextStyle): boolean {
  return background !== undefined || underline || strike;
}

function drawPlainLine(
  line: ParagraphLine<SpanAttributes>,
  options: LineOptions,
  { page, position }: { page: PageView; position: FragmentPosition },
): void {
  const { canvas } = page;
  const baseline = position.y + line.baseline;
  let x = position.x + getIndent(line, options);
  if (line.chunks.length > 0) canvas.mark(options.paragraph);
  for (const chunk of line.chunks) {
    canvas.showChunk(chunk, x, baseline);
    x += chunk.width;
  }
}

/** Returns the distance from a column's left edge to a line in it. */
function getIndent(line: ParagraphLine<SpanAttributes>, { width, align }: LineColumn): number {
  const room = width - line.width;
  return align === "left" ? 0 : align === "right" ? room : room / 2;
}

function drawRichLine(
  line: ParagraphLine<SpanAttributes>,
  options: LineOptions,
  { page, position }: { page: PageView; position: FragmentPosition },
): void {
  const placed = placeChunks(line, options, position.x);
  const { paragraph, tree } = options;
  const y = position.y + line.baseline;
  const end = placed.findLastIndex(({ chunk }) => !chunk.isSpace) + 1;
  const decorated = placed.slice(0, end).filter(({ chunk }) => isDecorated(chunk.style));
  for (const { chunk, x } of decorated) drawBackground(chunk, { page, x, y });
  for (const { chunk, x } of placed) {
    page.canvas.mark(getElement(chunk.source, paragraph, tree));
    page.canvas.showChunk(chunk, x, y);
  }
  for (const { chunk, x } of decorated) drawStrokes(chunk, { page, x, y });
  for (const { box, source } of findLinkBoxes(placed, line, position.y)) {
    if (source.link && !page.canvas.isArtifact) {
      page.link(getElement(source, paragraph, tree), box, source.link);
    }
  }
}

/** Returns the chunks of a line whose column begins at `x`, in logical order. */
export function placeChunks(
  line: ParagraphLine<SpanAttributes>,
  options: LineColumn,
  x: number,
): PlacedChunk[] {
  let pen = x + getIndent(line, options);
  const hasRightToLeft = line.chunks.some((chunk) => chunk.level !== 0);
  if (!hasRightToLeft) {
    return line.chunks.map((chunk) => {
      const placed = { chunk, x: pen };
      pen += chunk.width;
      return placed;
    });
  }
  const starts = new Map<Chunk<SpanAttributes>, number>();
  const ordered = toVisualOrder(line.chunks);
  // Spaces at the end of a right-to-left line extend beyond its left edge.
  if (options.rightToLeft) pen -= getTrailingWidth(line);
  for (const chunk of ordered) {
    starts.set(chunk, pen);
    pen += chunk.width;
  }
  return line.chunks.map((chunk) => ({ chunk, x: starts.get(chunk) ?? x }));
}

function getTrailingWidth({ chunks, width }: ParagraphLine<SpanAttributes>): number {
  return chunks.reduce((sum, chunk) => sum + chunk.width, 0) - width;
}

/**
 * Returns the structure element of a part: the paragraph's own, or a child created with its first
 * character.
 */
function getElement(
  source: SpanAttributes,
  paragraph: StructureElement,
  tree: StructureTree,
): StructureElement {
  const tag = getSpanTag(source);
  if (!tag) return paragraph;
  const { language } = source;
  source.element ??= tree.create(tag, undefined, language === undefined ? undefined : { language });
  paragraph.append(source.element);
  return source.element;
}

/** Returns the tag of a part with a structure element of its own. */
function getSpanTag({ link, tag, language }: SpanAttributes): Tag | undefined {
  return link ? "Link" : (tag ?? (language === undefined ? undefined : "Span"));
}

/** Position of a chunk on a page, in points. */
interface TextPosition {
  page: PageView;
  x: number;
  /** Position of the baseline. */
  y: number;
}

/**
 * Position and height of the background of text, in ems. The overlap, in points, leaves no gap
 * between the chunks of one span.
 */
const BACKGROUND = { y: -0.98, height: 1.3, overlap: 0.1 };

function drawBackground(
  { style, width }: Chunk<SpanAttributes>,
  { page, x, y }: TextPosition,
): void {
  if (style.background === undefined) return;
  const box = {
    x: x - BACKGROUND.overlap,
    y: y + BACKGROUND.y * style.size,
    width: width + 2 * BACKGROUND.overlap,
    height: BACKGROUND.height * style.size,
  };
  page.canvas.mark("Background");
  page.canvas.fillBox(box, style.background);
}

/** Position below the baseline and thickness of a line under or through text, in ems. */
const UNDERLINE = { y: 0.13, width: 0.05 };
const STRIKE = { y: -0.27, width: 0.06 };

function drawStrokes({ style, width }: Chunk<SpanAttributes>, { page, x, y }: TextPosition): void {
  const strokes = [style.underline && UNDERLINE, style.strike && STRIKE];
  for (const stroke of strokes) {
    if (!stroke) continue;
    page.canvas.mark("Layout");
    const top = y + stroke.y * style.size;
    page.canvas.fillBox({ x, y: top, width, height: stroke.width * style.size }, style.color);
  }
}

/** Returns one box for each run of chunks with the same link. */
function findLinkBoxes(
  placed: readonly PlacedChunk[],
  line: ParagraphLine<SpanAttributes>,
  y: number,
): { box: Box; source: SpanAttributes }[] {
  const links: { box: Box; source: SpanAttributes }[] = [];
  for (const { chunk, x } of placed) {
    if (!chunk.source.link || chunk.isSpace) continue;
    const last = links.at(-1);
    if (last?.source === chunk.source) {
      const left = Math.min(last.box.x, x);
      last.box.width = Math.max(last.box.x + last.box.width, x + chunk.width) - left;
      last.box.x = left;
    } else {
      const box = { x, y, width: chunk.width, height: line.height };
      links.push({ box, source: chunk.source });
    }
  }
  return links;
}
