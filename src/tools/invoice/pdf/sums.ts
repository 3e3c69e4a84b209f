import type { Block, TableBlock, TableRow } from "../../../pdf/document.ts";
import { listExemptionNotes, listSumLines, type SumLine } from "../display/sum-lines.ts";
import { getLabel } from "../display/label.ts";
import { trimToUndefined } from "../einvoice/parties.ts";
import type { Invoice } from "../invoice-model.ts";
import { formatLabel } from "./label.ts";
import { COLUMN_PADDING, getAccent, getBandColors, getTheme, SIDE_MARGIN } from "./theme.ts";

/** Creates the totals below the amounts of the items. Keeps them on one page. */
export function createSumBlocks(invoice: Invoice): Block[] {
  const lines = listSumLines(invoice);
  const parts = createTable(lines.slice(0, -1), invoice);
  const isBar = invoice.request.design === "bold";
  const gap: Block = { type: "spacer", height: isBar ? 12 : 5 };
  const columns: Block = {
    type: "columns",
    gap: 24,
    columns: [
      { width: { share: 1 }, blocks: createExemptionBlocks(invoice) },
      {
        width: { share: 1 },
        blocks: isBar ? [parts] : [parts, gap, createTotal(lines.slice(-1), invoice)],
      },
    ],
  };
  return [
    {
      type: "group",
      keepTogether: true,
      before: 8,
      blocks: isBar ? [columns, gap, createTotalBar(lines.slice(-1), invoice)] : [columns],
    },
  ];
}

/** How the rows of a table of totals look. */
interface SumStyle {
  label: { size: number; weight: 400 | 600; color: number };
  amount: { size: number; weight: 400 | 700; color?: number };
  /** Space above and below a row. */
  y: number;
}

function createTable(
  lines: readonly SumLine[],
  invoice: Invoice,
  { label, amount, y }: SumStyle = {
    label: { size: 9, weight: 400, color: getTheme(invoice).muted },
    amount: { size: 9, weight: 400 },
    y: 2.5,
  },
): TableBlock {
  const toRow = (line: SumLine): TableRow => ({
    cells: [
      {
        content: formatLabel(line.label, invoice, {
          size: label.size,
          separator: label.weight === 600 ? "\n" : " ",
        }),
        scope: "Row",
        verticalAlign: "middle",
        style: label,
      },
      { content: invoice.format.amount(line.amount), style: { tabular: true, ...amount } },
    ],
  });
  return {
    type: "table",
    columns: [{ width: { share: 1 } }, { width: "auto", align: "right" }],
    rows: lines.map(toRow),
    padding: { x: COLUMN_PADDING, outer: 0, y },
  };
}

/** Creates the last line, below a line of the accent color. */
function createTotal(lines: readonly SumLine[], invoice: Invoice): Block {
  const table = createTable(lines, invoice, {
    label: { size: 10, weight: 600, color: getTheme(invoice).ink },
    amount: { size: 16, weight: 700 },
    y: 6,
  });
  return { ...table, rules: { start: { width: 2.25, color: getAccent(invoice) } } };
}

/** Creates the last line on a bar of the accent color, from edge to edge of the page. */
function createTotalBar(lines: readonly SumLine[], invoice: Invoice): Block {
  const { background, text: color } = getBandColors(invoice);
  const table = createTable(lines, invoice, {
    label: { size: 12, weight: 600, color },
    amount: { size: 26, weight: 700, color },
    y: 0,
  });
  return {
    type: "group",
    background,
    bleed: { left: SIDE_MARGIN, right: SIDE_MARGIN },
    padding: { top: 10, bottom: 12 },
    blocks: [table],
  };
}

/** Writes the reason for charging no tax beside the totals, because an invoice must state it. */
function createExemptionBlocks(invoice: Invoice): Block[] {
  return listExemptionNotes(invoice).map((reason) => ({
    type: "paragraph",
    text: formatLabel(reason, invoice, { size: 8.5 }),
    style: { color: getTheme(invoice).muted, size: 8.5 },
    before: 3,
  }));
}

/** Creates the notes below the totals. Pages may split them, because they may be long. */
export function createNotesBlocks(invoice: Invoice): Block[] {
  const notes = trimToUndefined(invoice.request.notes);
  const { muted: color } = getTheme(invoice);
  if (notes === undefined) return [];
  return [
    {
      type: "heading",
      level: 2,
      text: formatLabel(getLabel("notes", invoice), invoice, { size: 8 }),
      before: 18,
      after: 2,
      style: { size: 8, weight: 600, color },
    },
    { type: "paragraph", text: notes, align: "left", style: { color } },
  ];
}
