import type { Block, Inline, TableRow } from "../../../pdf/document.ts";
import {
  addressLines,
  contactLines,
  documentName,
  headingAmount,
  invoiceDetails,
  partyNumbers,
} from "../details.ts";
import type { InvoiceRequest } from "../totals.ts";
import type { Invoice } from "../types.ts";
import { logoBlock } from "./logo.ts";
import { getAccent, INK, MUTED } from "./theme.ts";

/** The top of the first page: name, logo, dates, parties and the amount due. */
export function headBlocks(invoice: Invoice): Block[] {
  const { request, labels } = invoice;
  return [
    { type: "rule", stroke: { width: 3, color: getAccent(invoice) }, after: 20 },
    {
      type: "columns",
      gap: 24,
      columns: [
        { width: { share: 1.4 }, blocks: [...nameBlocks(invoice), details(invoice)] },
        { width: { share: 1 }, blocks: [logoBlock(invoice)] },
      ],
    },
    {
      type: "columns",
      before: 20,
      gap: 24,
      columns: [
        { blocks: party(labels.from, request.from, invoice) },
        { blocks: party(labels.to, request.to, invoice) },
      ],
    },
    dueLine(invoice),
  ];
}

function nameBlocks(invoice: Invoice): Block[] {
  return [
    {
      type: "heading",
      level: 1,
      text: documentName(invoice),
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

function label(text: string): Block {
  return {
    type: "paragraph",
    text,
    style: { size: 8, weight: 600, color: MUTED },
    after: 2,
    keepWithNext: true,
  };
}

function plain(text: Inline): Block {
  return { type: "paragraph", text, align: "left", style: { color: MUTED } };
}

function party(
  title: string,
  one: InvoiceRequest["from"] | InvoiceRequest["to"],
  invoice: Invoice,
): Block[] {
  return [
    label(title),
    { type: "paragraph", text: one.name.trim(), align: "left", style: { weight: 600 } },
    ...addressLines(one, invoice).map(plain),
    ...contactLines(one).map(({ text, link }) =>
      plain(link === undefined ? text : { text, link: { url: link } }),
    ),
    ...partyNumbers(one, invoice).map((number) => plain(`${number.label} ${number.value}`)),
  ];
}

/** Dates and references as a small table, so that each value has its label for screen readers too. */
function details(invoice: Invoice): Block {
  const rows = invoiceDetails(invoice).map((detail): TableRow => ({
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

/** What is to be paid, and until when, in the largest type of the page. */
function dueLine(invoice: Invoice): Block {
  const { request, format, labels } = invoice;
  const { label: name, amount } = headingAmount(invoice);
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
