import type { Block, TableRow } from "../../../pdf/document.ts";
import { listExemptionNotes, listSumLines, type SumLine } from "../display/sum-lines.ts";
import { getLabel } from "../display/label.ts";
import { trimToUndefined } from "../einvoice/parties.ts";
import type { Invoice } from "../types.ts";
import { formatLabel } from "./label.ts";
import { COLUMN_PADDING, getAccent, INK, MUTED } from "./theme.ts";

/** Creates the totals below the amounts of the items. Keeps them on one page. */
export function createSumBlocks(invoice: Invoice): Block[] {
  const lines = listSumLines(invoice);
  const accent = getAccent(invoice);
  const parts = lines.slice(0, -1);
  const total = lines.slice(-1);
  const columns = [{ width: { share: 1 } }, { width: "auto", align: "right" as const }] as const;
  const createTable = (rows: readonly SumLine[], isTotal: boolean): Block => ({
    type: "table",
    columns,
    rows: rows.map((line) => toRow(line, invoice, isTotal)),
    padding: { x: COLUMN_PADDING, outer: 0, y: isTotal ? 6 : 2.5 },
    ...(isTotal && { rules: { start: { width: 2.25, color: accent } } }),
  });
  return [
    {
      type: "group",
      keepTogether: true,
      before: 8,
      blocks: [
        {
          type: "columns",
          gap: 24,
          columns: [
            { width: { share: 1 }, blocks: createExemptionBlocks(invoice) },
            {
              width: { share: 1 },
              blocks: [
                createTable(parts, false),
                { type: "spacer", height: 5 },
                createTable(total, true),
              ],
            },
          ],
        },
      ],
    },
  ];
}

function toRow({ label, amount }: SumLine, invoice: Invoice, isTotal: boolean): TableRow {
  const weight = isTotal ? (700 as const) : (400 as const);
  const size = isTotal ? 16 : 9;
  return {
    cells: [
      {
        content: isTotal
          ? formatLabel(label, invoice, { size: 10, separator: "\n" })
          : formatLabel(label, invoice, { size: 9 }),
        scope: "Row",
        verticalAlign: "middle",
        style: {
          weight: isTotal ? 600 : 400,
          color: isTotal ? INK : MUTED,
          size: isTotal ? 10 : 9,
        },
      },
      { content: invoice.format.amount(amount), style: { tabular: true, weight, size } },
    ],
  };
}

/** Writes the reason for charging no tax beside the totals, because an invoice must state it. */
function createExemptionBlocks(invoice: Invoice): Block[] {
  return listExemptionNotes(invoice).map((reason) => ({
    type: "paragraph",
    text: formatLabel(reason, invoice, { size: 8.5 }),
    style: { color: MUTED, size: 8.5 },
    before: 3,
  }));
}

/** Creates the notes below the totals. Pages may split them, because they may be long. */
export function createNotesBlocks(invoice: Invoice): Block[] {
  const notes = trimToUndefined(invoice.request.notes);
  if (notes === undefined) return [];
  return [
    {
      type: "heading",
      level: 2,
      text: formatLabel(getLabel("notes", invoice), invoice, { size: 8 }),
      before: 18,
      after: 2,
      style: { size: 8, weight: 600, color: MUTED },
    },
    { type: "paragraph", text: notes, align: "left", style: { color: MUTED } },
  ];
}
