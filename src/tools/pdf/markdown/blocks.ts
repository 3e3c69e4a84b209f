import type { Token, Tokens } from "marked";
import type { Block, Inline, ListItem, Table, TableCell, TextSpan } from "../../../pdf/document.ts";
import { COLORS } from "../design.ts";
import type { ColoredLine } from "../highlighter.ts";
import { codeBlock } from "./code.ts";
import { alternateText, type InlineContext, toInlines } from "./inline.ts";
import { toCodeBlock } from "./parse.ts";

/** Facts of the document that blocks depend on. */
export interface BlockContext extends InlineContext {
  /** Returns an image by its name or data URL in the text, or undefined. */
  image(href: string): Uint8Array | undefined;
  /** Returns the colored lines of a code block, or undefined for plain text. */
  colored(code: string, language: string): readonly ColoredLine[] | undefined;
  /** Returns the id of a heading. */
  headingId(token: Tokens.Heading): string;
}

/** Converts block tokens. */
export function toBlocks(tokens: readonly Token[], context: BlockContext): Block[] {
  return tokens.flatMap((token) => convertBlock(token as Tokens.Generic, context));
}

function convertBlock(token: Tokens.Generic, context: BlockContext): Block[] {
  const { design } = context;
  switch (token.type) {
    case "heading":
      return [heading(token as Tokens.Heading, context)];
    case "paragraph":
    case "text":
      return paragraphs(
        token.tokens ?? [{ type: "text", raw: token.raw, text: token["text"] as string }],
        context,
      );
    case "code": {
      const { code, language } = toCodeBlock(token as Tokens.Code);
      return [codeBlock(code, context.colored(code, language), design)];
    }
    case "blockquote":
      return [blockquote(token as Tokens.Blockquote, context)];
    case "list":
      return [list(token as Tokens.List, context)];
    case "table":
      return [table(token as Tokens.Table, context)];
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
      return htmlText(token as Tokens.HTML, context);
    default:
      return [];
  }
}

function heading(token: Tokens.Heading, context: BlockContext): Block {
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

/** HTML is shown as it is written. */
function htmlText({ text }: Tokens.HTML, { design }: BlockContext): Block[] {
  const lines = text.replace(/\n+$/, "");
  if (lines.trim() === "") return [];
  return [{ type: "paragraph", text: lines, before: design.gap, after: design.gap }];
}

/** A paragraph; images that are given become blocks of their own between its parts. */
function paragraphs(tokens: readonly Token[], context: BlockContext): Block[] {
  const { design } = context;
  const blocks: Block[] = [];
  let pending: Token[] = [];
  const flush = () => {
    const text = trimmed(toInlines(pending, context));
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
      alt: alternateText(image),
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

/** Drops spaces and line ends around a paragraph's text. */
function trimmed(parts: readonly TextSpan[]): TextSpan[] {
  const first = parts.findIndex(({ text }) => text.trim() !== "");
  const last = parts.findLastIndex(({ text }) => text.trim() !== "");
  return parts.slice(Math.max(first, 0), last + 1);
}

function blockquote({ tokens }: Tokens.Blockquote, context: BlockContext): Block {
  const { em, gap } = context.design;
  return {
    type: "group",
    tag: "BlockQuote",
    bar: { width: em * 0.25, color: COLORS.line },
    padding: { left: em * 1.3, top: em * 0.1, bottom: em * 0.1 },
    before: gap * 1.1,
    after: gap * 1.1,
    blocks: toBlocks(tokens, context).map((block) => muted(block)),
  };
}

/** Quoted paragraphs are a little lighter than the author's own. */
function muted(block: Block): Block {
  if (block.type !== "paragraph") return block;
  return { ...block, style: { color: COLORS.muted, ...block.style } };
}

/** Markers of lists, by depth. */
const BULLETS = ["•", "◦", "▪"];

function list(token: Tokens.List, context: BlockContext, depth = 0): Block {
  const { em, gap } = context.design;
  const start = typeof token.start === "number" ? token.start : 1;
  const last = String(start + token.items.length - 1).length;
  const items = token.items.map((item, index): ListItem => {
    const number = token.ordered ? `${start + index}.` : (BULLETS[depth % BULLETS.length] ?? "•");
    return { marker: marker(item, number, context), blocks: itemBlocks(item, context, depth) };
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

function marker(item: Tokens.ListItem, text: string, { design }: BlockContext): Inline {
  if (item.task) return { text: item.checked ? "☑" : "☐", style: { color: COLORS.text } };
  return { text, style: { color: COLORS.muted, tabular: true, size: design.em } };
}

function itemBlocks(item: Tokens.ListItem, context: BlockContext, depth: number): Block[] {
  const blocks = item.tokens.flatMap((token) =>
    token.type === "list"
      ? [list(token as Tokens.List, context, depth + 1)]
      : convertBlock(token as Tokens.Generic, context),
  );
  // The list's own distances count at its edges.
  const tight = item.loose ? context.design.gap : context.design.em * 0.3;
  const last = blocks.length - 1;
  return blocks.map((block, index) =>
    "before" in block || "after" in block
      ? withEdges(block, {
          before: index === 0 ? 0 : Math.min(tight, block.before ?? tight),
          after: index === last ? 0 : Math.min(tight, block.after ?? tight),
        })
      : block,
  );
}

function withEdges(block: Block, edges: { before: number; after: number }): Block {
  return { ...block, ...edges };
}

function table(token: Tokens.Table, context: BlockContext): Table {
  const { em, gap } = context.design;
  const cell = ({ tokens }: Tokens.TableCell): TableCell => ({
    content: toInlines(tokens, context),
  });
  const style = { size: em * 0.92, lineHeight: 1.45, tabular: true };
  const withStyle = (cells: readonly Tokens.TableCell[]) =>
    cells.map((one) => Object.assign(cell(one), { style }));
  const line = { width: 0.5, color: COLORS.line };
  return {
    type: "table",
    columns: token.align.map((align) => ({ align: align ?? "start" })),
    head: [{ cells: withStyle(token.header) }],
    rows: token.rows.map((row) => ({ cells: withStyle(row) })),
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
