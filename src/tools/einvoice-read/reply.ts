import { HttpError, ValidationError } from "../../lib/errors.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { formatContentDisposition } from "../../lib/net/http-headers.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import type { EInvoiceReadFormat } from "./schema.ts";
import { formatLoss } from "./loss.ts";
import { throwTooLong } from "./read.ts";
import { MAX_PDF_PAGES, type ReadInvoice, type Report, VIEW_TASK } from "./task.ts";
import type { ViewRequest, ViewResult } from "./view/view-task.ts";

/** Returns the report, a part of the file, or the invoice in another format. */
export function createReadReply(
  invoice: ReadInvoice,
  { format, query }: ReplyOptions<{ format?: EInvoiceReadFormat; n?: number }>,
  { invoices, tasks }: Pick<ToolContext, "invoices" | "tasks">,
): MaybePromise<ToolReply> {
  const { report, xml, files } = invoice;
  const chosen = format === "json" ? "json" : (query.format ?? "json");
  switch (chosen) {
    case "json":
      return { type: "application/json", body: report };
    case "html":
    case "pdf":
      return createView(invoice, chosen, tasks);
    case "invoice":
      return { type: "application/json", body: requireInvoice(report) };
    case "xml":
      // A copy, because the bytes may be those of the request's body.
      return { type: "application/xml", body: Uint8Array.from(xml) };
    case "attachment":
      return createAttachmentReply({ report, files }, query.n ?? 0);
    default:
      return convert(report, chosen, invoices);
  }
}

async function createView(
  { report, source, language }: ReadInvoice,
  format: "html" | "pdf",
  tasks: ToolContext["tasks"],
): Promise<ToolReply> {
  const { invoice, ...facts } = report;
  const request: ViewRequest = { ...source, report: facts, language, format };
  const view = await tasks.run<ViewResult>(VIEW_TASK, request, {
    onTimeout: throwTooLong,
    endsWithSignal: true,
  });
  if (view.kind === "html") return { type: "text/html; charset=utf-8", body: view.text };
  if (view.kind === "too-many-pages") {
    throw ValidationError.at(["file"], `has too much text for a PDF of ${MAX_PDF_PAGES} pages`);
  }
  const number = invoice?.["invoiceNumber"];
  const name = { name: typeof number === "string" ? number : "", extension: "pdf" };
  return {
    type: "application/pdf",
    body: view.bytes,
    headers: {
      "Content-Disposition": formatContentDisposition({ ...name, fallback: "invoice" }),
      ...(view.warnings.length > 0 && { "X-PDF-Warnings": view.warnings.join(", ") }),
    },
  };
}

function requireInvoice({ invoice }: Report): object {
  if (invoice !== null) return invoice;
  throw ValidationError.at(["file"], "cannot be expressed as input of the invoice tool");
}

async function convert(
  report: Report,
  format: string,
  invoices: ToolContext["invoices"],
): Promise<ToolReply> {
  const reply = await invoices.write(requireInvoice(report), format);
  const loss = formatLoss(report, format);
  return {
    ...reply,
    headers: { ...reply.headers, ...(loss !== "" && { "X-EInvoice-Loss": loss }) },
  };
}

function createAttachmentReply(
  { report, files }: Pick<ReadInvoice, "report" | "files">,
  n: number,
): ToolReply {
  const [entry, bytes] = [report.attachments[n], files[n]];
  if (entry === undefined || bytes === undefined) {
    throw new HttpError(404, `The document has no attachment ${n}.`);
  }
  const [, name = entry.name, extension = "bin"] =
    /^(.*)\.([A-Za-z0-9]{1,10})$/s.exec(entry.name) ?? [];
  const type = "attachment";
  const disposition = formatContentDisposition({ name, extension, fallback: type, type });
  return {
    type: "application/octet-stream",
    body: bytes,
    headers: { "Content-Disposition": disposition },
  };
}
