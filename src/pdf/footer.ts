import type { Block } from "./blocks.ts";
import type { TextStyle } from "./text/text-style.ts";

interface FooterOptions {
  title: string;
  /** Default: as the content needs. */
  titleWidth?: { share: number };
  words: { page: string; of: string };
  style: Partial<TextStyle>;
}

/** Returns a line with a title and `Page 2 of 3`. */
export function createFooter({ title, titleWidth, words, style }: FooterOptions): Block {
  const text = [`${words.page} `, { field: "page" }, ` ${words.of} `, { field: "pages" }] as const;
  return {
    type: "columns",
    gap: 12,
    columns: [
      { width: titleWidth, blocks: [{ type: "paragraph", text: title, style }] },
      { width: { share: 1 }, blocks: [{ type: "paragraph", text, align: "right", style }] },
    ],
  };
}
