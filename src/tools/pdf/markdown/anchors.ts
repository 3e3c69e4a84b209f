import type { Token, Tokens } from "marked";
import { plainText } from "./inline.ts";

/** A heading and the id that links to it use. */
export interface HeadingAnchor {
  token: Tokens.Heading;
  level: number;
  title: string;
  id: string;
}

/** Returns all headings, those in quotations and lists included, with ids as GitHub makes them. */
export function headingAnchors(tokens: readonly Token[]): HeadingAnchor[] {
  const used = new Map<string, number>();
  return findHeadings(tokens).map((token) => {
    const title = plainText(token.tokens);
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
