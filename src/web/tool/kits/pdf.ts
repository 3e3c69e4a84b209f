import type { ToolKit } from "../kit.ts";
import { MarkdownForm } from "./pdf/MarkdownForm.tsx";
import { PdfResult } from "./pdf/PdfResult.tsx";

/** The page that makes PDF files of Markdown. */
export const kit: ToolKit = {
  Form: MarkdownForm,
  Result: PdfResult,
  exportsFirst: true,
  loadExports: async () => (await import("./pdf/Exports.tsx")).PdfExports,
};
