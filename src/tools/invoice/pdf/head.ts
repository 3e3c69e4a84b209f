import type { Block, Inline, TableRow } from "../../../pdf/document.ts";
import {
  formatAddressLines,
  listContactLines,
  getDocumentName,
  getHeadingAmount,
  listDetails,
  listPartyNumbers,
} from "../details.ts";
import type { InvoiceRequest } from "../totals.ts";
import type { Invoice } from "../types.ts";
import { createLogoBlock } from "./logo.ts";
import { getAccent, INK, MUTED } from "./theme.ts";

/** Creates the top of the first page: name, logo, dates, parties and the amount due. */
export function createHeadBlocks(invoice: Invoice): Block[] {
  const { request, labels } = invoice;
  return [
    { type: "rule", stroke: { width: 3, color: getAccent(invoice) }, after: 20 },
    {
      type: "columns",
      gap: 24,
      columns: [
        {
          width: { share: 1.4 },
          blocks: [...createNameBlocks(invoice), createDetailsTable(invoice)],
        },
        { width: { share: 1 }, blocks: [createLogoBlock(invoice)] },
      ],
    },
    {
      type: "columns",
      before: 20,
      gap: 24,
      columns: [
        { blocks: createPartyBlocks(labels.from, request.from, invoice) },
        { blocks: createPartyBlocks(labels.to, request.to, invoice) },
      ],
    },
    createDueLine(invoice),
  ];
}

function createNameBlocks(invoice: Invoice): Block[] {
  return [
    {
      type: "heading",
      level: 1,
      text: getDocumentName(invoice),
      style: { size: 22, weight: 700, lineHeight: 1.2 },
    },
    {
      type: "paragraph",
      text: invoice.invoiceNumber,
      align: "left",
      before: 2,
      after: 8,
      style: { size: 11, color: MUTED },
    },
  ];
}

function createLabel(text: string): Block {
  return {
    type: "paragraph",
    text,
    style: { size: 8, weight: 600, color: MUTED },
    after: 2,
    keepWithNext: true,
  };
}

function createPlainParagraph(text: Inline): Block {
  return { type: "paragraph", text, align: "left", style: { color: MUTED } };
}

function createPartyBlocks(
  title: string,
  one: InvoiceRequest["from"] | InvoiceRequest["to"],
  invoice: Invoice,
): Block[] {
  return [
    createLabel(title),
    { type: "paragraph", text: one.name.trim(), align: "left", style: { weight: 600 } },
    ...formatAddressLines(one, invoice).map(createPlainParagraph),
    ...listContactLines(one).map(({ text, link }) =>
      createPlainParagraph(link === undefined ? text : { text, link: { url: link } }),
    ),
    ...listPartyNumbers(one, invoice).map((number) =>
      createPlainParagraph(`${number.label} ${number.value}`),
    ),
  ];
}

/** Creates a table of dates and references, so that each value has its label for screen readers too. */
function createDetailsTable(invoice: Invoice): Block {
  const rows = listDetails(invoice).map((detail): TableRow => ({
    cells: [
      { content: `${detail.label}\u2003`, scope: "Row", style: { color: MUTED } },
      { content: detail.value, align: "left", style: { weight: 500 } },
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

/** Creates the amount to pay and its due date, in the largest type of the page. */
function createDueLine(invoice: Invoice): Block {
  const { request, format, labels } = invoice;
  const { label: name, amount } = getHeadingAmount(invoice);
  const isDated = request.dueDate !== undefined && !invoice.isCreditNote;
  const until = isDated ? ` · ${labels.due} ${format.date(request.dueDate ?? "")}` : "";
  return {
    type: "paragraph",
    before: 22,
    after: 16,
    text: [
      { text: amount, style: { size: 18, weight: 700, tabular: true, color: INK } },
      { text: `  ${name}${until}`, style: { size: 10, color: MUTED } },
    ],
  };
}
