import {
  type Block,
  toPoints,
  PAGE_SIZES,
  type PdfDocument,
  type TableRow,
} from "../../../../pdf/document.ts";
import { createFooter } from "../../../../pdf/footer.ts";
import {
  type Contract,
  type DocumentOptions,
  type KeyTerm,
  type NumberedClause,
  type Section,
} from "../../contract-model.ts";
import { COLORS, toRgb } from "../theme.ts";
import { createSignatureBlock } from "./signatures.ts";
import { createHeading, createNumberedHeading, HAIRLINE, INK, MUTED, SMALL } from "./headings.ts";

const SIDE_MARGIN = toPoints(24);
/** Width of the column for clause numbers. */
const NUMBER_WIDTH = 30;

/** Lays the agreement out as a PDF document. The bytes depend only on the agreement and the day. */
export function toContractDocument(contract: Contract, options: DocumentOptions): PdfDocument {
  const { title, notice, sections, signatures } = contract;
  const [freelancer, client] = signatures.signatories;
  return {
    title: `${title} – ${freelancer?.name} and ${client?.name}`,
    author: freelancer?.name,
    subject: title,
    language: "en-GB",
    date: `${options.date}T00:00:00Z`,
    page: {
      ...PAGE_SIZES[options.pageSize],
      margin: { top: toPoints(22), right: SIDE_MARGIN, bottom: toPoints(24), left: SIDE_MARGIN },
    },
    style: { size: 9.5, color: INK, lineHeight: 1.5 },
    footer: {
      offset: toPoints(11),
      gap: 14,
      blocks: [createFooter({ title, words: { page: "Page", of: "of" }, style: SMALL })],
    },
    body: [
      ...createTitleBlocks(contract),
      ...(options.hasNotice ? [createNoticeBlock(notice)] : []),
      ...createKeyTermBlocks(contract.keyTerms),
      ...sections.flatMap((section) => createSectionBlocks(section, section === sections.at(-1))),
      createSignatureBlock(signatures),
    ],
  };
}

function createTitleBlocks({ title, parties }: Contract): Block[] {
  return [
    {
      type: "heading",
      level: 1,
      text: title,
      style: { size: 25, weight: 700, lineHeight: 1.15, letterSpacing: -0.4 },
    },
    {
      type: "paragraph",
      text: parties,
      align: "left",
      direction: "ltr",
      before: 5,
      after: 20,
      style: { size: 11, color: MUTED },
    },
  ];
}

function createNoticeBlock(notice: string): Block {
  return {
    type: "group",
    tag: "Div",
    keepTogether: true,
    background: toRgb(COLORS.tint),
    radius: 4,
    padding: { top: 7, right: 10, bottom: 7, left: 10 },
    after: 6,
    blocks: [
      {
        type: "paragraph",
        text: [{ text: "Notice. ", style: { weight: 600, color: INK } }, notice],
        style: { size: 8.5, color: MUTED },
      },
    ],
  };
}

function createKeyTermBlocks(keyTerms: readonly KeyTerm[]): Block[] {
  return [
    createHeading("Key terms"),
    {
      type: "table",
      summary: "The parties, the work, its dates, the fee and its payment",
      columns: [{ width: 92 }, { width: { share: 1 }, align: "left" }],
      rows: keyTerms.map(createKeyTermRow),
      padding: { x: 0, y: 5 },
      rules: { start: { width: 0.75, color: INK }, rows: HAIRLINE, end: HAIRLINE },
      after: 10,
    },
  ];
}

function createKeyTermRow({ label, value, details }: KeyTerm): TableRow {
  const blocks: Block[] = [
    { type: "paragraph", text: value, align: "left", style: { weight: 500 } },
    ...details.map(createDetail),
  ];
  return {
    cells: [
      { content: label, scope: "Row", style: { color: MUTED, weight: 400 } },
      { content: { blocks } },
    ],
  };
}

function createDetail(text: string): Block {
  return { type: "paragraph", text, align: "left", style: { color: MUTED, size: 9 } };
}

/**
 * Keeps the last section on the page of the signatures, so that no signature is on a page without
 * terms.
 */
function createSectionBlocks(
  { number, heading: title, clauses }: Section,
  isLast: boolean,
): Block[] {
  return [
    createNumberedHeading(number, title),
    {
      type: "list",
      numbering: "Decimal",
      indent: NUMBER_WIDTH,
      gap: 5,
      keepWithNext: isLast,
      items: clauses.map((clause) => ({
        marker: { text: clause.number, style: { color: MUTED, tabular: true } },
        blocks: createClauseBlocks(clause),
      })),
    },
  ];
}

function createClauseBlocks({ text, passage }: NumberedClause): Block[] {
  const sentence: Block = {
    type: "paragraph",
    text,
    align: "left",
    direction: "ltr",
    keepWithNext: passage !== undefined,
  };
  if (!passage) return [sentence];
  return [
    sentence,
    passage.kind === "list" ? createListBlock(passage.lines) : createTextBlock(passage.lines),
  ];
}

function createListBlock(lines: readonly string[]): Block {
  return {
    type: "list",
    numbering: "Disc",
    indent: 12,
    gap: 1.5,
    before: 3,
    items: lines.map((line) => ({
      marker: { text: "•", style: { color: MUTED } },
      blocks: [{ type: "paragraph", text: line, align: "left" }],
    })),
  };
}

/** Creates the caller's text with a bar beside it, so that it cannot be mistaken for a clause. */
function createTextBlock(lines: readonly string[]): Block {
  return {
    type: "group",
    before: 4,
    bar: { width: 1.5, color: toRgb(COLORS.line) },
    padding: { left: 10 },
    blocks: toParagraphs(lines).map((text) => ({
      type: "paragraph",
      text,
      align: "left",
      after: 4,
    })),
  };
}

/** Joins lines to paragraphs at blank lines. */
function toParagraphs(lines: readonly string[]): string[] {
  const text = lines.map((line) => line.trimEnd()).join("\n");
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
}
