import type { WidgetProps } from "../../../form/form-model.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import { InvoiceResult } from "./InvoiceResult.tsx";
import { InvoiceForm } from "./InvoiceForm.tsx";
import { loadComponents } from "./load-components.ts";
import { getHeadlineAmount } from "./use-figures.ts";

export const kit: ToolKit = {
  widgets: {
    list: lazyPart<WidgetProps>(async () => (await loadComponents()).Rows, { isBrowserOnly: true }),
  },
  Form: InvoiceForm,
  Result: InvoiceResult,
  exportsFirst: true,
  exportsForm: true,
  history: { path: "/invoices", title: "Invoices" },
  Exports: lazyPart(async () => (await loadComponents()).InvoiceExports, {
    loadOn: "use",
  }),
  headline: (_response, values) =>
    `${values["invoiceNumber"] ?? ""} · ${getHeadlineAmount(values)}`,
};
