import type { Token, Tokens } from "marked";
import { toPlainText } from "./inline.ts";

/** A heading and the id that links use. */
export interface HeadingAnchor {
  token: Tokens.Heading;
  level: number;
  title: string;
  id: string;
}

/**
 * Returns all headings, including those in quotations and lists, with the ids that GitHub would
 * assign.
 */
export function listHeadingAnchors(tokens: readonly Token[]): HeadingAnchor[] {
  const used = new Map<string, number>();
  return findHeadings(tokens).map((token) => {
    const title = toPlainText(token.tokens);
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return { token, level: token.depth, title, id: count === 0 ? slug : `${slug}-${count}` };
  });
}

function findHeadings(tokens: readonly Token[]): Tokens.Heading[] {
  return tokens.flatMap((token) => {
    if (token.type === "heading") return [token as Tokens.Heading];
    if (token.type === "blockquote") return findHeadings((token as Tokens.Blockquote).tokens);
    if (token.type === "list")
      return (token as Tokens.List).items.flatMap((item) => findHeadings(item.tokens));
    return [];
  });
}
