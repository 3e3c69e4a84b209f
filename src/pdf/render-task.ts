import type { PdfDocument, RenderedPdf } from "./document.ts";
import { renderPdf } from "./render.ts";

export default function renderTask(document: PdfDocument): RenderedPdf {
  return renderPdf(document);
}
