import type { Block, Inline, TableRow } from "../../../pdf/document.ts";
import { type Detail, listDetails } from "../display/details.ts";
import { formatAddressLines, listContactLines, listPartyNumbers } from "../display/party-lines.ts";
import { getDocumentLabel, getHeadingAmount } from "../display/heading.ts";
import { getLabel, isolateText, type Label } from "../display/label.ts";
import type { Invoice, InvoiceRequest } from "../types.ts";
import { formatLabel, formatRowLabel } from "./label.ts";
import { createLogo } from "./logo.ts";
import { getBandColors, INK, MUTED, SIDE_MARGIN, TOP_MARGIN } from "./theme.ts";

const NAME_HEIGHT = 21;
const TITLE_HEIGHT = 16;
const TITLE_SIZE = 12;

/**
 * Creates the top of the first page like that of the HTML: a band with the seller, then parties,
 * amount due and dates.
 */
export function createHeadBlocks(invoice: Invoice): Block[] {
  const { request } = invoice;
  return [
    createBand(invoice),
    {
      type: "columns",
      before: 30,
      after: 26,
      gap: 24,
      columns: [
        { blocks: createPartyBlocks("from", request.from, invoice) },
        { blocks: createPartyBlocks("to", request.to, invoice) },
        { width: { share: 0.9 }, fits: true, blocks: createFactBlocks(invoice) },
      ],
    },
  ];
}

/** Creates the band of the accent color, from edge to edge of the page. */
function createBand(invoice: Invoice): Block {
  const { background, text: color } = getBandColors(invoice);
  const logo = createLogo(invoice);
  const name: Block = {
    type: "paragraph",
    text: invoice.request.from.name.trim(),
    align: "left",
    style: { size: 16, weight: 600, color, lineHeight: NAME_HEIGHT / 16 },
  };
  const title: Block = {
    type: "heading",
    level: 1,
    text: formatLabel(getDocumentLabel(invoice), invoice, {
      size: TITLE_SIZE,
      end: ` ${isolateText(invoice.invoiceNumber, invoice)}`,
    }),
    align: "right",
    style: { size: TITLE_SIZE, weight: 400, color, lineHeight: TITLE_HEIGHT / TITLE_SIZE },
  };
  const freeHeight = (logo?.height ?? NAME_HEIGHT) - TITLE_HEIGHT;
  return {
    type: "group",
    keepTogether: true,
    background,
    bleed: { top: TOP_MARGIN, left: SIDE_MARGIN, right: SIDE_MARGIN },
    padding: { bottom: TOP_MARGIN - 4 },
    blocks: [
      {
        type: "columns",
        gap: 24,
        columns: [
          logo ? { width: logo.width, blocks: [logo.block] } : { blocks: [name] },
          // Aligns the title with the baseline of the name, or with the middle of a logo.
          { blocks: [{ type: "spacer", height: logo ? freeHeight / 2 : freeHeight - 1 }, title] },
        ],
      },
    ],
  };
}

function createLabel(label: Label, invoice: Invoice): Block {
  return {
    type: "paragraph",
    text: formatLabel(label, invoice, { size: 8 }),
    style: { size: 8, weight: 600, color: MUTED },
    after: 2,
    keepWithNext: true,
  };
}

function createPlainParagraph(text: Inline | Inline[]): Block {
  return { type: "paragraph", text, align: "left", style: { color: MUTED } };
}

function createPartyBlocks(
  role: "from" | "to",
  party: InvoiceRequest["from"] | InvoiceRequest["to"],
  invoice: Invoice,
): Block[] {
  return [
    createLabel(getLabel(role, invoice), invoice),
    { type: "paragraph", text: party.name.trim(), align: "left", style: { weight: 600 } },
    ...formatAddressLines(party, invoice).map(createPlainParagraph),
    ...listContactLines(party).map(({ text, link }) =>
      createPlainParagraph(link === undefined ? text : { text, link: { url: link } }),
    ),
    ...listPartyNumbers(party, invoice).map(({ label, value }) =>
      createPlainParagraph(
        formatLabel(label, invoice, { size: 9, end: ` ${isolateText(value, invoice)}` }),
      ),
    ),
  ];
}

/** Maximum characters of a number that stays on one line. */
const MAX_UNBROKEN = 24;

/**
 * Creates a value whose dates and numbers stay on one line each, unless they are long. A period
 * breaks after its dash.
 */
function createValue({ value, date }: Detail): Inline[] {
  const parts = value.split(/(?<= –)( )/);
  const isUnbroken = date !== undefined || parts.length > 1 || value.length <= MAX_UNBROKEN;
  return parts.map((text) =>
    isUnbroken && text !== " " ? { text, style: { noBreak: true } } : text,
  );
}

/** Scripts without spaces, whose short labels would break within a word. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

function getLabelStyle({ label }: Detail) {
  return { color: MUTED, noBreak: WITHOUT_SPACES.test(label.text) };
}

/**
 * Creates the dates and references as a table, so that screen readers announce each value with its
 * label.
 */
function createDetailsTable(invoice: Invoice): Block {
  const rows = listDetails(invoice).map((detail): TableRow => ({
    cells: [
      {
        content: formatRowLabel(detail.label, invoice),
        scope: "Row",
        style: getLabelStyle(detail),
      },
      { content: createValue(detail), align: "left", style: { weight: 500 } },
    ],
  }));
  return {
    type: "table",
    fill: false,
    columns: [{ width: "auto" }, { width: "auto" }],
    rows,
    padding: { x: 0, y: 0.75 },
  };
}

/** Creates the amount to pay in the largest type of the page, with dates and references below. */
function createFactBlocks(invoice: Invoice): Block[] {
  const heading = getHeadingAmount(invoice);
  if (!heading) return [createDetailsTable(invoice)];
  return [
    createLabel(heading.label, invoice),
    {
      type: "paragraph",
      text: heading.amount,
      align: "left",
      after: 6,
      style: { size: 16, weight: 700, tabular: true, color: INK, lineHeight: 1.3 },
    },
    createDetailsTable(invoice),
  ];
}
