import type { Block, Inline, TableRow } from "../../../pdf/document.ts";
import { type Detail, listDetails } from "../display/details.ts";
import { formatAddressLines, listContactLines, listPartyNumbers } from "../display/party-lines.ts";
import { getHeadingAmount } from "../display/heading.ts";
import { getLabel, isolateText, type Label } from "../display/label.ts";
import type { Invoice, InvoiceRequest } from "../invoice-model.ts";
import { createBand } from "./band.ts";
import { formatLabel, formatRowLabel } from "./label.ts";
import { getTheme } from "./theme.ts";

/**
 * Creates the top of the first page like that of the HTML: a band with the seller, then parties,
 * amount due and dates.
 */
export function createHeadBlocks(invoice: Invoice): Block[] {
  const { request } = invoice;
  return [
    ...createBand(invoice),
    {
      type: "columns",
      before: 30,
      after: 26,
      gap: 24,
      columns: [
        { blocks: createPartyBlocks("from", request.from, invoice) },
        { blocks: createPartyBlocks("to", request.to, invoice) },
        // Labels in two languages need more room.
        {
          width: { share: invoice.second ? 1.25 : 0.9 },
          fits: true,
          blocks: createFactBlocks(invoice),
        },
      ],
    },
  ];
}

function createLabel(label: Label, invoice: Invoice): Block {
  return {
    type: "paragraph",
    text: formatLabel(label, invoice, { size: 8 }),
    style: { size: 8, weight: 600, color: getTheme(invoice).muted },
    after: 2,
    keepWithNext: true,
  };
}

function createPartyBlocks(
  role: "from" | "to",
  party: InvoiceRequest["from"] | InvoiceRequest["to"],
  invoice: Invoice,
): Block[] {
  return [createLabel(getLabel(role, invoice), invoice), ...createPartyLines(party, invoice)];
}

/** Creates a party's name, address, contact and numbers. */
export function createPartyLines(
  party: InvoiceRequest["from"] | InvoiceRequest["to"],
  invoice: Invoice,
): Block[] {
  const style = { color: getTheme(invoice).muted };
  const createLine = (text: Inline | Inline[]): Block => {
    return { type: "paragraph", text, align: "left", style };
  };
  return [
    { type: "paragraph", text: party.name.trim(), align: "left", style: { weight: 600 } },
    ...formatAddressLines(party, invoice).map(createLine),
    ...listContactLines(party).map(({ text, link }) =>
      createLine(link === undefined ? text : { text, link: { url: link } }),
    ),
    ...listPartyNumbers(party, invoice).map(({ label, value }) =>
      createLine(formatLabel(label, invoice, { size: 9, end: ` ${isolateText(value, invoice)}` })),
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

function getLabelStyle({ label }: Detail, invoice: Invoice) {
  return { color: getTheme(invoice).muted, noBreak: WITHOUT_SPACES.test(label.text) };
}

/**
 * Creates the dates and references as a table, so that screen readers announce each value with its
 * label.
 */
function createDetailsTable(details: readonly Detail[], invoice: Invoice): Block {
  const rows = details.map((detail): TableRow => ({
    cells: [
      {
        content: formatRowLabel(detail.label, invoice),
        scope: "Row",
        style: getLabelStyle(detail, invoice),
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
export function createFactBlocks(
  invoice: Invoice,
  details: readonly Detail[] = listDetails(invoice),
): Block[] {
  const heading = getHeadingAmount(invoice);
  if (!heading) return [createDetailsTable(details, invoice)];
  return [
    createLabel(heading.label, invoice),
    {
      type: "paragraph",
      text: heading.amount,
      align: "left",
      after: 6,
      style: {
        size: 16,
        weight: 700,
        tabular: true,
        color: getTheme(invoice).ink,
        lineHeight: 1.3,
      },
    },
    createDetailsTable(details, invoice),
  ];
}
