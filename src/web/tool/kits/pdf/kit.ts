import type { ComponentType } from "preact";
import { Rows } from "../../../form/Rows.tsx";
import type { ExportsProps, ToolKit } from "../../kit.ts";
import { MarkdownForm } from "./MarkdownForm.tsx";
import { nameFile } from "./name-file.ts";
import { PdfResult } from "./PdfResult.tsx";

/** Creates the kit of PDF files made of Markdown. Browsers load the exports on demand. */
export const createKit = (Exports: ComponentType<ExportsProps>): ToolKit => ({
  widgets: { list: Rows },
  Form: MarkdownForm,
  Result: PdfResult,
  exportsFirst: true,
  headline: ({ content }, values) => (content.kind === "file" ? nameFile(values) : undefined),
  Exports,
});
