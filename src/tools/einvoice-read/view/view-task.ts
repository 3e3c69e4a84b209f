import { isCalendarDate } from "../../../lib/dates/date.ts";
import type { CallContext } from "../../../lib/workers/worker-server.ts";
import { type PdfDocument, TooManyPagesError } from "../../../pdf/document.ts";
import { renderPdf } from "../../../pdf/render.ts";
import { readInvoiceFile } from "../open.ts";
import { type GroupValue, readTerms, type TermValue } from "../terms/read-terms.ts";
import { READ_DEADLINE_MS, type ReadRequest, type ViewLanguage } from "../task.ts";
import { renderHtml } from "./html.ts";
import { toViewDocument } from "./pdf.ts";
import { createView, type ViewReport } from "./view.ts";

/** An invoice that was read without a fault, and its report. */
export interface ViewRequest extends Pick<ReadRequest, "file" | "xml"> {
  report: ViewReport;
  language: ViewLanguage;
  format: "html" | "pdf";
}

/** A page, or a PDF with the codes of its warnings. */
export type ViewResult =
  | { kind: "html"; text: string }
  | { kind: "pdf"; bytes: Uint8Array; warnings: string[] }
  | { kind: "too-many-pages" };

/** Renders a received invoice. Runs in a worker. */
export default function runViewTask(
  { report, language, format, ...source }: ViewRequest,
  context: CallContext,
): ViewResult {
  context.restartDeadline(READ_DEADLINE_MS);
  const { root, syntax, xml } = readInvoiceFile(source);
  const members = readTerms(root, syntax);
  const view = createView(members, report, language);
  if (format === "html") return { kind: "html", text: renderHtml(view) };
  return renderView(toViewDocument(view, { xml, date: findDate(members) }));
}

function renderView(document: PdfDocument): ViewResult {
  try {
    const { bytes, warnings } = renderPdf(document);
    return { kind: "pdf", bytes, warnings: warnings.map(({ code }) => code) };
  } catch (error) {
    if (error instanceof TooManyPagesError) return { kind: "too-many-pages" };
    throw error;
  }
}

/** Returns the date of issue, or the first day of 1970. */
function findDate(members: readonly (TermValue | GroupValue)[]): string {
  const issued = members.find((member) => "term" in member && member.term.id === "BT-2");
  const date = issued !== undefined && "value" in issued ? issued.value : "";
  return isCalendarDate(date) ? date : "1970-01-01";
}
