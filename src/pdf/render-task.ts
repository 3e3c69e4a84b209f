import type { PdfDocument, RenderedPdf } from "./document.ts";
import { renderPdf } from "./render.ts";

/** Renders a document in a worker; see `RENDER_TASK`. */
export default function renderTask(document: PdfDocument): RenderedPdf {
  return renderPdf(document);
}
