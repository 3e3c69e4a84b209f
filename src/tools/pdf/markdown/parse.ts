import { decodeHTML } from "entities";
import { Lexer, Marked, type Token, type Tokens } from "marked";
import type { CodeBlock } from "../highlighter.ts";

/** A definition of a footnote: `[^label]: text`. */
interface FootnoteDefinition extends Tokens.Generic {
  type: "footnoteDefinition";
  label: string;
  tokens: Token[];
}

/** A reference to a footnote: `[^label]`. */
export interface FootnoteReference extends Tokens.Generic {
  type: "footnoteReference";
  label: string;
}

/** A parsed text and its footnotes by label. */
export interface ParsedMarkdown {
  tokens: Token[];
  footnotes: Map<string, FootnoteDefinition>;
}

/**
 * Matches a definition, which continues with lines that are not blank and with indented paragraphs.
 */
const DEFINITION =
  /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^)(?=\S)[^\n]+|\n+(?: {2,}|\t)[^\n]+)*)(?:\n+|$)/;
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/;

/** Parser of CommonMark with GFM and footnotes. */
const marked = new Marked({
  gfm: true,
  extensions: [
    {
      name: "footnoteDefinition",
      level: "block",
      start: (source) => {
        // Searches this paragraph only, because searching the rest of the text for each would take
        // quadratic time.
        const end = source.indexOf("\n\n");
        return /\n {0,3}\[\^/.exec(end === -1 ? source : source.slice(0, end))?.index;
      },
      tokenizer(source) {
        const [raw, label = "", body = ""] = DEFINITION.exec(source) ?? [];
        if (raw === undefined) return undefined;
        const tokens = this.lexer.blockTokens(body.replaceAll(/\n(?: {2,4}|\t)/g, "\n"), []);
        return { type: "footnoteDefinition", raw, label: normalize(label), tokens };
      },
    },
    {
      name: "footnoteReference",
      level: "inline",
      start: (source) => {
        const index = source.indexOf("[^");
        return index === -1 ? undefined : index;
      },
      tokenizer(source) {
        const [raw, label = ""] = REFERENCE.exec(source) ?? [];
        return raw === undefined
          ? undefined
          : { type: "footnoteReference", raw, label: normalize(label) };
      },
    },
  ],
});

/** Normalizes a label, because labels are compared without regard to case. */
function normalize(label: string): string {
  return label.toLowerCase();
}

/** Maximum nesting of quotations and lists. No page has room for more. */
export const MAX_NESTING = 50;

/** Thrown when quotations and lists are nested deeper than `MAX_NESTING`. */
export class NestingError extends Error {}

/** Matches more markers of quotations and list items at the start of a line than are allowed. */
const TOO_DEEP = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_NESTING + 1}}`,
  "m",
);

/** Parses Markdown. Throws NestingError. */
export function parseMarkdown(source: string): ParsedMarkdown {
  // Runs before parsing, because the parser reads a line again for each level.
  if (TOO_DEEP.test(source)) throw new NestingError();
  const tokens = new Lexer(marked.defaults).lex(source);
  if (measureDepth(tokens) > MAX_NESTING) throw new NestingError();
  const footnotes = new Map<string, FootnoteDefinition>();
  for (const token of tokens) {
    if (isFootnote(token) && !footnotes.has(token.label)) footnotes.set(token.label, token);
  }
  return { tokens, footnotes };
}

/** Measures the nesting of blocks without recursion, which deep nesting could exhaust. */
function measureDepth(tokens: readonly Token[]): number {
  let depth = 0;
  let level: readonly Token[] = tokens;
  while (level.length > 0 && depth <= MAX_NESTING + 1) {
    level = level.flatMap((token) => {
      if (token.type === "blockquote") return (token as Tokens.Blockquote).tokens;
      return token.type === "list"
        ? (token as Tokens.List).items.flatMap((item) => item.tokens)
        : [];
    });
    depth += 1;
  }
  return depth - 1;
}

function isFootnote(token: Token): token is FootnoteDefinition {
  return token.type === "footnoteDefinition";
}

/** Returns a text with its character references (`&amp;`, `&#8211;`) replaced. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}

/** Returns every code block with a language, in order, wherever it is nested. */
export function findCodeBlocks(tokens: readonly Token[]): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  void marked.walkTokens([...tokens], (token) => {
    if (token.type !== "code") return;
    const block = toCodeBlock(token as Tokens.Code);
    if (block.language !== "") blocks.push(block);
  });
  return blocks;
}

export function toCodeBlock({ text, lang }: Tokens.Code): CodeBlock {
  const language =
    decodeEntities(lang ?? "")
      .trim()
      .split(/\s/)[0] ?? "";
  return { code: text, language: language.slice(0, 100) };
}
