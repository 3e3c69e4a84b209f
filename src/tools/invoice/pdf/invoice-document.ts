import {
  type PdfAttachment,
  type Block,
  toPoints,
  PAGE_SIZES,
  type PdfDocument,
  type XmpSchema,
} from "../../../pdf/document.ts";
import { createFooter } from "../../../pdf/footer.ts";
import { getDocumentName } from "../display/heading.ts";
import { isolateText } from "../display/label.ts";
import { hasPrices } from "../display/line-texts.ts";
import { choosePaper } from "../display/paper.ts";
import type { Invoice } from "../invoice-model.ts";
import { createHeadBlocks } from "./head.ts";
import { createItemTable } from "./items.ts";
import { createPaymentBlocks } from "./payment.ts";
import { createPaymentSlip } from "./swiss-slip.ts";
import { createLetterHead } from "./letter.ts";
import { getTheme, LETTER_MARGIN, SIDE_MARGIN, TOP_MARGIN } from "./theme.ts";
import { createNotesBlocks, createSumBlocks } from "./sums.ts";

/** The parts of a Factur-X file beside its pages. */
export interface Extras {
  attachments?: PdfAttachment[];
  schemas?: XmpSchema[];
}

/** Lays an invoice out as a PDF. */
export function toPdfDocument(invoice: Invoice, extras: Extras = {}): PdfDocument {
  const { request, invoiceNumber, issueDate, locale } = invoice;
  const name = `${getDocumentName(invoice)} ${isolateText(invoiceNumber, invoice)}`;
  const paper = choosePaper(invoice);
  const isLetter = request.design === "letter";
  const sides = isLetter ? LETTER_MARGIN : { right: SIDE_MARGIN, left: SIDE_MARGIN };
  const style = { size: 8, color: getTheme(invoice).muted };
  return {
    title: `${name} – ${isolateText(request.from.name.trim(), invoice)}`,
    author: request.from.name.trim(),
    subject: name,
    language: locale,
    mirrored: invoice.direction === "rtl",
    // Uses the issue date, because the current time would change the bytes of each response.
    date: `${issueDate}T00:00:00Z`,
    page: {
      ...PAGE_SIZES[paper],
      margin: { top: TOP_MARGIN, bottom: toPoints(20), ...sides },
    },
    style: { size: 9, color: getTheme(invoice).ink, lineHeight: 1.45 },
    header: {
      offset: toPoints(10),
      skipFirst: true,
      gap: 14,
      blocks: [createRunningHead(invoice, name)],
    },
    footer: {
      offset: toPoints(9),
      gap: 12,
      blocks: [createFooter({ title: name, words: invoice.labels, style })],
    },
    body: [
      ...(isLetter ? createLetterHead(invoice, paper) : createHeadBlocks(invoice)),
      createItemTable(invoice),
      ...(hasPrices(invoice) ? createSumBlocks(invoice) : []),
      ...createNotesBlocks(invoice),
      ...createPaymentBlocks(invoice),
      ...createPaymentSlip(invoice),
    ],
    ...extras,
  };
}

function createRunningHead(invoice: Invoice, name: string): Block {
  const style = { size: 8, color: getTheme(invoice).muted };
  return {
    type: "columns",
    gap: 12,
    columns: [
      {
        blocks: [{ type: "paragraph", text: invoice.request.from.name.trim(), style }],
      },
      {
        blocks: [{ type: "paragraph", text: name, align: "right", style }],
      },
    ],
  };
}
