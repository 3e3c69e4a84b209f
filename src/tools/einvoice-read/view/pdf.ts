import {
  type Block,
  PAGE_SIZES,
  type PdfDocument,
  type TableRow,
  toPoints,
} from "../../../pdf/document.ts";
import { createFooter } from "../../../pdf/footer.ts";
import { MAX_PDF_PAGES } from "../task.ts";
import type { View, ViewItem, ViewRow, ViewSection } from "./view.ts";

const INK = 0x14_18_1f;
const MUTED = 0x4b_54_63;
const GOOD = 0x06_76_47;
const BAD = 0xb4_23_18;
const HAIRLINE = { width: 0.5, color: 0xd9_dd_e3 };
const SMALL = { size: 8, color: MUTED } as const;

const MARGIN = toPoints(18);

/** Sizes of headings by level, from 1. */
const SIZES = [18, 13, 11, 10, 9, 9] as const;

const XML_FILE = { name: "invoice.xml", mediaType: "text/xml", relationship: "Source" } as const;

/** The original XML, and the date of the invoice. */
interface Source {
  xml: Uint8Array;
  /** As `YYYY-MM-DD`, so that the same invoice has the same bytes. */
  date: string;
}

/** Lays a received invoice out as a PDF with its XML. */
export function toViewDocument(view: View, { xml, date }: Source): PdfDocument {
  return {
    title: view.title,
    subject: view.verdict,
    language: view.words.language,
    date: `${date}T00:00:00Z`,
    page: {
      ...PAGE_SIZES.A4,
      margin: { top: MARGIN, right: MARGIN, bottom: toPoints(20), left: MARGIN },
    },
    style: { size: 9, color: INK, lineHeight: 1.4 },
    footer: {
      offset: toPoints(9),
      gap: 12,
      blocks: [
        createFooter({
          title: view.title,
          titleWidth: { share: 3 },
          words: view.words,
          style: SMALL,
        }),
      ],
    },
    body: [...createHead(view), ...view.sections.flatMap((section) => createSection(section, 2))],
    attachments: [{ ...XML_FILE, data: xml }],
    maxPages: MAX_PDF_PAGES,
  };
}

function createHead({ title, verdict, isInvalid, specification }: View): Block[] {
  const color = isInvalid ? BAD : GOOD;
  return [
    createHeading(title, "", 1),
    { type: "paragraph", text: verdict, style: { size: 12, weight: 600, color }, after: 2 },
    { type: "paragraph", text: specification, style: SMALL, after: 6 },
  ];
}

function createHeading(title: string, id: string, level: number): Block {
  const size = SIZES[level - 1] ?? 9;
  return {
    type: "heading",
    level: level as 1 | 2 | 3 | 4 | 5 | 6,
    text: id === "" ? title : [title, { text: `  ${id}`, style: { ...SMALL, weight: 400 } }],
    style: { size, weight: 600, lineHeight: 1.3 },
    before: size,
    after: 3,
    keepWithNext: true,
  };
}

function createSection(section: ViewSection, level: number): Block[] {
  const { title, id, rows, items, sections } = section;
  const inner = title === "" ? level : Math.min(level + 1, SIZES.length);
  return [
    ...(title === "" ? [] : [createHeading(title, id, level)]),
    ...(rows.length === 0 ? [] : [createTable(rows, title)]),
    ...items.map(createItem),
    ...sections.flatMap((nested) => createSection(nested, inner)),
  ];
}

function createTable(rows: readonly ViewRow[], summary: string): Block {
  return {
    type: "table",
    summary: summary === "" ? undefined : summary,
    columns: [{ width: { share: 2 } }, { width: { share: 3 } }],
    rows: rows.map(createRow),
    padding: { x: 6, y: 2.5, outer: 0 },
    rules: { rows: HAIRLINE },
  };
}

function createRow({ name, id, value }: ViewRow): TableRow {
  const label = id === "" ? name : [name, { text: `  ${id}`, style: SMALL }];
  return {
    cells: [
      { content: label, scope: "Row", style: { color: MUTED } },
      { content: value, style: { tabular: true } },
    ],
  };
}

function createItem({ name, text, note }: ViewItem): Block {
  return {
    type: "paragraph",
    text: [
      { text: name, style: { weight: 600 } },
      ` ${text}`,
      { text: note === "" ? "" : `\n${note}`, style: SMALL },
    ],
    after: 4,
  };
}
