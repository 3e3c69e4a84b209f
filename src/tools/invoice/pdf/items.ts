import type { Inline, TableBlock, TableCell } from "../../../pdf/document.ts";
import {
  formatLinePrice,
  formatQuantity,
  getQuantityLabel,
  hasPrices,
  listLineNotes,
} from "../display/line-texts.ts";
import { getTableLabel } from "../display/heading.ts";
import { getLabel } from "../display/label.ts";
import type { Labels } from "../locale/labels.ts";
import type { Invoice, InvoiceLine } from "../invoice-model.ts";
import { formatLabel } from "./label.ts";
import { COLUMN_PADDING, getTheme } from "./theme.ts";

/** Creates the table of items. With several tax rates each line states its own. */
export function createItemTable(invoice: Invoice): TableBlock {
  const { lines } = invoice;
  const { hairline, headLine } = getTheme(invoice);
  const last = lines.length - 1;
  const heads: (keyof Labels)[] = ["description", "quantity"];
  if (hasPrices(invoice)) {
    heads.push("rate", ...(hasTaxColumn(invoice) ? (["tax"] as const) : []), "amount");
  }
  return {
    type: "table",
    summary: getTableLabel(invoice).text,
    columns: heads.map((_, index) =>
      index === 0 ? { width: { share: 1 } } : { width: "auto", align: "right" },
    ),
    head: [{ cells: heads.map((name) => createHeadCell(name, invoice)) }],
    rows: lines.map((line, index) => ({
      cells: createCells(line, invoice, index),
      // Keeps the last item with the totals, so that these are never alone on a page.
      keepWithNext: index === last && hasPrices(invoice),
    })),
    padding: { x: COLUMN_PADDING, y: getRowPadding(invoice), outer: 0 },
    rules: { head: headLine, rows: hairline, end: hairline },
  };
}

/** Returns the space above and below a row: less where a tall head leaves ten items less room. */
function getRowPadding({ request: { design = "classic" }, second }: Invoice): number {
  const isTall = second !== undefined || design === "letter" || design === "bold";
  return isTall ? 4.5 : 6.5;
}

function createHeadCell(name: keyof Labels, invoice: Invoice): TableCell {
  const label = name === "quantity" ? getQuantityLabel(invoice) : getLabel(name, invoice);
  const content = formatLabel(label, invoice, { size: 8, separator: "\n" });
  return { content, style: { size: 8, color: getTheme(invoice).muted } };
}

function hasTaxColumn({ taxes }: Invoice): boolean {
  return taxes.length > 1;
}

function createCells(line: InvoiceLine, invoice: Invoice, index: number): TableCell[] {
  const { format } = invoice;
  const figures = [formatQuantity(line, invoice)];
  if (hasPrices(invoice)) {
    const taxes = hasTaxColumn(invoice) ? [formatTaxCell(line, invoice)] : [];
    figures.push(formatLinePrice(line, invoice), ...taxes, format.amount(line.amount));
  }
  return [
    { content: createDescription(line, invoice, index), scope: "Row", align: "left" },
    ...figures.map((content) => ({ content, style: { tabular: true } })),
  ];
}

/** Formats the rate of a line, or its named taxes, one in each line of the cell. */
function formatTaxCell({ tax }: InvoiceLine, { format }: Invoice): string {
  return tax.taxes
    .map(({ label, rate }) => [label, format.percent(rate)].filter(Boolean).join(" "))
    .join("\n");
}

/** Formats the description: the first line is the item's name, the others are details. */
function createDescription(line: InvoiceLine, invoice: Invoice, index: number): Inline[] {
  const [first = "", ...rest] = line.description.trim().split("\n");
  const notes = [...rest.map((text) => ({ text })), ...listLineNotes(line, invoice, index)];
  const style = { size: 8, color: getTheme(invoice).muted };
  const parts = notes.flatMap((note) => ["\n", formatLabel(note, invoice, { size: 8 })].flat());
  return [
    first,
    ...parts.map((part) =>
      typeof part === "string"
        ? { text: part, style }
        : Object.assign({}, part, { style: Object.assign({}, style, part.style) }),
    ),
  ];
}
