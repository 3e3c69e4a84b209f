import { formatContentDisposition } from "../../lib/net/http-headers.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import type { ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import { chooseFormat, HTML, type InvoiceReplyOptions, PDF } from "./choose-format.ts";
import { writeEInvoice } from "./einvoice/einvoice.ts";
import { toEnvelope } from "./envelope.ts";
import { renderInvoicePage } from "./page/invoice-page.ts";
import { renderInvoice } from "./pdf/pdf.ts";
import type { Invoice } from "./invoice-model.ts";

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

function nameFile({ invoiceNumber }: Invoice, extension: string): string {
  return formatContentDisposition({ name: invoiceNumber, extension, fallback: "invoice" });
}
