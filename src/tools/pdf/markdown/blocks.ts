import type { Token, Tokens } from "marked";
import type {
  Block,
  Inline,
  ListItem,
  TableBlock,
  TableCell,
  TextSpan,
} from "../../../pdf/document.ts";
import { COLORS } from "../design.ts";
import type { ColoredLine } from "../highlighter.ts";
import { createCodeBlock } from "./code.ts";
import { getAlternateText, type InlineContext, toInlines } from "./inline.ts";
import { toCodeBlock } from "./parse.ts";

/** The parts of the document that the conversion of blocks reads. */
export interface BlockContext extends InlineContext {
  /** Returns the colored lines of a code block, or undefined for plain text. */
  colored(code: string, language: string): readonly ColoredLine[] | undefined;
  headingId(token: Tokens.Heading): string;
}

export function toBlocks(tokens: readonly Token[], context: BlockContext): Block[] {
  return tokens.flatMap((token) => convertBlock(token as Tokens.Generic, context));
}

function convertBlock(token: Tokens.Generic, context: BlockContext): Block[] {
  const { design } = context;
  switch (token.type) {
    case "heading":
      return [toHeading(token as Tokens.Heading, context)];
    case "paragraph":
    case "text":
      return toParagraphs(
        token.tokens ?? [{ type: "text", raw: token.raw, text: token["text"] as string }],
        context,
      );
    case "code": {
      const { code, language } = toCodeBlock(token as Tokens.Code);
      return [createCodeBlock(code, context.colored(code, language), design)];
    }
    case "blockquote":
      return [toBlockquote(token as Tokens.Blockquote, context)];
    case "list":
      return [toList(token as Tokens.List, context)];
    case "table":
      return [toTable(token as Tokens.Table, context)];
    case "hr":
      return [
        {
          type: "rule",
          stroke: { width: 0.75, color: COLORS.line },
          before: design.em * 1.6,
          after: design.em * 1.6,
        },
      ];
    case "html":
      return toHtmlText(token as Tokens.HTML, context);
    default:
      return [];
  }
}

function toHeading(token: Tokens.Heading, context: BlockContext): Block {
  const level = Math.min(Math.max(token.depth, 1), 6) as 1 | 2 | 3 | 4 | 5 | 6;
  const text = toInlines(token.tokens, context);
  return {
    type: "heading",
    level,
    text,
    id: context.headingId(token),
    ...context.design.heading(level),
  };
}

/** Prints HTML as its source text. */
function toHtmlText({ text }: Tokens.HTML, { design }: BlockContext): Block[] {
  const lines = text.replace(/\n+$/, "");
  if (lines.trim() === "") return [];
  return [{ type: "paragraph", text: lines, before: design.gap, after: design.gap }];
}

/** Converts a paragraph. Its images become blocks between the parts of its text. */
function toParagraphs(tokens: readonly Token[], context: BlockContext): Block[] {
  const { design } = context;
  const blocks: Block[] = [];
  let pending: Token[] = [];
  const flush = () => {
    const text = trimSpans(toInlines(pending, context));
    pending = [];
    if (text.length > 0)
      blocks.push({ type: "paragraph", text, before: design.gap, after: design.gap });
  };
  for (const token of tokens) {
    const image = token.type === "image" ? (token as Tokens.Image) : undefined;
    const data = image && context.image(image.href);
    if (!image || !data) {
      pending.push(token);
      continue;
    }
    flush();
    const caption = image.title?.trim();
    blocks.push({
      type: "image",
      data,
      alt: getAlternateText(image),
      before: design.gap * 1.2,
      after: caption ? design.gap * 0.5 : design.gap * 1.2,
      keepWithNext: Boolean(caption),
    });
    if (caption)
      blocks.push({
        type: "paragraph",
        tag: "Caption",
        text: caption,
        style: { size: design.em * 0.88, color: COLORS.muted },
        after: design.gap * 1.2,
      });
  }
  flush();
  return blocks;
}

/** Removes spaces and line ends around a paragraph's text. */
function trimSpans(parts: readonly TextSpan[]): TextSpan[] {
  const first = parts.findIndex(({ text }) => text.trim() !== "");
  const last = parts.findLastIndex(({ text }) => text.trim() !== "");
  return parts.slice(Math.max(first, 0), last + 1);
}

function toBlockquote({ tokens }: Tokens.Blockquote, context: BlockContext): Block {
  const { em, gap } = context.design;
  return {
    type: "group",
    tag: "BlockQuote",
    bar: { width: em * 0.25, color: COLORS.line },
    padding: { left: em * 1.3, top: em * 0.1, bottom: em * 0.1 },
    before: gap * 1.1,
    after: gap * 1.1,
    blocks: toBlocks(tokens, context).map((block) => muteBlock(block)),
  };
}

/** Lightens the color of quoted paragraphs. */
function muteBlock(block: Block): Block {
  if (block.type !== "paragraph") return block;
  return { ...block, style: { color: COLORS.muted, ...block.style } };
}

/** List markers by depth. */
const BULLETS = ["•", "◦", "▪"];

function toList(token: Tokens.List, context: BlockContext, depth = 0): Block {
  const { em, gap } = context.design;
  const start = typeof token.start === "number" ? token.start : 1;
  const last = String(start + token.items.length - 1).length;
  const items = token.items.map((item, index): ListItem => {
    const number = token.ordered ? `${start + index}.` : (BULLETS[depth % BULLETS.length] ?? "•");
    return {
      marker: createMarker(item, number, context),
      blocks: toItemBlocks(item, context, depth),
    };
  });
  return {
    type: "list",
    numbering: token.ordered ? "Decimal" : "Disc",
    indent: token.ordered ? em * (1.05 + 0.6 * last) : em * 1.5,
    gap: token.loose ? gap * 0.9 : em * 0.3,
    before: depth === 0 ? gap : em * 0.3,
    after: depth === 0 ? gap : 0,
    items,
  };
}

function createMarker(item: Tokens.ListItem, text: string, { design }: BlockContext): Inline {
  if (item.task) return { text: item.checked ? "☑" : "☐", style: { color: COLORS.text } };
  return { text, style: { color: COLORS.muted, tabular: true, size: design.em } };
}

function toItemBlocks(item: Tokens.ListItem, context: BlockContext, depth: number): Block[] {
  const blocks = item.tokens.flatMap((token) =>
    token.type === "list"
      ? [toList(token as Tokens.List, context, depth + 1)]
      : convertBlock(token as Tokens.Generic, context),
  );
  // Keeps the list's own distances above its first and below its last item.
  const distance = item.loose ? context.design.gap : context.design.em * 0.3;
  const last = blocks.length - 1;
  return blocks.map((block, index) =>
    "before" in block || "after" in block
      ? setEdges(block, {
          before: index === 0 ? 0 : Math.min(distance, block.before ?? distance),
          after: index === last ? 0 : Math.min(distance, block.after ?? distance),
        })
      : block,
  );
}

function setEdges(block: Block, edges: { before: number; after: number }): Block {
  return { ...block, ...edges };
}

function toTable(token: Tokens.Table, context: BlockContext): TableBlock {
  const { em, gap } = context.design;
  const toCell = ({ tokens }: Tokens.TableCell): TableCell => ({
    content: toInlines(tokens, context),
  });
  const style = { size: em * 0.92, lineHeight: 1.45, tabular: true };
  const toCells = (cells: readonly Tokens.TableCell[]) =>
    cells.map((cell) => Object.assign(toCell(cell), { style }));
  const line = { width: 0.5, color: COLORS.line };
  return {
    type: "table",
    columns: token.align.map((align) => ({ align: align ?? "start" })),
    head: [{ cells: toCells(token.header) }],
    rows: token.rows.map((row) => ({ cells: toCells(row) })),
    padding: { x: em * 0.6, y: em * 0.42 },
    rules: {
      head: { width: 1, color: COLORS.strongLine },
      rows: line,
      end: { width: 0.75, color: COLORS.faint },
    },
    before: gap * 1.3,
    after: gap * 1.5,
  };
}
