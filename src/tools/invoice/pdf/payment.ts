import { type Block, type Figure, toPoints, type TableRow } from "../../../pdf/document.ts";
import { type Detail, listPaymentDetails } from "../display/details.ts";
import { getLabel } from "../display/label.ts";
import type { Invoice, PaymentCode } from "../invoice-model.ts";
import {
  describeCode,
  encodePaymentCode,
  getCodeCaption,
  isFirstVersion,
} from "../payment/symbol.ts";
import { formatLabel, formatRowLabel } from "./label.ts";
import { drawSymbol } from "./symbol-shape.ts";
import { getTheme } from "./theme.ts";

/** Side of a payment code with its quiet zone, which a phone reads at arm's length. */
const CODE_SIZE = toPoints(34);
/** Width of a module of PDF417 (HUB-3A). */
const PDF417_MODULE = toPoints(0.254);

/**
 * Creates the payment details with the code beside them. A Swiss code is printed on a separate
 * slip.
 */
export function createPaymentBlocks(invoice: Invoice): Block[] {
  const rows = listPaymentDetails(invoice, { hasSlip: invoice.paymentCode?.kind === "swiss" });
  const code = createCodeFigure(invoice);
  if (rows.length === 0 && !code) return [];
  const { paymentCode } = invoice;
  const details = createDetails(rows, invoice);
  return [
    {
      type: "group",
      tag: "Sect",
      keepTogether: true,
      before: 16,
      blocks:
        code && paymentCode
          ? [
              {
                type: "columns",
                gap: 24,
                columns: [
                  { width: { share: 1 }, blocks: details },
                  { width: code.width, blocks: [code, createCaption(paymentCode, invoice)] },
                ],
              },
            ]
          : details,
    },
  ];
}

function createDetails(details: readonly Detail[], invoice: Invoice): Block[] {
  return [
    {
      type: "heading",
      level: 2,
      text: formatLabel(getLabel("payment", invoice), invoice, { size: 8 }),
      after: 4,
      style: { size: 8, weight: 600, color: getTheme(invoice).muted },
    },
    {
      type: "table",
      fill: false,
      columns: [{ width: "auto" }, { width: "auto" }],
      rows: details.map((detail) => toRow(detail, invoice)),
      padding: { x: 0, y: 1 },
    },
  ];
}

function toRow({ label, value, link }: Detail, invoice: Invoice): TableRow {
  return {
    cells: [
      {
        content: formatRowLabel(label, invoice),
        scope: "Row",
        style: { color: getTheme(invoice).muted, weight: 400 },
      },
      {
        content:
          link === undefined
            ? value
            : { text: value, link: { url: link }, style: { underline: true } },
        align: "left",
        style: { weight: 500 },
      },
    ],
  };
}

function createCodeFigure(invoice: Invoice): Figure | undefined {
  const { paymentCode, labels } = invoice;
  if (!paymentCode || paymentCode.kind === "swiss") return undefined;
  const symbol = encodePaymentCode(paymentCode);
  const { columns, rows, quietZone } = symbol;
  const [across, down] = [columns + 2 * quietZone, rows + 2 * quietZone];
  const width = paymentCode.kind === "hub3" ? across * PDF417_MODULE : CODE_SIZE;
  return {
    type: "figure",
    width,
    height: (width * down) / across,
    viewBox: { x: -quietZone, y: -quietZone, width: across, height: down },
    shapes: [drawSymbol(symbol)],
    alt: isFirstVersion(paymentCode)
      ? `${labels.scanToPay} (${paymentCode.kind.toUpperCase()} QR)`
      : describeCode(paymentCode, getCodeCaption(paymentCode, invoice).text),
    align: "right",
  };
}

function createCaption(code: PaymentCode, invoice: Invoice): Block {
  return {
    type: "paragraph",
    text: formatLabel(getCodeCaption(code, invoice), invoice, { size: 8 }),
    align: "center",
    style: { size: 8, color: getTheme(invoice).muted },
    before: 1,
  };
}
