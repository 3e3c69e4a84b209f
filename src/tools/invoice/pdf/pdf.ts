import { UnavailableError, ValidationError } from "../../../lib/errors.ts";
import type { TaskRunner } from "../../../lib/task-pool.ts";
import { WorkerError } from "../../../lib/worker-client.ts";
import { MAX_PAGES, RENDER_TASK, type RenderedPdf } from "../../../pdf/document.ts";
import { writeEInvoice } from "../einvoice/einvoice.ts";
import type { Invoice } from "../types.ts";
import { toPdfDocument } from "./document.ts";
import { facturX } from "./factur-x.ts";

/**
 * Makes an invoice's PDF in a worker, with its XML for Factur-X. Rejects with ValidationError for a logo that cannot be
 * drawn, for what Factur-X lacks and for a document that takes too long.
 */
export async function renderInvoice(
  invoice: Invoice,
  format: "pdf" | "factur-x",
  tasks: TaskRunner,
): Promise<RenderedPdf> {
  const extras = format === "pdf" ? {} : facturX(invoice, writeEInvoice(invoice, "factur-x"));
  const document = toPdfDocument(invoice, extras);
  try {
    return await tasks.run<RenderedPdf>(RENDER_TASK, document);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The caller can mend a logo and a document that is too much work; anything else is ours. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  if (error.code === "image") return ValidationError.at(["logo"], error.message);
  if (error.reason === "timeout") {
    return ValidationError.at(["items"], "have too much text for a PDF: it takes over 2 seconds");
  }
  if (error.code === "too-many-pages") {
    return ValidationError.at(["items"], `have too much text for a PDF of ${MAX_PAGES} pages`);
  }
  return error.reason === "closed"
    ? new UnavailableError("the server is stopping", "overloaded", 5)
    : error;
}
