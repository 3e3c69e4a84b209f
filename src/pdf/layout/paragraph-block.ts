import type { Alignment, Heading, Inline, Link, Paragraph } from "../document.ts";
import type { Box } from "../page/canvas.ts";
import type { StructureElement, Tag } from "../page/structure.ts";
import { visualOrder } from "../text/bidi.ts";
import {
  breakLines,
  type Chunk,
  type Line,
  type PreparedText,
  prepareText,
  type StyledText,
} from "../text/paragraph.ts";
import { mergeStyle, type TextStyle } from "../text/style.ts";
import { claimHeight, fieldText, type LayoutContext, type PreparedBlock } from "./context.ts";
import type { Fragment, PageView } from "./fragment.ts";

/** What an inline part of a paragraph is, and its element once something of it was drawn. */
interface Source {
  link?: Link | undefined;
  tag?: Tag | undefined;
  note?: string | undefined;
  element?: StructureElement;
}

/** Prepares a paragraph. */
export function prepareParagraph(block: Paragraph, context: LayoutContext): PreparedBlock {
  const { tag = "P", language, id } = block;
  return prepareTextBlock(block, context, {
    ids: id === undefined ? [] : [id],
    element: (parent) =>
      // Code is part of a paragraph, as a span of it would be.
      tag === "Code"
        ? context.tree.create(tag, context.tree.create("P", parent), { language })
        : context.tree.create(tag, parent, { language }),
  });
}

/** Prepares a heading, which is also an entry of the outline. */
export function prepareHeading(block: Heading, context: LayoutContext): PreparedBlock {
  const { shared, tree } = context;
  const outlineId = `outline ${shared.outline.length}`;
  const title = plainText(block.text, context);
  shared.outline.push({ level: block.level, title, id: outlineId });
  const level = Math.min(block.level, shared.headingLevel + 1);
  shared.headingLevel = level;
  return prepareTextBlock(block, context, {
    ids: block.id === undefined ? [outlineId] : [outlineId, block.id],
    element: (parent) => tree.create(`H${level}` as Tag, parent),
    keepWithNext: true,
  });
}

/** Returns the text of inline parts without their styles. */
function plainText(text: Paragraph["text"], context: LayoutContext): string {
  const parts = toList(text).map((part) =>
    typeof part === "string" ? part : "field" in part ? fieldText(part, context) : part.text,
  );
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}

function toList(text: Paragraph["text"]): readonly Inline[] {
  return Array.isArray(text) ? (text as readonly Inline[]) : [text as Inline];
}

interface TextBlock {
  ids: readonly string[];
  element(parent: StructureElement): StructureElement;
  keepWithNext?: boolean;
}

function prepareTextBlock(
  block: Paragraph | Heading,
  context: LayoutContext,
  { ids, element, keepWithNext = false }: TextBlock,
): PreparedBlock {
  const style = mergeStyle(context.style, block.style);
  const prepared = prepareText(styledParts(block.text, style, context), block.direction);
  for (const chunk of prepared.chunks) {
    if (chunk.kind === "frame") context.shared.missing.add(chunk.text);
  }
  claimHeight(context, leastLines(prepared, context) * style.size * style.lineHeight);
  return {
    minWidth: prepared.minWidth,
    maxWidth: prepared.maxWidth,
    layOut(width, parent) {
      const own = element(parent);
      const lines = breakLines(prepared, width, style);
      const setting = { own, context, width, align: physical(block.align, prepared), ids };
      return lines.map((line, index): Fragment => ({
        height: line.height,
        before: 0,
        after: 0,
        keepWithNext: keepWithNext || isBoundToNext(index, lines.length),
        ids: index === 0 ? ids : [],
        notes: notesOf(line, parent, context),
        draw(page, { x, y }) {
          if (index === 0) for (const id of ids) page.target(id, y);
          drawLine(line, { ...setting, page, x, y, level: prepared.rightToLeft ? 1 : 0 });
        },
      }));
    },
  };
}

/** The lines that a text needs however wide its column is. */
function leastLines({ chunks }: PreparedText<Source>, { budget }: LayoutContext): number {
  if (!budget) return 0;
  let [ends, width] = [1, 0];
  for (const chunk of chunks) {
    if (chunk.breakAfter === "must") ends += 1;
    if (!chunk.isSpace) width += chunk.width;
  }
  return Math.max(ends - 1, 1, Math.floor(width / budget.lineWidth));
}

/** The footnotes that a line refers to first. */
function notesOf(
  { chunks }: Line<Source>,
  parent: StructureElement,
  context: LayoutContext,
): Fragment[] {
  const notes: Fragment[] = [];
  for (const { source } of chunks) {
    if (source.note !== undefined) notes.push(...context.layOutNote(source.note, parent));
  }
  return notes;
}

/** A page begins and ends with at least two lines of a paragraph. */
function isBoundToNext(index: number, lines: number): boolean {
  return lines > 1 && (index === 0 || index === lines - 2);
}

function styledParts(
  text: Paragraph["text"],
  style: TextStyle,
  context: LayoutContext,
): StyledText<Source>[] {
  return toList(text).map((part) => {
    if (typeof part === "string") return { text: part, style, source: {} };
    const own = mergeStyle(style, part.style);
    if ("field" in part) {
      return { text: fieldText(part, context), style: own, source: { link: part.link } };
    }
    return {
      text: part.text,
      style: own,
      source: { link: part.link, tag: part.tag, note: part.note },
    };
  });
}

type Side = "left" | "center" | "right";

function physical(align: Alignment = "start", { rightToLeft }: PreparedText<unknown>): Side {
  if (align === "start") return rightToLeft ? "right" : "left";
  if (align === "end") return rightToLeft ? "left" : "right";
  return align;
}

interface LineSetting {
  own: StructureElement;
  context: LayoutContext;
  width: number;
  align: Side;
  page: PageView;
  x: number;
  y: number;
  level: number;
}

function isDecorated({ background, underline, strike }: TextStyle): boolean {
  return background !== undefined || underline || strike;
}

interface PlacedChunk {
  chunk: Chunk<Source>;
  x: number;
}

/** Draws a line. Its chunks are drawn in logical order, which is the order in which they are read. */
function drawLine(line: Line<Source>, setting: LineSetting): void {
  if (line.chunks.every(isPlain)) drawPlainLine(line, setting);
  else drawRichLine(line, setting);
}

/** Most lines are from left to right, and belong to their paragraph alone. */
function isPlain({ level, source, style }: Chunk<Source>): boolean {
  return level === 0 && !source.link && !source.tag && !isDecorated(style);
}

function drawPlainLine(line: Line<Source>, { page, own, x, y, ...setting }: LineSetting): void {
  const { canvas } = page;
  let pen = x + shiftOf(line, setting);
  if (line.chunks.length > 0) canvas.mark(own);
  for (const chunk of line.chunks) {
    canvas.showChunk(chunk, pen, y + line.baseline);
    pen += chunk.width;
  }
}

/** The distance from a column's left edge to a line in it. */
function shiftOf(
  line: Line<Source>,
  { width, align }: Pick<LineSetting, "width" | "align">,
): number {
  const room = width - line.width;
  return align === "left" ? 0 : align === "right" ? room : room / 2;
}

function drawRichLine(line: Line<Source>, setting: LineSetting): void {
  const placed = placeChunks(line, setting);
  const { page, own, context } = setting;
  const y = setting.y + line.baseline;
  const end = placed.findLastIndex(({ chunk }) => !chunk.isSpace) + 1;
  const decorated = placed.slice(0, end).filter(({ chunk }) => isDecorated(chunk.style));
  for (const { chunk, x } of decorated) drawBackground(chunk, { page, x, y });
  for (const { chunk, x } of placed) {
    page.canvas.mark(elementOf(chunk.source, own, context));
    page.canvas.showChunk(chunk, x, y);
  }
  for (const { chunk, x } of decorated) drawStrokes(chunk, { page, x, y });
  for (const { box, source } of linkBoxes(placed, line, setting.y)) {
    if (source.link && !page.canvas.isArtifact) {
      page.link(elementOf(source, own, context), box, source.link);
    }
  }
}

function placeChunks(line: Line<Source>, setting: LineSetting): PlacedChunk[] {
  const { x, level } = setting;
  let pen = x + shiftOf(line, setting);
  const isMixed = line.chunks.some((chunk) => chunk.level !== 0);
  if (!isMixed) {
    return line.chunks.map((chunk) => {
      const placed = { chunk, x: pen };
      pen += chunk.width;
      return placed;
    });
  }
  const starts = new Map<Chunk<Source>, number>();
  const ordered = visualOrder(line.chunks);
  // Spaces at the end of a right-to-left line hang out on its left.
  if (level === 1) pen -= trailingWidth(line);
  for (const chunk of ordered) {
    starts.set(chunk, pen);
    pen += chunk.width;
  }
  return line.chunks.map((chunk) => ({ chunk, x: starts.get(chunk) ?? x }));
}

function trailingWidth({ chunks, width }: Line<Source>): number {
  return chunks.reduce((sum, chunk) => sum + chunk.width, 0) - width;
}

/** The element of a part: the paragraph's own, or one within it that begins with its first character. */
function elementOf(
  source: Source,
  own: StructureElement,
  { tree }: LayoutContext,
): StructureElement {
  const tag = source.link ? "Link" : source.tag;
  if (!tag) return own;
  source.element ??= tree.create(tag);
  own.append(source.element);
  return source.element;
}

interface TextSpot {
  page: PageView;
  x: number;
  /** Of the baseline. */
  y: number;
}

function drawBackground({ style, width }: Chunk<Source>, { page, x, y }: TextSpot): void {
  if (style.background === undefined) return;
  const box = {
    x: x - 0.1,
    y: y - style.size * 0.98,
    width: width + 0.2,
    height: style.size * 1.3,
  };
  page.canvas.mark("Background");
  page.canvas.fillBox(box, style.background);
}

/** Where a line under or through text is, and how thick, in ems. */
const UNDERLINE = { y: 0.13, width: 0.05 };
const STRIKE = { y: -0.27, width: 0.06 };

function drawStrokes({ style, width }: Chunk<Source>, { page, x, y }: TextSpot): void {
  const strokes = [style.underline && UNDERLINE, style.strike && STRIKE];
  for (const stroke of strokes) {
    if (!stroke) continue;
    page.canvas.mark("Layout");
    const top = y + stroke.y * style.size;
    page.canvas.fillBox({ x, y: top, width, height: stroke.width * style.size }, style.color);
  }
}

/** One box for each row of neighbors of one link. */
function linkBoxes(
  placed: readonly PlacedChunk[],
  line: Line<Source>,
  y: number,
): { box: Box; source: Source }[] {
  const found: { box: Box; source: Source }[] = [];
  for (const { chunk, x } of placed) {
    if (!chunk.source.link || chunk.isSpace) continue;
    const last = found.at(-1);
    if (last?.source === chunk.source) {
      const left = Math.min(last.box.x, x);
      last.box.width = Math.max(last.box.x + last.box.width, x + chunk.width) - left;
      last.box.x = left;
    } else {
      const box = { x, y, width: chunk.width, height: line.height };
      found.push({ box, source: chunk.source });
    }
  }
  return found;
}
