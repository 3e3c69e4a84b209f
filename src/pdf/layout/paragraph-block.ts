import type { Alignment, Heading, Inline, Paragraph, TextSpan } from "../blocks.ts";
import type { StructureElement, Tag } from "../page/structure.ts";
import { breakLines, type ParagraphLine } from "../text/lines.ts";
import { type PreparedText, prepareText, type StyledRun } from "../text/paragraph.ts";
import { mergeStyle, type TextStyle } from "../text/text-style.ts";
import { reserveHeight, getFieldText, type LayoutContext, type PreparedBlock } from "./context.ts";
import { drawLine, type LineOptions, type SpanAttributes } from "./draw-line.ts";
import { createFragment, type Fragment } from "./fragment.ts";

export function prepareParagraph(block: Paragraph, context: LayoutContext): PreparedBlock {
  const { tag = "P", language, id } = block;
  const { tree } = context;
  const details = language === undefined ? undefined : { language };
  return prepareTextBlock(block, context, {
    ids: id === undefined ? undefined : [id],
    element(parent) {
      if (tag === "None") return parent;
      // Code belongs inside a paragraph element, as a span of code would.
      return tree.create(tag, tag === "Code" ? tree.create("P", parent) : parent, details);
    },
  });
}

/** Prepares a heading, which is also an entry of the outline. */
export function prepareHeading(block: Heading, context: LayoutContext): PreparedBlock {
  const { documentState, tree } = context;
  const outlineId = `outline ${documentState.outline.length}`;
  const title = toPlainText(block.text, context);
  documentState.outline.push({ level: block.level, title, id: outlineId });
  const level = Math.min(block.level, documentState.headingLevel + 1);
  documentState.headingLevel = level;
  return prepareTextBlock(block, context, {
    ids: block.id === undefined ? [outlineId] : [outlineId, block.id],
    element: (parent) => tree.create(`H${level}` as Tag, parent),
    keepWithNext: true,
  });
}

/** Returns the text of inline parts without their styles. */
function toPlainText(text: Paragraph["text"], context: LayoutContext): string {
  const parts = toList(text).map((part) =>
    typeof part === "string" ? part : "field" in part ? getFieldText(part, context) : part.text,
  );
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}

function toList(text: Paragraph["text"]): readonly Inline[] {
  return Array.isArray(text) ? (text as readonly Inline[]) : [text as Inline];
}

/** Properties in which paragraphs and headings differ. */
interface TextBlock {
  ids: readonly string[] | undefined;
  element(parent: StructureElement): StructureElement;
  keepWithNext?: boolean;
}

function prepareTextBlock(
  block: Paragraph | Heading,
  context: LayoutContext,
  { ids, element, keepWithNext = false }: TextBlock,
): PreparedBlock {
  const style = mergeStyle(context.style, block.style);
  const prepared = prepareText(toStyledParts(block.text, style, context), block.direction);
  for (const chunk of prepared.chunks) {
    if (chunk.kind === "placeholder") context.documentState.missing.add(chunk.text);
  }
  reserveHeight(context, countMinLines(prepared, context) * style.size * style.lineHeight);
  return {
    minWidth: prepared.minWidth,
    maxWidth: prepared.maxWidth,
    layout(width, parent) {
      const paragraph = element(parent);
      const lines = breakLines(prepared, width, style);
      const { tree } = context;
      const { rightToLeft } = prepared;
      const options = {
        paragraph,
        tree,
        width,
        align: resolveAlignment(block.align, context.mirrored, rightToLeft),
        rightToLeft,
      };
      return lines.map((line, index) => {
        const isBound = keepWithNext || isBoundToNext(index, lines.length);
        const notes = layoutNotes(line, parent, context);
        return createLineFragment(line, options, {
          ids: index === 0 ? ids : undefined,
          isBound,
          notes,
        });
      });
    },
  };
}

interface LinePagination {
  /** Set on the first line of a block that is a target of links or the outline. */
  ids: readonly string[] | undefined;
  isBound: boolean;
  notes: Fragment[] | undefined;
}

function createLineFragment(
  line: ParagraphLine<SpanAttributes>,
  options: LineOptions,
  { ids, isBound, notes }: LinePagination,
): Fragment {
  return createFragment({
    height: line.height,
    keepWithNext: isBound,
    ids,
    notes,
    draw(page, position) {
      if (ids) for (const id of ids) page.target(id, position.y);
      drawLine(line, options, { page, position });
    },
  });
}

/** Returns the minimum number of lines, in the widest possible column. */
function countMinLines(
  { chunks }: PreparedText<SpanAttributes>,
  { budget }: LayoutContext,
): number {
  if (!budget) return 0;
  let [lines, width] = [1, 0];
  for (const chunk of chunks) {
    if (chunk.breakAfter === "must") lines += 1;
    if (!chunk.isSpace) width += chunk.width;
  }
  return Math.max(lines - 1, 1, Math.floor(width / budget.lineWidth));
}

/** Lays out the footnotes that a line is the first to refer to. */
function layoutNotes(
  { chunks }: ParagraphLine<SpanAttributes>,
  parent: StructureElement,
  context: LayoutContext,
): Fragment[] | undefined {
  let notes: Fragment[] | undefined;
  for (const { source } of chunks) {
    if (source.note === undefined) continue;
    (notes ??= []).push(...context.layoutNote(source.note, parent));
  }
  return notes;
}

/** Keeps two lines of a paragraph together at page breaks. */
function isBoundToNext(index: number, lines: number): boolean {
  return lines > 1 && (index === 0 || index === lines - 2);
}

function toStyledParts(
  text: Paragraph["text"],
  style: TextStyle,
  context: LayoutContext,
): StyledRun<SpanAttributes>[] {
  if (typeof text === "string") return [{ text, style, source: toSpanAttributes() }];
  return toList(text).map((part) => {
    if (typeof part === "string") return { text: part, style, source: toSpanAttributes() };
    const merged = mergeStyle(style, part.style);
    if ("field" in part) {
      return {
        text: getFieldText(part, context),
        style: merged,
        source: toSpanAttributes({ link: part.link }),
      };
    }
    return { text: part.text, style: merged, source: toSpanAttributes(part) };
  });
}

function toSpanAttributes(span?: Omit<TextSpan, "text" | "style">): SpanAttributes {
  return {
    link: span?.link,
    tag: span?.tag,
    language: span?.language,
    note: span?.note,
    element: undefined,
  };
}

/** Returns the side that a text is aligned to. */
function resolveAlignment(
  align: Alignment = "start",
  isMirrored: boolean,
  isRightToLeft: boolean,
): LineOptions["align"] {
  if (align === "center") return align;
  const isAtStart = align === "start" || align === "left";
  const isLogical = align === "start" || align === "end";
  return isAtStart === (isMirrored || (isLogical && isRightToLeft)) ? "right" : "left";
}
