import type { ReplyOptions, ToolReply } from "../define.ts";
import { writeEInvoice } from "./einvoice/einvoice.ts";
import { isProfile } from "./einvoice/profiles.ts";
import { toEnvelope } from "./envelope.ts";
import { invoicePage } from "./page.ts";
import type { InvoiceFormat } from "./schema.ts";
import type { Invoice } from "./types.ts";

/** What the response's form is chosen by. */
type Options = ReplyOptions<{ format?: InvoiceFormat }>;

/** Returns the invoice in the requested format. Throws ValidationError for what an electronic invoice lacks. */
export function invoiceReply(invoice: Invoice, options: Options): ToolReply {
  const format = chooseFormat(options);
  if (format === "json") {
    return { type: "application/json", body: toEnvelope(invoice, invoicePage(invoice)) };
  }
  if (isProfile(format)) {
    return {
      type: "application/xml; charset=utf-8",
      body: writeEInvoice(invoice, format),
      headers: { "Content-Disposition": contentDisposition(invoice.invoiceNumber, "xml") },
    };
  }
  return { type: "text/html; charset=utf-8", body: invoicePage(invoice) };
}

function chooseFormat({ format, query }: Options): InvoiceFormat {
  if (query.format !== undefined) return query.format;
  return format === "json" ? "json" : "html";
}

/**
 * Names a file after an invoice number. Characters that no file name has become dashes; others than ASCII travel in
 * `filename*` (RFC 6266).
 */
export function contentDisposition(invoiceNumber: string, extension: string): string {
  const name = `${invoiceNumber.replace(/[\\/:*?"<>|\p{C}]+/gu, "-").trim() || "invoice"}.${extension}`;
  const plain = name.replace(/[^\x20-\x7e]+/g, "_").replaceAll("%", "_");
  const isPlain = plain === name;
  const encoded = encodeURIComponent(name).replace(
    /['()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"${isPlain ? "" : `; filename*=UTF-8''${encoded}`}`;
}
