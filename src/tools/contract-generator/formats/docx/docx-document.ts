import {
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  PageNumber,
  Paragraph,
  ShadingType,
  TabStopType,
  type Table,
  TextRun,
} from "docx";
import { PAGE_SIZES } from "../../../../pdf/document.ts";
import type { Contract, DocumentOptions, NumberedClause, Section } from "../../contract-model.ts";
import { COLORS } from "../theme.ts";
import {
  NUMBERING,
  NUMBERINGS,
  NUMBER_WIDTH,
  STYLE_IDS,
  STYLES,
  TWIPS_PER_POINT,
} from "./styles.ts";
import { createKeyTermTable, createSignatureTable } from "./tables.ts";

/** Margins at the sides, and at the top and bottom, in twips. */
const SIDE_MARGIN = 1361;
const END_MARGIN = 1304;

/**
 * Creates the agreement as a Word document. Uses Word's headings, numbering and page numbers, so
 * that Word updates them.
 */
export function createDocument(contract: Contract, options: DocumentOptions): Document {
  const { title, sections, signatures } = contract;
  const [freelancer, client] = signatures.signatories;
  const page = createPageProperties(options.pageSize);
  const textWidth = page.size.width - 2 * SIDE_MARGIN;
  return new Document({
    title: `${title} – ${freelancer?.name} and ${client?.name}`,
    creator: freelancer?.name ?? "",
    lastModifiedBy: freelancer?.name ?? "",
    description: "",
    styles: STYLES,
    numbering: NUMBERING,
    sections: [
      {
        properties: { page },
        footers: { default: createFooter(title, textWidth) },
        children: [
          ...createOpening(contract, options),
          new Paragraph({ text: "Key terms", heading: HeadingLevel.HEADING_1 }),
          createKeyTermTable(contract.keyTerms, textWidth),
          ...sections.flatMap(createSection),
          createHeading(signatures.heading),
          createSignatureTable(signatures.signatories, textWidth),
        ],
      },
    ],
  });
}

function createPageProperties(name: DocumentOptions["pageSize"]) {
  const { width, height } = PAGE_SIZES[name];
  return {
    size: {
      width: Math.round(width * TWIPS_PER_POINT),
      height: Math.round(height * TWIPS_PER_POINT),
    },
    margin: {
      top: END_MARGIN,
      bottom: END_MARGIN,
      left: SIDE_MARGIN,
      right: SIDE_MARGIN,
      footer: 624,
    },
  };
}

function createOpening(contract: Contract, { hasNotice }: DocumentOptions): Paragraph[] {
  const notice = new Paragraph({
    style: STYLE_IDS.notice,
    shading: { type: ShadingType.CLEAR, fill: COLORS.tint },
    children: [
      new TextRun({ text: "Notice. ", bold: true, color: COLORS.ink }),
      new TextRun(contract.notice),
    ],
  });
  return [
    new Paragraph({ text: contract.title, heading: HeadingLevel.TITLE }),
    new Paragraph({ text: contract.parties, style: STYLE_IDS.subtitle }),
    ...(hasNotice ? [notice] : []),
  ];
}

function createHeading(text: string): Paragraph {
  return new Paragraph({
    text,
    heading: HeadingLevel.HEADING_1,
    numbering: { reference: NUMBERINGS.sections, level: 0 },
  });
}

function createSection({ heading, clauses }: Section): (Paragraph | Table)[] {
  return [createHeading(heading), ...clauses.flatMap(createClause)];
}

function createClause({ text, passage }: NumberedClause): Paragraph[] {
  const sentence = new Paragraph({
    text,
    style: STYLE_IDS.clause,
    numbering: { reference: NUMBERINGS.sections, level: 1 },
    keepNext: passage !== undefined,
  });
  if (!passage) return [sentence];
  return [sentence, ...passage.lines.map(passage.kind === "list" ? createEntry : createPassage)];
}

function createEntry(text: string): Paragraph {
  return new Paragraph({
    text,
    style: STYLE_IDS.entry,
    numbering: { reference: NUMBERINGS.bullets, level: 0 },
  });
}

/** Formats the caller's text with a bar beside it, so that it cannot be mistaken for a clause. */
function createPassage(text: string): Paragraph {
  const left = { style: BorderStyle.SINGLE, size: 12, space: 8, color: COLORS.line } as const;
  return new Paragraph({
    text,
    style: STYLE_IDS.passage,
    border: { left },
    indent: { left: NUMBER_WIDTH + 200 },
  });
}

function createFooter(title: string, textWidth: number): Footer {
  const numbers = new Paragraph({
    style: STYLE_IDS.small,
    tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
    children: [
      new TextRun({
        children: [title, "\tPage ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES],
      }),
    ],
  });
  return new Footer({ children: [numbers] });
}
