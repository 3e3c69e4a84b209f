import {
  acceptsExplicitly,
  formatContentDisposition,
  negotiate,
} from "../../lib/net/http-headers.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import { writeEInvoice } from "./einvoice/einvoice.ts";
import { toEnvelope } from "./envelope.ts";
import { renderInvoicePage } from "./page/invoice-page.ts";
import { renderInvoice } from "./pdf/pdf.ts";
import type { InvoiceFormat } from "./format-schema.ts";
import type { Invoice } from "./invoice-model.ts";

const HTML = "text/html";
const PDF = "application/pdf";

/** Options that choose the response's format. */
type InvoiceReplyOptions = ReplyOptions<{ format?: InvoiceFormat }>;

/**
 * Returns the invoice in the requested format; a worker renders PDFs. Throws ValidationError for
 * missing members of an electronic invoice.
 */
export function createInvoiceReply(
  invoice: Invoice,
  options: InvoiceReplyOptions,
  context: Pick<ToolContext, "tasks">,
): MaybePromise<ToolReply> {
  const format = chooseFormat(options);
  if (format === "html")
    return { type: `${HTML}; charset=utf-8`, body: renderInvoicePage(invoice) };
  if (format === "json") {
    return { type: "application/json", body: toEnvelope(invoice, renderInvoicePage(invoice)) };
  }
  if (format === "pdf" || format === "factur-x") return createPdfReply(invoice, format, context);
  return {
    type: "application/xml; charset=utf-8",
    body: writeEInvoice(invoice, format),
    headers: { "Content-Disposition": nameFile(invoice, "xml") },
  };
}

async function createPdfReply(
  invoice: Invoice,
  format: "pdf" | "factur-x",
  { tasks }: Pick<ToolContext, "tasks">,
): Promise<ToolReply> {
  const { bytes, warnings } = await renderInvoice(invoice, format, tasks);
  const codes = warnings.map(({ code }) => code);
  return {
    type: PDF,
    body: bytes,
    headers: {
      "Content-Disposition": nameFile(invoice, "pdf"),
      ...(codes.length > 0 && { "X-PDF-Warnings": codes.join(", ") }),
    },
  };
}

/** Returns true for a reply that a worker renders. */
export function makesPdf(options: InvoiceReplyOptions): boolean {
  const format = chooseFormat(options);
  return format === "pdf" || format === "factur-x";
}

/**
 * Chooses the format. JSON that a command's flag or MCP requests takes precedence over the query.
 */
function chooseFormat({ format, accept, query }: InvoiceReplyOptions): InvoiceFormat {
  if (format === "json") return "json";
  if (query.format !== undefined) return query.format;
  return acceptsExplicitly(accept, PDF) && negotiate(accept, [PDF, HTML]) === PDF ? "pdf" : "html";
}

function nameFile({ invoiceNumber }: Invoice, extension: string): string {
  return formatContentDisposition({ name: invoiceNumber, extension, fallback: "invoice" });
}
