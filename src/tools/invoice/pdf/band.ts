import type { Block } from "../../../pdf/document.ts";
import { getDocumentLabel } from "../display/heading.ts";
import { isolateText } from "../display/label.ts";
import type { Invoice } from "../invoice-model.ts";
import { formatLabel } from "./label.ts";
import { createLogo } from "./logo.ts";
import { getBandColors, SIDE_MARGIN, TOP_MARGIN } from "./theme.ts";

/** Type of the band, sizes in points. */
interface BandType {
  name: { size: number; height: number; weight: 600 | 700 };
  title: { size: number; height: number; weight: 400 | 600 };
  /** Width of the name's column in widths of the title's. */
  nameShare: number;
  /** Space above and below the text. */
  padding: { top: number; bottom: number };
}

const CLASSIC: BandType = {
  name: { size: 16, height: 21, weight: 600 },
  title: { size: 12, height: 16, weight: 400 },
  nameShare: 1,
  padding: { top: 0, bottom: TOP_MARGIN - 4 },
};
const BOLD: BandType = {
  name: { size: 22, height: 28, weight: 700 },
  title: { size: 15, height: 20, weight: 600 },
  nameShare: 1.4,
  padding: { top: 8, bottom: TOP_MARGIN + 4 },
};

/**
 * Creates the top of the first page: a band of the accent color from edge to edge, or a line in
 * black and white.
 */
export function createBand(invoice: Invoice): Block[] {
  const type = invoice.request.design === "bold" ? BOLD : CLASSIC;
  const columns = createColumns(invoice, type);
  if (invoice.request.design === "plain") {
    return [columns, { type: "rule", stroke: { width: 1, color: 0 }, before: 10 }];
  }
  const { top, bottom } = type.padding;
  return [
    {
      type: "group",
      keepTogether: true,
      background: getBandColors(invoice).background,
      bleed: { top: TOP_MARGIN, left: SIDE_MARGIN, right: SIDE_MARGIN },
      padding: top === 0 ? { bottom } : { top, bottom },
      blocks: [columns],
    },
  ];
}

function createColumns(invoice: Invoice, { name, title, nameShare }: BandType): Block {
  const color = invoice.request.design === "plain" ? 0 : getBandColors(invoice).text;
  const logo = createLogo(invoice);
  const seller: Block = {
    type: "paragraph",
    text: invoice.request.from.name.trim(),
    align: "left",
    style: {
      size: name.size,
      weight: name.weight,
      color,
      lineHeight: name.height / name.size,
    },
  };
  const freeHeight = (logo?.height ?? name.height) - title.height;
  return {
    type: "columns",
    gap: 24,
    columns: [
      logo
        ? { width: logo.width, blocks: [logo.block] }
        : { width: { share: nameShare }, blocks: [seller] },
      // Aligns the title with the baseline of the name, or with the middle of a logo.
      {
        blocks: [
          { type: "spacer", height: logo ? freeHeight / 2 : freeHeight - 1 },
          createTitle(invoice, title, color),
        ],
      },
    ],
  };
}

function createTitle(
  invoice: Invoice,
  { size, height, weight }: BandType["title"],
  color: number,
): Block {
  const number = isolateText(invoice.invoiceNumber, invoice);
  return {
    type: "heading",
    level: 1,
    text: formatLabel(getDocumentLabel(invoice), invoice, { size, end: ` ${number}` }),
    align: "right",
    style: { size, weight, color, lineHeight: height / size },
  };
}
