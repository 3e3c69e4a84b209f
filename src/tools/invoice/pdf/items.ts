import type { Inline, Table, TableCell } from "../../../pdf/document.ts";
import { formatQuantity } from "../details.ts";
import type { InvoiceLine } from "../totals.ts";
import type { Invoice } from "../types.ts";
import { COLUMN_PADDING, HAIRLINE, HEAD_LINE, MUTED } from "./theme.ts";

/** Creates the table of items. With several tax rates each line states its own. */
export function createItemTable(invoice: Invoice): Table {
  const { labels, lines, taxes } = invoice;
  const hasRates = taxes.length > 1;
  const last = lines.length - 1;
  const heads = [
    labels.description,
    labels.quantity,
    labels.rate,
    ...(hasRates ? [labels.tax] : []),
    labels.amount,
  ];
  return {
    type: "table",
    summary: labels.items,
    columns: heads.map((_, index) =>
      index === 0 ? { width: { share: 1 } } : { width: "auto", align: "right" },
    ),
    head: [{ cells: heads.map((content) => ({ content, style: { size: 8, color: MUTED } })) }],
    rows: lines.map((line, index) => ({
      cells: createCells(line, invoice, hasRates),
      // Keeps the last item with the totals, so that these are never alone on a page.
      keepWithNext: index === last,
    })),
    padding: { x: COLUMN_PADDING, y: 6.5, outer: 0 },
    rules: { head: HEAD_LINE, rows: HAIRLINE, end: HAIRLINE },
  };
}

function createCells(line: InvoiceLine, invoice: Invoice, hasRates: boolean): TableCell[] {
  const { format } = invoice;
  const figures = [
    formatQuantity(line, invoice),
    format.price(line.rate),
    ...(hasRates ? [format.percent(line.taxRate)] : []),
    format.amount(line.amount),
  ];
  return [
    { content: createDescription(line), scope: "Row", align: "left" },
    ...figures.map((content) => ({ content, style: { tabular: true } })),
  ];
}

/** Formats the description: the first line is the item's name, the others are details. */
function createDescription({ description: text, id }: InvoiceLine): Inline[] {
  const [first = "", ...rest] = text.trim().split("\n");
  const more = [...rest, ...(id === undefined ? [] : [id])].join("\n");
  return [first, ...(more === "" ? [] : [{ text: `\n${more}`, style: { size: 8, color: MUTED } }])];
}
