import type { ToolKit } from "../kit.ts";
import { DocumentResult } from "./DocumentResult.tsx";
import { toFigures } from "./invoice/figures.ts";
import { InvoiceForm } from "./invoice/InvoiceForm.tsx";
import { isTaken, createNextInvoice } from "./invoice/numbering.ts";

/** The page of invoices. */
export const kit: ToolKit = {
  Form: InvoiceForm,
  Result: DocumentResult,
  exportsFirst: true,
  loadExports: async () => (await import("./invoice/Exports.tsx")).InvoiceExports,
  headline: (_response, values) => {
    const total = toFigures(values).sums.at(-1);
    return `${values["invoiceNumber"] ?? ""} · ${total?.label ?? ""} ${total?.amount ?? ""}`;
  },
  // An invoice that was taken along is followed by the next one.
  resume: (values) => (isTaken(values) ? createNextInvoice(values, new Date()) : values),
};
