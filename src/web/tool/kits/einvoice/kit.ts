// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { formatVerdict } from "../../../../domain/einvoice/verdict.ts";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import { EInvoiceForm } from "./EInvoiceForm.tsx";

export const kit: ToolKit = {
  Form: EInvoiceForm,
  Result: lazyPart(async () => (await import("./EInvoiceResult.tsx")).EInvoiceResult, {
    loadOn: "use",
  }),
  headline: ({ content }) =>
    content.kind === "json" ? formatVerdict(content.value as Report) : undefined,
  problems: { "no-file": "Choose a file or paste XML." },
  exportsFirst: true,
  Exports: lazyPart(async () => (await import("./Exports.tsx")).EInvoiceExports, {
    loadOn: "use",
  }),
  respond: async (view, values) =>
    values["file"] ? (await import("./replies.ts")).respond(view, values) : undefined,
};
