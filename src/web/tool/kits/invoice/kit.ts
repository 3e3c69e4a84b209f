import type { ComponentType } from "preact";
import type { ExportsProps, ToolKit } from "../../kit.ts";
import { InvoiceResult } from "./InvoiceResult.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";
import { isExported, createNextInvoice } from "./numbering.ts";
import { getHeadlineAmount } from "./use-figures.ts";

/** Creates the kit of invoices. Browsers load the exports on demand. */
export const createKit = (Exports: ComponentType<ExportsProps>): ToolKit => ({
  Form: InvoiceForm,
  Result: InvoiceResult,
  exportsFirst: true,
  exportsForm: true,
  Exports,
  headline: (_response, values) =>
    `${values["invoiceNumber"] ?? ""} · ${getHeadlineAmount(values)}`,
  // After an export the form continues with the next invoice.
  resume: (values) => (isExported(values) ? createNextInvoice(values, new Date()) : values),
});
