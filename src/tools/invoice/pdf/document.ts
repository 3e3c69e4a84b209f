import {
  type Attachment,
  type Block,
  mm,
  PAGE_SIZES,
  type PdfDocument,
  type XmpSchema,
} from "../../../pdf/document.ts";
import { documentName } from "../details.ts";
import type { Invoice } from "../types.ts";
import { headBlocks } from "./head.ts";
import { itemTable } from "./items.ts";
import { paymentBlocks } from "./payment.ts";
import { paymentSlip } from "./swiss-slip.ts";
import { INK, MUTED } from "./theme.ts";
import { notesBlocks, sumBlocks } from "./sums.ts";

/** What a document carries beside its pages. */
export interface Extras {
  attachments?: Attachment[];
  schemas?: XmpSchema[];
}

const SIDE = mm(18);

/** Lays an invoice out as a PDF. */
export function toPdfDocument(invoice: Invoice, extras: Extras = {}): PdfDocument {
  const { request, invoiceNumber, issueDate, locale } = invoice;
  const name = `${documentName(invoice)} ${invoiceNumber}`;
  return {
    title: `${name} – ${request.from.name.trim()}`,
    author: request.from.name.trim(),
    subject: name,
    language: locale,
    // Not the clock, so that the same request has the same bytes.
    date: `${issueDate}T00:00:00Z`,
    page: {
      ...PAGE_SIZES[pageSize(invoice)],
      margin: { top: mm(16), right: SIDE, bottom: mm(20), left: SIDE },
    },
    style: { size: 9, color: INK, lineHeight: 1.45 },
    header: {
      offset: mm(10),
      skipFirst: true,
      gap: 14,
      blocks: [runningHead(invoice, name)],
    },
    footer: { offset: mm(9), gap: 12, blocks: [pageNumbers(invoice, name)] },
    body: [
      ...headBlocks(invoice),
      itemTable(invoice),
      ...sumBlocks(invoice),
      ...notesBlocks(invoice),
      ...paymentBlocks(invoice),
      ...paymentSlip(invoice),
    ],
    ...extras,
  };
}

/** Countries that print on Letter. */
const LETTER = new Set(["US", "CA", "MX", "CL", "CO", "CR", "GT", "PA", "PH", "PR", "SV", "VE"]);

/** The seller's country decides; without one, the currency. A Swiss payment part needs A4. */
function pageSize({ request, paymentCode, locale }: Invoice): "A4" | "Letter" {
  if (paymentCode?.kind === "swiss") return "A4";
  const country = request.from.countryCode?.trim().toUpperCase();
  if (country) return LETTER.has(country) ? "Letter" : "A4";
  const isAmerican =
    ["USD", "CAD"].includes(request.currency) && ["en", "en-US", "en-CA"].includes(locale);
  return isAmerican ? "Letter" : "A4";
}

function runningHead({ request }: Invoice, name: string): Block {
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

function pageNumbers({ labels }: Invoice, name: string): Block {
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
