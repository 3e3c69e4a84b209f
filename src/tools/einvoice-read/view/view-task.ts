import { readInvoiceFile } from "../open.ts";
import { type GroupValue, readTerms, type TermValue } from "../terms/read-terms.ts";
import type { ReadRequest } from "../task.ts";
import { renderView, type ViewReport } from "./render.ts";

/** An invoice that was read without a fault, and its report. */
export interface ViewRequest extends Pick<ReadRequest, "file" | "xml"> {
  report: ViewReport;
}

/** Renders a received invoice as HTML. Runs in a worker. */
export default function runViewTask({ report, ...source }: ViewRequest): string {
  const { root, syntax } = readInvoiceFile(source);
  const members: (TermValue | GroupValue)[] = syntax === "zugferd1" ? [] : readTerms(root, syntax);
  return renderView(members, report);
}
