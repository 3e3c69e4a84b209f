import type { Block, Inline } from "../../pdf/document.ts";
import { COLORS, type Design } from "./design.ts";

/** The texts of the cover page and the table of contents. */
export interface FrontFacts {
  title: string;
  author: string | undefined;
  /** The date in words. */
  date: string;
  language: string;
  /** Height of the text's area, in points. */
  height: number;
}

/** Returns a page with title, author and date. */
export function createCoverPage(
  { title, author, date, height }: FrontFacts,
  { em }: Design,
): Block[] {
  const lines: Inline[] = [author ? `${author}\n` : "", date];
  return [
    { type: "spacer", height: height * 0.28 },
    { type: "rule", stroke: { width: 2.5, color: COLORS.text }, after: em * 2 },
    {
      type: "paragraph",
      text: title,
      style: { size: em * 3.4, weight: 700, lineHeight: 1.15, letterSpacing: em * -0.085 },
      after: em * 2.2,
    },
    {
      type: "paragraph",
      text: lines.filter((line) => line !== ""),
      style: { size: em * 1.15, color: COLORS.muted, lineHeight: 1.6 },
    },
    { type: "page-break" },
  ];
}

/** A heading in the table of contents. */
interface ContentsEntry {
  level: number;
  title: string;
  id: string;
}

/** The word "Contents" by language. */
const CONTENTS: Record<string, string> = {
  de: "Inhalt",
  es: "Índice",
  fr: "Sommaire",
  it: "Indice",
  nl: "Inhoud",
  pl: "Spis treści",
  pt: "Índice",
};

/** Maximum heading level in the table of contents. */
const MAX_LEVEL = 3;

/** Creates the table of contents: a line for each heading with its page number. Both are links. */
export function createTableOfContents(
  entries: readonly ContentsEntry[],
  { language }: FrontFacts,
  { em, heading }: Design,
): Block[] {
  const listed = entries.filter(({ level }) => level <= MAX_LEVEL);
  if (listed.length === 0) return [];
  const top = Math.min(...listed.map(({ level }) => level));
  const title = CONTENTS[language.split("-")[0]?.toLowerCase() ?? ""] ?? "Contents";
  const design = heading(2);
  return [
    { type: "paragraph", text: title, style: design.style, after: em * 1.2, keepWithNext: true },
    {
      type: "group",
      tag: "TOC",
      blocks: listed.map((entry) => createContentsLine(entry, entry.level - top, em)),
    },
    { type: "page-break" },
  ];
}

function createContentsLine({ title, id }: ContentsEntry, depth: number, em: number): Block {
  const link = { to: id, description: title };
  const weight = depth === 0 ? (600 as const) : (400 as const);
  const style = { weight, color: depth === 0 ? COLORS.text : COLORS.muted };
  return {
    type: "group",
    tag: "TOCI",
    before: depth === 0 ? em * 0.7 : em * 0.2,
    blocks: [
      {
        type: "columns",
        gap: em,
        columns: [
          {
            blocks: [
              {
                type: "group",
                padding: { left: depth * em * 1.4 },
                blocks: [{ type: "paragraph", text: { text: title, link, style } }],
              },
            ],
          },
          {
            width: em * 3,
            blocks: [
              {
                type: "paragraph",
                align: "right",
                text: { field: { pageOf: id }, link, style: { ...style, tabular: true } },
              },
            ],
          },
        ],
      },
    ],
  };
}
