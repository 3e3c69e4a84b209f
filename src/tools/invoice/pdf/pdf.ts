import { ValidationError } from "../../../lib/errors.ts";
import type { TaskRunner } from "../../../lib/workers/task-pool.ts";
import { WorkerError } from "../../../lib/workers/worker-client.ts";
import { measureDecompressedLogo } from "../../../lib/graphics/logo.ts";
import { MAX_PAGES, RENDER_TASK, type RenderedPdf } from "../../../pdf/document.ts";
import { writeEInvoice } from "../einvoice/einvoice.ts";
import type { Invoice } from "../invoice-model.ts";
import { toPdfDocument } from "./invoice-document.ts";
import { createFacturXExtras } from "./factur-x.ts";

/**
 * Renders an invoice's PDF in a worker, for Factur-X with its XML. Rejects with ValidationError for
 * an undrawable logo, for missing members that Factur-X requires, and for a document that takes too
 * long.
 */
export async function renderInvoice(
  invoice: Invoice,
  format: "pdf" | "factur-x",
  tasks: TaskRunner,
): Promise<RenderedPdf> {
  const extras =
    format === "pdf" ? {} : createFacturXExtras(invoice, writeEInvoice(invoice, "factur-x"));
  const document = toPdfDocument(invoice, extras);
  const { logo } = invoice;
  const bytes = measureDecompressedLogo(logo);
  try {
    return await tasks.run<RenderedPdf>(RENDER_TASK, document, {
      onTimeout: throwTooLong,
      bytes,
    });
  } catch (error) {
    throw toCallerError(error);
  }
}

/**
 * Converts errors that a caller can fix, such as an undrawable logo or too many pages. Returns
 * others unchanged.
 */
function toCallerError(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  if (error.code === "image") return ValidationError.at(["logo"], error.message);
  if (error.code === "too-many-pages") {
    return ValidationError.at(["items"], `have too much text for a PDF of ${MAX_PAGES} pages`);
  }
  return error;
}

function throwTooLong(): never {
  throw ValidationError.at(["items"], "have too much text for a PDF: it takes over 2 seconds");
}
