import {
  type PdfAttachment,
  type Block,
  toPoints,
  PAGE_SIZES,
  type PdfDocument,
  type XmpSchema,
} from "../../../pdf/document.ts";
import { getDocumentName } from "../display/heading.ts";
import { isolateText } from "../display/label.ts";
import { hasPrices } from "../display/line-texts.ts";
import type { Invoice } from "../types.ts";
import { createHeadBlocks } from "./head.ts";
import { createItemTable } from "./items.ts";
import { createPaymentBlocks } from "./payment.ts";
import { createPaymentSlip } from "./swiss-slip.ts";
import { INK, MUTED, SIDE_MARGIN, TOP_MARGIN } from "./theme.ts";
import { createNotesBlocks, createSumBlocks } from "./sums.ts";

/** The parts of a Factur-X file besides its pages. */
export interface Extras {
  attachments?: PdfAttachment[];
  schemas?: XmpSchema[];
}

/** Lays an invoice out as a PDF. */
export function toPdfDocument(invoice: Invoice, extras: Extras = {}): PdfDocument {
  const { request, invoiceNumber, issueDate, locale } = invoice;
  const name = `${getDocumentName(invoice)} ${isolateText(invoiceNumber, invoice)}`;
  return {
    title: `${name} – ${isolateText(request.from.name.trim(), invoice)}`,
    author: request.from.name.trim(),
    subject: name,
    language: locale,
    mirrored: invoice.direction === "rtl",
    // Uses the issue date, because the current time would change the bytes of each response.
    date: `${issueDate}T00:00:00Z`,
    page: {
      ...PAGE_SIZES[choosePageSize(invoice)],
      margin: { top: TOP_MARGIN, right: SIDE_MARGIN, bottom: toPoints(20), left: SIDE_MARGIN },
    },
    style: { size: 9, color: INK, lineHeight: 1.45 },
    header: {
      offset: toPoints(10),
      skipFirst: true,
      gap: 14,
      blocks: [createRunningHead(invoice, name)],
    },
    footer: { offset: toPoints(9), gap: 12, blocks: [createPageNumbers(invoice, name)] },
    body: [
      ...createHeadBlocks(invoice),
      createItemTable(invoice),
      ...(hasPrices(invoice) ? createSumBlocks(invoice) : []),
      ...createNotesBlocks(invoice),
      ...createPaymentBlocks(invoice),
      ...createPaymentSlip(invoice),
    ],
    ...extras,
  };
}

/** Countries that print on Letter paper. */
const LETTER = new Set(["US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PH", "PR", "SV", "VE"]);

/**
 * Chooses the paper by the seller's country, or by the currency if there is no country. A Swiss
 * payment part needs A4.
 */
function choosePageSize({ request, paymentCode, locale }: Invoice): "A4" | "Letter" {
  if (paymentCode?.kind === "swiss") return "A4";
  const country = request.from.countryCode?.trim().toUpperCase();
  if (country) return LETTER.has(country) ? "Letter" : "A4";
  const isAmerican =
    ["USD", "CAD"].includes(request.currency) && ["en", "en-US", "en-CA"].includes(locale);
  return isAmerican ? "Letter" : "A4";
}

function createRunningHead({ request }: Invoice, name: string): Block {
  return {
    type: "columns",
    gap: 12,
    columns: [
      {
        blocks: [
          { type: "paragraph", text: request.from.name.trim(), style: { size: 8, color: MUTED } },
        ],
      },
      {
        blocks: [
          { type: "paragraph", text: name, align: "right", style: { size: 8, color: MUTED } },
        ],
      },
    ],
  };
}

function createPageNumbers({ labels }: Invoice, name: string): Block {
  const style = { size: 8, color: MUTED } as const;
  return {
    type: "columns",
    gap: 12,
    columns: [
      { blocks: [{ type: "paragraph", text: name, style }] },
      {
        width: { share: 1 },
        blocks: [
          {
            type: "paragraph",
            text: [`${labels.page} `, { field: "page" }, ` ${labels.of} `, { field: "pages" }],
            align: "right",
            style,
          },
        ],
      },
    ],
  };
}
