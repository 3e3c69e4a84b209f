import { ValidationError } from "../lib/errors.ts";
import type { InvoiceTool } from "../tools/einvoice-read/invoice-tool.ts";
import type { Invoice } from "../tools/invoice/invoice-model.ts";
import type { ToolContext } from "../tools/tool-context.ts";

/** Runs the invoice tool, which other tools reach only through the context. */
export function createInvoiceTool({ now, tasks }: Pick<ToolContext, "now" | "tasks">): InvoiceTool {
  const context = { now, tasks } as ToolContext;
  return {
    async check(input) {
      const [{ default: tool }, { computeOutput }] = await loadInvoiceTool();
      try {
        const { total } = (await computeOutput(tool, input, context)) as Invoice;
        return { total: total.toNumber() };
      } catch (error) {
        if (error instanceof ValidationError) return { issues: error.issues };
        throw error;
      }
    },
    async write(input, format) {
      const [{ default: tool }, { runTool }] = await loadInvoiceTool();
      return runTool(tool, input, { context, query: { format }, format: "file" });
    },
    async findLanguage(tag) {
      const { checkLocales, getLabels, parseLocales } =
        await import("../tools/invoice/locale/locale.ts");
      const problem = tag.includes(",") ? "must be one tag" : checkLocales(tag);
      if (problem !== undefined) return { problem };
      const [locale] = parseLocales(tag);
      return { locale, words: getLabels(locale) };
    },
  };
}

function loadInvoiceTool() {
  return Promise.all([import("../tools/invoice/tool.ts"), import("../tools/run.ts")]);
}
