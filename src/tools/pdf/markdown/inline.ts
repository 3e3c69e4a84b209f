import type { Token, Tokens } from "marked";
import { decodeUri } from "../../../lib/text/uri-text.ts";
import type { Link, TextSpan, TextStyle } from "../../../pdf/document.ts";
import { COLORS, type Design } from "../design.ts";
import { decodeEntities, type FootnoteReference } from "./parse.ts";

/** The parts of the document that the conversion of inline text reads. */
export interface InlineContext {
  design: Design;
  /** Ids of headings that links may refer to. */
  anchors: ReadonlySet<string>;
  /** Returns the number of a footnote, or undefined when it has no definition. */
  noteNumber(label: string): number | undefined;
  /** Returns an image by its name in the text, or undefined. */
  image(href: string): Uint8Array | undefined;
  /** Records the name of an image that the request does not have. */
  reportMissing(href: string): void;
}

/** Properties that a span inherits from the tokens around it. */
interface Inherited {
  style: Partial<TextStyle>;
  link?: Link | undefined;
}

/** Matches URLs with a scheme that a document may link to. */
const ALLOWED_URL = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Matches a line break with its spaces. It starts at the first of them only, so that long runs take
 * linear time.
 */
const LINE_BREAK = /(?<! ) *\n */g;

/**
 * Converts inline tokens to styled text. Images become their alternate text, except those that
 * `toParagraphs` has converted to blocks.
 */
export function toInlines(tokens: readonly Token[], context: InlineContext): TextSpan[] {
  return convert(tokens, { style: {} }, context);
}

function convert(
  tokens: readonly Token[],
  inherited: Inherited,
  context: InlineContext,
): TextSpan[] {
  return tokens.flatMap((token) => convertToken(token as Tokens.Generic, inherited, context));
}

function convertToken(
  token: Tokens.Generic,
  inherited: Inherited,
  context: InlineContext,
): TextSpan[] {
  const convertChildren = (style: Partial<TextStyle>) =>
    convert(token.tokens ?? [], { ...inherited, style: { ...inherited.style, ...style } }, context);
  const { type, raw } = token;
  const text = (token["text"] as string | undefined) ?? raw;
  switch (type) {
    case "strong":
      return convertChildren({ weight: 700 });
    case "em":
      return convertChildren({ italic: true });
    case "del":
      return convertChildren({ strike: true });
    case "link":
      return convertLink(token as Tokens.Link, inherited, context);
    case "image":
      return [convertImage(token as Tokens.Image, inherited, context)];
    case "codespan":
      return [{ ...createSpan(text, inherited, context.design.inlineCode), tag: "Code" }];
    case "br":
      return [createSpan("\n", inherited)];
    case "footnoteReference":
      return convertReference(token as FootnoteReference, inherited, context);
    case "checkbox":
      return [];
    case "html":
      return [createSpan(raw, inherited)];
    case "escape":
      return [createSpan(text, inherited)];
    default:
      if (token.tokens) return convertChildren({});
      return [createSpan(decodeEntities(text).replaceAll(LINE_BREAK, " "), inherited)];
  }
}

/** Converts an image to its alternate text. */
function convertImage(
  token: Tokens.Image,
  inherited: Inherited,
  { image, reportMissing }: InlineContext,
): TextSpan {
  if (!image(token.href)) reportMissing(token.href);
  return createSpan(getAlternateText(token), inherited, { italic: true, color: COLORS.muted });
}

function createSpan(
  text: string,
  { style, link }: Inherited,
  own: Partial<TextStyle> = {},
): TextSpan {
  return { text, style: { ...style, ...own }, link };
}

function convertLink(token: Tokens.Link, inherited: Inherited, context: InlineContext): TextSpan[] {
  const link = toLink(decodeEntities(token.href), context, token.title);
  if (!link) return convert(token.tokens, inherited, context);
  const style = { ...inherited.style, color: COLORS.link, underline: true };
  return setLink(convert(token.tokens, { style, link }, context), link);
}

/** Sets one link object on all parts, because parts with the same object form one link. */
function setLink(parts: readonly TextSpan[], link: Link): TextSpan[] {
  return parts.map((part) => Object.assign(part, { link }));
}

function toLink(href: string, { anchors }: InlineContext, title?: string | null): Link | undefined {
  if (href.startsWith("#")) {
    const to = decodeUri(href.slice(1));
    return anchors.has(to) ? { to, description: title ?? href } : undefined;
  }
  if (!ALLOWED_URL.test(href)) return undefined;
  return { url: href, description: title ?? undefined };
}

/** Converts a reference to a superscript number that links to the footnote. */
function convertReference(
  { label, raw }: FootnoteReference,
  inherited: Inherited,
  { design, noteNumber }: InlineContext,
): TextSpan[] {
  const number = noteNumber(label);
  if (number === undefined) return [createSpan(raw, inherited)];
  const style = {
    ...inherited.style,
    size: design.em * 0.68,
    rise: design.em * 0.34,
    color: COLORS.link,
  };
  const link = { to: formatNoteId(number), description: `Footnote ${number}` };
  return [{ text: String(number), style, link, note: formatNoteId(number) }];
}

/** Returns the id of a footnote by its number. */
export function formatNoteId(number: number): string {
  return `note-${number}`;
}

/** Returns the text that replaces an image. */
export function getAlternateText({ text, href }: Tokens.Image): string {
  return decodeEntities(text).replaceAll(/\s+/g, " ").trim() || `[${href.slice(0, 200)}]`;
}

export function toPlainText(tokens: readonly Token[]): string {
  const texts = tokens.map((token) => {
    if ("tokens" in token && token.tokens) return toPlainText(token.tokens);
    if (token.type === "br") return " ";
    if (token.type === "footnoteReference") return "";
    const { text = "" } = token as { text?: string };
    return token.type === "codespan" ? text : decodeEntities(text);
  });
  return texts.join("").replaceAll(/\s+/g, " ").trim();
}
